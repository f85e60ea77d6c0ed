import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createSignInMessage, parseSignInMessage } from '../../dist/verify/index.js';

const STACKS = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const FIELDS = {
  domain: 'app.example.com',
  chain: 'stacks:mainnet',
  address: STACKS,
  uri: 'https://app.example.com',
  nonce: 'ABCDEFGH12345678',
  issuedAt: '2026-11-22T12:00:00.000Z',
};
const FULL = {
  ...FIELDS,
  statement: 'Sign in to Example.',
  expirationTime: '2026-11-22T12:10:00.000Z',
  notBefore: '2026-11-22T12:00:00.000Z',
  requestId: 'request-1',
  resources: ['https://app.example.com/terms', 'ipfs://bafy'],
};
/** As `createSiweMessage` of viem and sign-in-with-stacks 0.3.0 write it, with the name of the chain. */
const FULL_TEXT = `app.example.com wants you to sign in with your Stacks account:
${STACKS}

Sign in to Example.

URI: https://app.example.com
Version: 1
Chain ID: 1
Nonce: ABCDEFGH12345678
Issued At: 2026-11-22T12:00:00.000Z
Expiration Time: 2026-11-22T12:10:00.000Z
Not Before: 2026-11-22T12:00:00.000Z
Request ID: request-1
Resources:
- https://app.example.com/terms
- ipfs://bafy`;
const TEXT = `app.example.com wants you to sign in with your Stacks account:
${STACKS}


URI: https://app.example.com
Version: 1
Chain ID: 1
Nonce: ABCDEFGH12345678
Issued At: 2026-11-22T12:00:00.000Z`;

const codeOf = (text) => {
  const parsed = parseSignInMessage(text);
  return parsed.ok ? 'ok' : parsed.code;
};

describe('createSignInMessage', () => {
  it('writes the lines of EIP-4361, with two empty lines if there is no statement', () => {
    assert.equal(createSignInMessage(FULL), FULL_TEXT);
    assert.equal(createSignInMessage(FIELDS), TEXT);
  });

  it('writes the chain id of CAIP-2 for Bitcoin', () => {
    const text = createSignInMessage({
      ...FIELDS,
      chain: 'bitcoin:mainnet',
      address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    });
    assert.match(text, /with your Bitcoin account:\nbc1q/);
    assert.match(text, /\nChain ID: 000000000019d6689c085ae165831e93\n/);
    const address = 'tb1qcr8te4kr609gcawutmrza0j4xv80jy8zmfp6l0';
    const fields = { ...FIELDS, chain: 'bitcoin:testnet4', address };
    const testnet4 = createSignInMessage(fields);
    assert.match(testnet4, /\nChain ID: 00000000da84f2bafbbc53dee25a72ae\n/);
    assert.deepEqual(parseSignInMessage(testnet4), { ok: true, fields });
  });

  for (const [field, values] of Object.entries({
    domain: [
      ...['', 'Example.com', 'user@example.com', 'example.com/', 'https://example.com', 'a b.com'],
      ...['example.com:0', 'example.com:08', 'a..com', 'exämple.com'],
      ...[
        '.',
        'example.com..',
        '.com',
        'example.com\n',
        '[::1',
        'a~b.com',
        'example.com:',
        undefined,
      ],
    ],
    chain: ['stacks:1', 'stacks', 'toString', '', undefined],
    address: [
      ...[`${STACKS}.token`, STACKS.toLowerCase(), STACKS.replace('1', 'L'), '', undefined],
      ...[
        'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ',
        'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      ],
      ...[STACKS.replace('P', '\u0420'), `${STACKS} `],
    ],
    statement: ['', ' ', ' a', 'a ', 'a\nb', 'a\rb', 'a\tb', 'ä', '"a"', '<b>', 'a\u202eb', 5],
    uri: [
      ...['', 'app.example.com', 'ftp://app.example.com', 'https://', 'javascript:alert(1)'],
      ...[
        'https://user@app.example.com',
        'https://app.example.com/ a',
        'https://app.example.com/ä',
      ],
      ...['https://app.example.com\n', undefined],
    ],
    nonce: ['', 'ABCDEFG', 'ABCDEFGH-', 'A'.repeat(129), 'ABCDEFGHÄ', undefined, 12345678],
    issuedAt: [
      ...['', 'never', '2026-11-22', '2026-11-22T12:00:00', '2026-11-22T12:00:00+01:00', undefined],
      ...['2026-02-30T12:00:00.000Z', '2026-11-22T24:00:00.000Z', '2026-11-22T12:00:00.0Z'],
      ...['2026-11-22t12:00:00z', '2026-11-22T12:00:60Z', new Date(0)],
    ],
    expirationTime: ['never', '', null],
    notBefore: ['banana', null],
    requestId: ['', 'a b', 'a\nNonce: b', '%zz', 'a/b'],
    resources: [[], [''], ['a b'], ['https://a\n- https://b'], 'https://a', ['no-scheme']],
  })) {
    it(`refuses invalid values of ${field}, and names the field`, () => {
      for (const value of values) {
        assert.throws(
          () => createSignInMessage({ ...FULL, [field]: value }),
          (error) =>
            error instanceof TypeError &&
            error.message.startsWith(`createSignInMessage: \`${field}\` must be `) &&
            // Plain text: no regular expression.
            !/[\^$\\*]|\(\?|\+\)/.test(error.message.split('; got ')[0]),
          `${field}: ${JSON.stringify(value)}`,
        );
      }
    });
  }

  it('refuses a field that it does not have, with the nearest name', () => {
    for (const [field, hint] of [
      ['statment', 'Did you mean `statement`\\?'],
      ['version', 'Known: domain,'],
    ]) {
      assert.throws(() => createSignInMessage({ ...FULL, [field]: '1' }), {
        name: 'TypeError',
        message: new RegExp(`^createSignInMessage: \`${field}\` is not a known option. ${hint}`),
      });
    }
  });

  it('describes the expected value as text', () => {
    for (const [field, value, rest] of [
      [
        'domain',
        'https://a.b',
        'a host, such as app.example.com or localhost:3000; got "https://a.b".',
      ],
      ['nonce', 'short', '8 to 128 letters and digits; got "short".'],
      ['issuedAt', 'never', 'a time in UTC, such as 2026-01-31T12:00:00.000Z; got "never".'],
      ['chain', 'stacks', /^one of stacks:mainnet, .*; got "stacks"\.$/],
      ['uri', undefined, 'an http or https URL in ASCII, without a user name; got nothing.'],
      ['resources', ['a b'], 'a list of one or more URIs in ASCII; got "a b".'],
    ]) {
      let message = '';
      try {
        createSignInMessage({ ...FULL, [field]: value });
      } catch (error) {
        message = error.message;
      }
      const [sentences] = message.split(' See node_modules');
      const [start, end] = sentences.split(`\`${field}\` must be `);
      assert.equal(start, 'createSignInMessage: ');
      if (typeof rest === 'string') assert.equal(end, rest);
      else assert.match(end, rest);
    }
  });

  it('accepts hosts as browsers write them', () => {
    const hosts = [
      'localhost',
      'localhost:3000',
      '127.0.0.1:8080',
      '[::1]:3000',
      'xn--exmple-cua.com',
      'my_app.example.com',
      '_app.example_com:8080',
      'example.com.',
      'localhost.:3000',
    ];
    for (const domain of [...hosts, 'a.b-c.d1', 'example.com:65535']) {
      assert.ok(parseSignInMessage(createSignInMessage({ ...FIELDS, domain })).ok, domain);
    }
  });

  it('refuses more than 1024 bytes', () => {
    const statement = (length) => createSignInMessage({ ...FULL, statement: 'a'.repeat(length) });
    const rest = FULL_TEXT.length - FULL.statement.length;
    assert.equal(statement(1024 - rest).length, 1024);
    assert.throws(() => statement(1025 - rest), /1024 bytes/);
    assert.equal(codeOf(FULL_TEXT.replace(FULL.statement, 'a'.repeat(1025 - rest))), 'too-long');
  });
});

describe('parseSignInMessage', () => {
  it('reads what createSignInMessage writes', () => {
    assert.deepEqual(parseSignInMessage(FULL_TEXT), { ok: true, fields: FULL });
    assert.deepEqual(parseSignInMessage(TEXT), { ok: true, fields: FIELDS });
  });

  it('reads a statement that looks like another line as the statement', () => {
    const fields = { ...FULL, statement: 'URI: https://evil.example' };
    assert.deepEqual(parseSignInMessage(createSignInMessage(fields)), { ok: true, fields });
  });

  const changes = {
    'CRLF line ends': (text) => text.replaceAll('\n', '\r\n'),
    'a line end after the text': (text) => `${text}\n`,
    'a space after the text': (text) => `${text} `,
    'text before it': (text) => `\n${text}`,
    'one empty line if there is no statement': () => TEXT.replace('\n\n\n', '\n\n'),
    'three empty lines': () => TEXT.replace('\n\n\n', '\n\n\n\n'),
    'lines in another order': (text) =>
      text.replace(/(Expiration Time.*)\n(Not Before.*)/, '$2\n$1'),
    'a field twice': (text) => text.replace(/(Nonce: .*)/, '$1\n$1'),
    'a second message after it': (text) => `${text}\n${text}`,
    'a second nonce after it': (text) => `${text}\nNonce: ZZZZZZZZ`,
    'a scheme before the domain': (text) => `https://${text}`,
    'a Cyrillic letter in the first line': (text) => text.replace('wants', 'w\u0430nts'),
    'a Cyrillic letter in the domain': (text) => text.replace('app', '\u0430pp'),
    'a full-width letter in the address': (text) =>
      text.replace(STACKS, STACKS.replace('S', '\uff33')),
    'the letter L for the digit 1': (text) => text.replace(STACKS, STACKS.replace('1', 'L')),
    'an address in lower case': (text) => text.replace(STACKS, STACKS.toLowerCase()),
    'a no-break space': (text) => text.replace('sign in', 'sign\u00a0in'),
    'a zero-width character': (text) => text.replace('sign in', 'sign\u200b in'),
    'another chain name': (text) => text.replace('Stacks', 'Ethereum'),
    'a chain id with a zero before it': (text) => [
      text.replace('Chain ID: 1', 'Chain ID: 01'),
      'chain',
    ],
    'another chain id': (text) => [text.replace('Chain ID: 1', 'Chain ID: 7'), 'chain'],
    'the id of testnet for a mainnet address': (text) => [
      text.replace('Chain ID: 1', 'Chain ID: 2147483648'),
      'network-mismatch',
    ],
    'a testnet address on mainnet': (text) => [
      text.replace(STACKS, 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ'),
      'network-mismatch',
    ],
    'another version': (text) => [text.replace('Version: 1', 'Version: 9'), 'version'],
    'a time that cannot be read': (text) =>
      text.replace(/Expiration Time: .*/, 'Expiration Time: never'),
    'a time that does not exist': (text) => text.replace(/Issued At: .*/, 'Issued At: banana'),
    'no text': () => '',
  };
  for (const [title, change] of Object.entries(changes)) {
    it(`refuses ${title}`, () => {
      const changed = change(FULL_TEXT);
      const [text, code] = Array.isArray(changed) ? changed : [changed, 'malformed'];
      assert.notEqual(text, FULL_TEXT);
      assert.equal(codeOf(text), code);
    });
  }

  it('refuses any value that is not a string', () => {
    for (const value of [undefined, null, 5, {}, [FULL_TEXT], new String(FULL_TEXT)]) {
      assert.equal(codeOf(value), 'malformed');
    }
  });
});

describe('builder and parser', () => {
  const rounds = { numRuns: process.env.TEST_LONG ? 20_000 : 300 };
  const from = (characters, constraints) =>
    fc.string({ unit: fc.constantFrom(...characters), ...constraints });
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  const wrong = fc.oneof(
    from(`${letters}ABC -._~:/?#[]@!$&'()*+,;=%`, { minLength: 1, maxLength: 30 }),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom('\n', 'a\nURI: https://b', '\r', ' '),
  );
  /** Values that the builder accepts, and a few that it may refuse. */
  const mostly = (right) =>
    fc.oneof({ weight: 15, arbitrary: right }, { weight: 1, arbitrary: wrong });
  const word = from(letters, { minLength: 1, maxLength: 10 });
  const time = mostly(
    fc
      .date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString()),
  );
  const optional = (arbitrary) => fc.option(arbitrary, { nil: undefined });
  const fields = fc.record({
    domain: mostly(word.map((name) => `${name}.example:8080`)),
    chain: fc.constant('stacks:mainnet'),
    address: mostly(fc.constant(STACKS)),
    statement: optional(mostly(fc.array(word, { minLength: 1 }).map((words) => words.join(' ')))),
    uri: mostly(fc.webUrl()),
    nonce: mostly(from(letters, { minLength: 8, maxLength: 40 })),
    issuedAt: time,
    expirationTime: optional(time),
    notBefore: optional(time),
    requestId: optional(mostly(word)),
    resources: optional(fc.array(mostly(fc.webUrl()), { minLength: 1, maxLength: 3 })),
  });
  const written = (value) => {
    try {
      return createSignInMessage(value);
    } catch (error) {
      assert.ok(error instanceof TypeError);
      return undefined;
    }
  };
  /** The message of any fields, without validation. */
  const lines = (value) =>
    [
      `${value.domain} wants you to sign in with your Stacks account:\n${value.address}\n`,
      ...(value.statement === undefined ? [] : [value.statement]),
      `\nURI: ${value.uri}\nVersion: 1`,
      `Chain ID: 1\nNonce: ${value.nonce}\nIssued At: ${value.issuedAt}`,
      ...(value.expirationTime === undefined ? [] : [`Expiration Time: ${value.expirationTime}`]),
      ...(value.notBefore === undefined ? [] : [`Not Before: ${value.notBefore}`]),
      ...(value.requestId === undefined ? [] : [`Request ID: ${value.requestId}`]),
      ...(value.resources ? ['Resources:', ...value.resources.map((each) => `- ${each}`)] : []),
    ].join('\n');

  it('parse every message that is created, and create the same bytes again', () => {
    let count = 0;
    fc.assert(
      fc.property(fields, (value) => {
        const message = written(value);
        if (message === undefined) return;
        count += 1;
        const parsed = parseSignInMessage(message);
        assert.ok(parsed.ok, message);
        assert.equal(createSignInMessage(parsed.fields), message);
        for (const [name, each] of Object.entries(value)) {
          assert.deepEqual(parsed.fields[name], each, name);
        }
      }),
      rounds,
    );
    assert.ok(count > rounds.numRuns / 5, `${count} of ${rounds.numRuns} were written`);
  });

  it('refuse the same values: a message of refused fields is never parsed as these fields', () => {
    fc.assert(
      fc.property(fields, (value) => {
        const parsed = parseSignInMessage(lines(value));
        const message = written(value);
        // A refused value with a line break may be the text of other, valid fields.
        if (message !== undefined) assert.ok(parsed.ok, message);
        else if (parsed.ok) assert.notDeepEqual({ ...value, ...parsed.fields }, value);
      }),
      rounds,
    );
  });

  it('accept no message with one character changed, unless it is another valid message', () => {
    fc.assert(
      fc.property(
        fc.nat(FULL_TEXT.length - 1),
        fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), fc.constant('')),
        (at, character) => {
          const text = FULL_TEXT.slice(0, at) + character + FULL_TEXT.slice(at + 1);
          const parsed = parseSignInMessage(text);
          if (parsed.ok) assert.equal(createSignInMessage(parsed.fields), text);
        },
      ),
      rounds,
    );
  });
});
