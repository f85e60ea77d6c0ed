/**
 * Answers of hostile services: each is refused or read without keeping the page busy for longer than 100 ms at a time, and
 * nothing keeps more than 10 MB.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { p2wpkh, Transaction } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import {
  contract,
  getAddressOfName,
  getContractInterface,
  getFtBalance,
  getFtBalances,
  getName,
  getStxBalance,
  SBTC,
} from '../../dist/contracts/index.js';
import { deserialize } from '../../dist/clarity/index.js';
import { fetchSignIn } from '../../dist/sign-in/index.js';
import { createWalletClient } from '../../dist/core/index.js';
import {
  createMetadataClient,
  displayText,
  safeImage,
  safeLink,
} from '../../dist/metadata/index.js';
import { mempoolSpace, stacksApi, trackTransaction } from '../../dist/transactions/index.js';
import { measure, slowness } from '../support/blocking.mjs';

/** Milliseconds. */
const LONGEST = 100;
/** Bytes. */
const MOST_KEPT = 10_000_000;

const ADDRESS = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const CONTRACT = `${ADDRESS}.token`;
const ID = `0x${'5a'.repeat(32)}`;
const MEGABYTE = 1_000_000;

const many = (count, text) => text.repeat(count);
const list = (count, item) => Array.from({ length: count }, (_, n) => item(n));
const record = (count, entry) => Object.fromEntries(list(count, entry));

/** JSON that is no answer of any service, of a number of bytes. */
const JSON_OF = {
  objects: (bytes) => `[${many(bytes / 3 - 1, '{},')}{}]`,
  arrays: (bytes) => `[${many(bytes / 3 - 1, '[],')}[]]`,
  'numbers in a list': (bytes) => `[${many(bytes / 2 - 1, '0,')}0]`,
  'nested lists': (bytes) => many(bytes / 2, '[') + many(bytes / 2, ']'),
  'nested objects': (bytes) => `${many(bytes / 6, '{"a":')}1${many(bytes / 6, '}')}`,
  'different names': (bytes) => `{${list(bytes / 14, (n) => `"k${n}":0`).join()}}`,
  'one text': (bytes) => `"${many(bytes - 2, 'x')}"`,
  'one text of escapes': (bytes) => `"${many(bytes / 6, '\\u00e9')}"`,
  'one number': (bytes) => many(bytes, '9'),
  'white space': (bytes) => many(bytes, ' '),
};

const hexOf = (number, bytes) => number.toString(16).padStart(bytes * 2, '0');
const principal = (n) => `0516${hexOf(n, 20)}`;
const clarityList = (items) => `0b${hexOf(items.length, 4)}${items.join('')}`;
const clarityName = (n) => `n${n.toString(36)}`;
const text = (value) => Buffer.from(value).toString('hex');
const clarityTuple = (entries) =>
  `0c${hexOf(entries.length, 4)}${entries
    .map(([name, hex]) => hexOf(name.length, 1) + text(name) + hex)
    .join('')}`;

/** Serialized Clarity values of up to 2 MiB, the most of the chain. */
const CLARITY = {
  '95,000 principals': () => clarityList(list(95_000, principal)),
  'two million times none': () => clarityList(list(2_000_000, () => '09')),
  'a tuple of 230,000 entries': () => clarityTuple(list(230_000, (n) => [clarityName(n), '09'])),
  'a long text': () => `0d${hexOf(MEGABYTE, 4)}${many(MEGABYTE, '61')}`,
  'a long buffer': () => `02${hexOf(MEGABYTE, 4)}${many(MEGABYTE, 'ff')}`,
  'a long text of four bytes a character': () => `0e${hexOf(MEGABYTE, 4)}${many(MEGABYTE / 4, 'f09f918b')}`, // prettier-ignore
  'lists in lists': () => {
    let value = clarityList(list(9, () => '03'));
    for (let depth = 0; depth < 5; depth++) value = clarityList(list(8, () => value));
    return value;
  },
};

/** A signed call of a contract, with 47,000 principals as its argument. */
const callOfMany = () =>
  [
    '0000000001', // mainnet
    `0400${hexOf(1, 20)}${hexOf(0, 8)}${hexOf(300, 8)}00${hexOf(0, 65)}`, // the signer
    `030200000000`, // no post-conditions
    `0216${hexOf(1, 20)}05${text('token')}0166`, // the function
    `00000001${clarityList(list(47_000, principal))}`,
  ].join('');

/** A PSBT that spends one coin. */
function createPsbt(inputs = 1, outputs = 1) {
  const { script } = p2wpkh(pubECDSA(new Uint8Array(32).fill(1)));
  const transaction = new Transaction();
  for (let index = 0; index < inputs; index++) {
    transaction.addInput({ txid: '5a'.repeat(32), index, witnessUtxo: { amount: 9_000n, script } });
  }
  for (let at = 0; at < outputs; at++) transaction.addOutput({ script, amount: 1n });
  return Buffer.from(transaction.toPSBT()).toString('base64');
}

const okay = (hex) => JSON.stringify({ okay: true, result: `0x${hex}` });
const stored = (hex) => JSON.stringify({ data: `0x${hex}` });

let server;
let baseUrl;
/** What the service answers, by the path: a body. */
let answer;
before(async () => {
  server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' });
    // Without a length in the header: what is not read must be cancelled while it streams.
    response.write(answer(request.url));
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${server.address().port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

let number = 0;
/** Each run has its own URL, so that it shares no answer with another. */
const nextUrl = () => `${baseUrl}/${(number += 1)}`;
const source = (url) => ({ source: { baseUrl: url } });
const at = (url) => ({ contract: CONTRACT, ...source(url) });

const functions = (type) => [{ name: 'f', access: 'read_only', args: [], outputs: { type } }];
const readType = (type) => (url) =>
  contract({ functions: functions(type) }, at(url)).read.f({}, { maxAge: 60_000 });
const readVariable = (type) => (url) => {
  const variables = [{ name: 'v', type, access: 'variable' }];
  return contract({ functions: [], variables }, at(url)).variable.v();
};
const readEntry = (url) => {
  const maps = [{ name: 'm', key: 'uint128', value: 'bool' }];
  return contract({ functions: [], maps }, at(url)).map.m(1n);
};
const client = (url) => createMetadataClient({ baseUrl: url });
const track = (create, chain) => async (url) => {
  const from = create({ baseUrl: url, pace: 0.001, perMinute: 1_000_000 });
  const options = { source: from, chain, network: 'mainnet', store: false, confirmations: 6 };
  const handle = trackTransaction('5a'.repeat(32), options);
  handle.subscribe(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 100));
  handle.stop();
  return handle;
};

/** The functions that read a service. */
const READS = {
  'contract().read': readType('uint128'),
  'contract().variable': readVariable('uint128'),
  'contract().map': readEntry,
  getContractInterface: (url) => getContractInterface(CONTRACT, source(url)),
  getStxBalance: (url) => getStxBalance(ADDRESS, source(url)),
  getFtBalance: (url) => getFtBalance(ADDRESS, SBTC.mainnet, source(url)),
  getFtBalances: (url) => getFtBalances(ADDRESS, source(url)),
  getName: (url) => getName(ADDRESS, source(url)),
  getAddressOfName: (url) => getAddressOfName('alice.btc', source(url)),
  getFtMetadata: (url) => client(url).getFtMetadata(CONTRACT),
  getNftMetadata: (url) => client(url).getNftMetadata(CONTRACT, 1n),
  getTokens: (url) => client(url).getTokens(list(50, (n) => `${CONTRACT}-${n}`)),
  searchFts: (url) => client(url).searchFts({ name: 'x' }),
  'trackTransaction on Stacks': track(stacksApi),
  'trackTransaction on Bitcoin': track(mempoolSpace, 'bitcoin'),
  'fetchSignIn().getSession': (url) => fetchSignIn(url).getSession(),
};

/** [milliseconds, bytes, what]: printed at the end. */
const results = [];
after(() => {
  results.sort(([a], [b]) => b - a);
  for (const [longest, kept, what] of results.slice(0, 5)) {
    console.log(`${longest.toFixed(0)} ms, ${(kept / 1e6).toFixed(1)} MB: ${what}`);
  }
});

/**
 * Checks one piece of work. Measures up to three times: on a busy machine one takes longer at times. `most`: the limit in
 * milliseconds, on a quiet machine.
 */
async function survives(what, run, most = LONGEST) {
  for (let attempt = 1; ; attempt += 1) {
    const { result, longest, kept } = await measure(run);
    results.push([longest, kept, what]);
    const got = `${what}: ${result instanceof Error ? result.message : typeof result}`;
    assert.ok(kept < MOST_KEPT, `${kept} bytes for ${got}`);
    if (longest < most || longest < most * slowness()) return result;
    assert.ok(attempt < 3, `${longest} ms for ${got}`);
  }
}

/** Checks one read of an answer. */
async function reads(what, body, read) {
  answer = typeof body === 'function' ? body : () => body;
  return survives(what, () => read(nextUrl()));
}

/** Checks reads of an answer. All are measured at once, since each measurement collects the garbage, and alone if one may be at fault. */
async function readsWith(names, what, body) {
  answer = () => body;
  const { longest, kept } = await measure(async () => {
    const ends = [];
    for (const name of names) ends.push(await READS[name](nextUrl()).catch((error) => error));
    return ends;
  });
  results.push([longest, kept, what]);
  if (longest < LONGEST && kept < MOST_KEPT) return;
  for (const name of names) await reads(`${name}, ${what}`, body, READS[name]);
}

describe('a service that answers with', () => {
  before(async () => {
    // The first requests also compile what they use.
    for (const [, read] of Object.entries(READS)) {
      answer = () => '{"okay":true,"result":"0x03","results":[]}';
      await Promise.resolve(read(nextUrl())).catch(() => undefined);
    }
  });

  for (const [shape, make] of Object.entries(JSON_OF)) {
    const isLong = ['objects', 'different names', 'one text'].includes(shape);
    for (const size of [...(isLong ? [8 * MEGABYTE] : []), MEGABYTE - 100, 60_000]) {
      it(`${size / 1000} kB of JSON: ${shape}`, async () => {
        const body = Buffer.from(make(size));
        await readsWith(Object.keys(READS), `${shape}, ${size} bytes`, body);
      });
    }
  }

  for (const [shape, make] of Object.entries(CLARITY)) {
    it(`a Clarity value where another is expected: ${shape}`, async () => {
      const hex = make();
      const body = Buffer.from(
        JSON.stringify({ okay: true, result: `0x${hex}`, data: `0x${hex}` }),
      );
      const names = [
        'contract().read',
        'contract().variable',
        'contract().map',
        'getName',
        'getAddressOfName',
        'getFtBalance',
      ];
      await readsWith(names, shape, body);
    });
  }

  /** Types that the page has, and values that fill them. */
  const FULL = {
    'a list of principals': [
      { list: { type: 'principal', length: 47_000 } },
      CLARITY['95,000 principals'],
    ],
    'as many principals as are read': [
      { list: { type: 'principal', length: 47_000 } },
      () => clarityList(list(4_999, principal)),
    ],
    'as many contracts as are read': [
      { list: { type: 'principal', length: 47_000 } },
      () => clarityList(list(3_333, (n) => `0616${hexOf(n, 20)}28${text(many(40, 'a'))}`)),
    ],
    'a list of 190,000 tuples': [
      {
        list: { type: { tuple: [{ name: 'a', type: { optional: 'none' } }] }, length: 200_000 },
      },
      () => clarityList(list(190_000, () => clarityTuple([['a', '09']]))),
    ],
    'tuples with long names': [
      {
        list: {
          type: { tuple: ['a', 'b'].map((one) => ({ name: many(40, one), type: 'bool' })) },
          length: 60_000,
        },
      },
      () =>
        clarityList(
          list(16_600, () => clarityTuple(['a', 'b'].map((one) => [many(40, one), '03']))),
        ),
    ],
    'as many arrays of bytes as are read': [
      { list: { type: { buffer: { length: 30 } }, length: 60_000 } },
      () => clarityList(list(24_999, () => `020000001e${many(30, 'ff')}`)),
    ],
    'texts of ASCII': [
      { list: { type: { 'string-ascii': { length: 30 } }, length: 60_000 } },
      () => clarityList(list(49_999, () => `0d0000001e${many(30, '61')}`)),
    ],
    'a list of optionals': [
      { list: { type: { optional: 'none' }, length: 2_000_000 } },
      CLARITY['two million times none'],
    ],
    'as many optionals as are read': [
      { list: { type: { optional: 'none' }, length: 2_000_000 } },
      () => clarityList(list(49_999, () => '09')),
    ],
    numbers: [
      { list: { type: 'uint128', length: 60_000 } },
      () => clarityList(list(49_999, (n) => `01${hexOf(n, 16)}`)),
    ],
    texts: [
      { list: { type: { 'string-utf8': { length: 4 } }, length: 60_000 } },
      () => clarityList(list(24_999, () => `0e0000000c${text('👋👋👋')}`)),
    ],
    tuples: [
      {
        list: {
          type: { tuple: list(9, (n) => ({ name: `f${n}`, type: 'bool' })) },
          length: 60_000,
        },
      },
      () => clarityList(list(4_999, () => clarityTuple(list(9, (n) => [`f${n}`, '03'])))),
    ],
    'a tuple of 2,000 entries': [
      { tuple: list(2_000, (n) => ({ name: clarityName(n), type: 'bool' })) },
      () => clarityTuple(list(2_000, (n) => [clarityName(n), '03'])),
    ],
    'a text of ASCII': [{ 'string-ascii': { length: 1_048_576 } }, CLARITY['a long text']],
    'a text of UTF-8': [
      { 'string-utf8': { length: 262_144 } },
      CLARITY['a long text of four bytes a character'],
    ],
    'a buffer': [{ buffer: { length: 1_048_576 } }, CLARITY['a long buffer']],
  };
  for (const [shape, [type, make]] of Object.entries(FULL)) {
    it(`a value that fills its type: ${shape}`, async () => {
      const hex = make();
      await reads(`contract().read, ${shape}`, Buffer.from(okay(hex)), readType(type));
      await reads(`contract().variable, ${shape}`, Buffer.from(stored(hex)), readVariable(type));
    });
  }

  /** [function, body], of about the largest size that is read. */
  const SHAPED = {
    'an error of 4 MB': [
      'contract().read',
      () => JSON.stringify({ okay: false, cause: many(4 * MEGABYTE, 'x') }),
    ],
    'an error of 60 kB': [
      'contract().read',
      () => JSON.stringify({ okay: false, cause: many(6_000, 'Unchecked(') }),
    ],
    'no hex of 60 kB': ['contract().read', () => okay(many(60_000, 'z'))],
    'an interface of 4,000 functions': [
      'getContractInterface',
      () =>
        JSON.stringify({
          functions: list(4_000, (n) => ({
            name: `f${n}`,
            access: 'public',
            args: [],
            outputs: { type: 'bool' },
          })),
        }),
    ],
    'an interface with a tuple of 11,000 fields': [
      'getContractInterface',
      () =>
        JSON.stringify({
          functions: functions({
            tuple: list(11_000, (n) => ({ name: clarityName(n), type: 'bool' })),
          }),
        }),
    ],
    'an interface with a type that is 20,000 deep': [
      'getContractInterface',
      () =>
        `{"functions":[{"name":"f","access":"public","args":[],"outputs":{"type":${many(20_000, '{"optional":')}"bool"${many(20_000, '}')}}}]}`,
    ],
    'an interface with names of 900 kB': [
      'getContractInterface',
      () => JSON.stringify({ functions: [{ ...functions('bool')[0], name: many(900_000, 'a') }] }),
    ],
    'a balance of 60,000 digits': [
      'getStxBalance',
      () => JSON.stringify({ available: many(60_000, '9'), balance: '1', locked: null }),
    ],
    'a list of 1,000 tokens, and a cursor without an end': [
      'getFtBalances',
      () =>
        JSON.stringify({
          results: list(1_000, (n) => ({
            asset_identifier: `${CONTRACT}-${n}::token`,
            balance: '1',
          })),
          cursor: { next: 'x' },
        }),
    ],
    'rows of the older route': [
      'getFtBalances',
      (path) =>
        path.includes('/v1/')
          ? JSON.stringify({
              fungible_tokens: record(11_000, (n) => [`${CONTRACT}-${n}::token`, { balance: '1' }]),
            })
          : '[]',
    ],
    'a name of 150 kB': [
      'getName',
      () =>
        okay(
          `070a${clarityTuple([
            ['name', `02${hexOf(150_000, 4)}${many(150_000, '61')}`],
            ['namespace', '0200000003627463'],
          ])}`,
        ),
    ],
    'a record with 100,000 items in a property': [
      'getFtMetadata',
      () => JSON.stringify({ metadata: { properties: { a: list(100_000, (n) => n) } } }),
    ],
    'a record with 12,000 attributes': [
      'getFtMetadata',
      () =>
        JSON.stringify({
          metadata: { attributes: list(12_000, (n) => ({ trait_type: `t${n}`, value: n })) },
        }),
    ],
    'a record with 20,000 properties': [
      'getFtMetadata',
      () => JSON.stringify({ metadata: { properties: record(20_000, (n) => [`p${n}`, n]) } }),
    ],
    'a record with 100,000 locales': [
      'getFtMetadata',
      () =>
        JSON.stringify({ metadata: { localization: { locales: list(100_000, (n) => `x${n}`) } } }),
    ],
    'a record with texts of 150 kB': [
      'getFtMetadata',
      () =>
        JSON.stringify(
          record(6, (n) => [
            ['name', 'symbol', 'description', 'token_uri', 'image_uri', 'tx_id'][n],
            many(75_000, 'é'),
          ]),
        ),
    ],
    'a record of marks and joiners': [
      'getFtMetadata',
      () =>
        JSON.stringify({
          description: many(50_000, 'a\u0301\u200d\u202e'),
          name: many(50_000, '\u0301'),
        }),
    ],
    'an asset identifier of 1 MB': [
      'getFtMetadata',
      () => JSON.stringify({ asset_identifier: many(MEGABYTE - 100, ':') }),
    ],
    'an error of the metadata service of 1 MB': [
      'getFtMetadata',
      () => JSON.stringify({ error: 'Token error', message: many(MEGABYTE - 100, 'x') }),
    ],
    'a page of 60 tokens with descriptions of 60 kB': [
      'searchFts',
      () =>
        JSON.stringify({
          total: 60,
          results: list(60, (n) => ({
            contract_principal: `${CONTRACT}-${n}`,
            name: 'x',
            symbol: 'X',
            description: many(60_000, 'x'),
          })),
        }),
    ],
    'a page of 20,000 tokens': [
      'searchFts',
      () => JSON.stringify({ total: 20_000, results: list(20_000, () => ({})) }),
    ],
    'fifty tokens with descriptions of 70 kB': [
      'getTokens',
      () =>
        JSON.stringify(
          list(50, (n) => ({
            contract_id: `${CONTRACT}-${n}`,
            symbol: 'X',
            description: many(70_000, 'x'),
          })),
        ),
    ],
    'a transaction with a result of 2 MB': [
      'trackTransaction on Stacks',
      () =>
        JSON.stringify({
          [ID]: {
            found: true,
            result: {
              tx_id: ID,
              tx_status: 'success',
              block_height: 5,
              tx_result: { repr: many(2 * MEGABYTE, 'x') },
            },
          },
        }),
    ],
    'a transaction with 2,000 events': [
      'trackTransaction on Stacks',
      () =>
        JSON.stringify({
          [ID]: {
            found: true,
            result: {
              tx_id: ID,
              tx_status: 'success',
              block_height: 5,
              events: list(2_000, () => ({ asset: { asset_id: 'x', amount: '1' } })),
            },
          },
        }),
    ],
    'a transaction of Bitcoin with 10,000 inputs': [
      'trackTransaction on Bitcoin',
      () =>
        JSON.stringify({
          txid: ID.slice(2),
          status: { confirmed: false },
          vin: list(10_000, (n) => ({ txid: ID.slice(2), vout: n })),
        }),
    ],
  };
  for (const [what, [name, body]] of Object.entries(SHAPED)) {
    it(`${what}, to ${name}`, async () => {
      const buffers = new Map();
      await reads(
        `${name}, ${what}`,
        (path) => {
          const found = buffers.get(path) ?? Buffer.from(body(path));
          buffers.set(path, found);
          return found;
        },
        READS[name],
      );
    });
  }
});

describe('what is kept', () => {
  it('of 30 answers of a megabyte, for callers with `maxAge`', async () => {
    const hex = `0d${hexOf(500_000, 4)}${many(500_000, '61')}`;
    answer = () => okay(hex);
    const read = readType({ 'string-ascii': { length: 500_000 } });
    await survives('maxAge', async () => {
      for (let n = 0; n < 30; n += 1) await read(nextUrl());
    });
  });

  it('of 60 records and 60 errors of a metadata service', async () => {
    const one = client(`${baseUrl}/cache`);
    answer = (path) =>
      path.endsWith('1')
        ? JSON.stringify({ error: 'Token error', message: many(200_000, 'x') })
        : JSON.stringify({ description: many(200_000, 'x'), metadata: { attributes: list(1_000, (n) => ({ trait_type: `t${n}`, value: many(100, 'y') })) } }); // prettier-ignore
    await survives('metadata', async () => {
      const errors = [];
      for (let n = 0; n < 120; n += 1) {
        await one.getFtMetadata(`${CONTRACT}-${n}`).catch((error) => errors.push(error));
      }
      return [one, errors];
    });
  });

  it('of 50 interfaces', async () => {
    const abi = { functions: list(1_000, (n) => ({ name: `f${n}`, access: 'public', args: [], outputs: { type: 'bool' } })) }; // prettier-ignore
    const body = Buffer.from(JSON.stringify(abi));
    answer = () => body;
    await survives('interfaces', async () => {
      for (let n = 0; n < 50; n += 1) await getContractInterface(CONTRACT, source(nextUrl()));
    });
  });

  it('of 3,000 hosts that were asked once', async () => {
    const fetch = async () => Response.json({ balance: '1', available: '1', locked: null });
    const askAll = async (name, count) => {
      for (let n = 0; n < count; n += 1) {
        await getStxBalance(ADDRESS, { source: { baseUrl: `https://${name}${n}.example`, fetch } });
      }
    };
    // The engine keeps what it has compiled.
    await askAll('first', 1_000);
    const { kept } = await measure(() => askAll('h', 3_000));
    assert.ok(kept < 2_000_000, `${kept} bytes`);
  });
});

describe('a wallet that answers with', () => {
  const long = many(5 * MEGABYTE, 'a');
  const rows = (count, fields) => list(count, () => ({ address: ADDRESS, publicKey: '02', ...fields })); // prettier-ignore
  /** The same object in 2^40 places. */
  const nested = () => {
    let value = { a: 1 };
    for (let depth = 0; depth < 40; depth++) value = { one: value, two: value };
    return value;
  };
  const transfer = { amount: 1n, recipient: 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE' };
  const call = { contract: CONTRACT, functionName: 'f' };
  const message = { message: 'hello' };
  /** [method, params, answer] */
  const ANSWERS = {
    '100,000 addresses': ['getAddresses', undefined, () => ({ addresses: rows(100_000) })],
    '100,000 addresses as texts': ['getAddresses', undefined, () => list(100_000, () => ADDRESS)],
    'addresses with texts of 5 MB': [
      'getAddresses',
      undefined,
      () => ({ addresses: rows(3, { type: long, purpose: long, more: long }) }),
    ],
    'an address of 5 MB': [
      'getAddresses',
      undefined,
      () => ({ addresses: [{ address: `SP${long}` }] }),
    ],
    'an object that is in many places': ['stx_signMessage', message, nested],
    'a list of a million numbers': ['stx_signMessage', message, () => list(1_000_000, (n) => n)],
    'a signature of 5 MB': [
      'stx_signMessage',
      message,
      () => ({ signature: long, publicKey: long }),
    ],
    'a txid of 5 MB': ['stx_transferStx', transfer, () => ({ txid: long })],
    'a transaction of 5 MB': [
      'stx_transferStx',
      transfer,
      () => ({ txid: '5a'.repeat(32), transaction: long }),
    ],
    'a transaction of 2 MB with a list of principals': [
      'stx_callContract',
      call,
      () => ({ txid: '5a'.repeat(32), transaction: callOfMany() }),
    ],
    'a PSBT with 2,000 inputs': [
      'signPsbt',
      { psbt: createPsbt(), signInputs: [0] },
      () => ({ psbt: createPsbt(2_000) }),
      150, // 97 on a quiet machine
    ],
    'a PSBT with 2,000 outputs': [
      'signPsbt',
      { psbt: createPsbt(), signInputs: [0] },
      () => ({ psbt: createPsbt(1, 2_000) }),
    ],
    'a PSBT of 5 MB': [
      'signPsbt',
      { psbt: createPsbt(), signInputs: [0] },
      () => ({ psbt: long, hex: long }),
    ],
    'an error with a message of 5 MB': [
      'stx_signMessage',
      message,
      () => ({ error: { code: 5, message: long } }),
    ],
    'an error with data in many places': [
      'stx_signMessage',
      message,
      () => ({ jsonrpc: '2.0', id: '1', error: { code: 5, message: 'x', data: nested() } }),
    ],
  };
  for (const [what, [method, params, getAnswer, most]] of Object.entries(ANSWERS)) {
    it(what, async () => {
      const given = getAnswer();
      const provider = {
        request: async (name) =>
          name === method || method === 'getAddresses'
            ? { jsonrpc: '2.0', id: '1', result: given }
            : { addresses: rows(1, { symbol: 'STX' }) },
      };
      const items = new Map();
      const storage = {
        getItem: (key) => items.get(key) ?? null,
        setItem: (key, value) => void items.set(key, value),
        removeItem: (key) => void items.delete(key),
      };
      const wallet = createWalletClient({ storage });
      if (method !== 'getAddresses') await wallet.connect({ provider });
      await survives(what, () => wallet.request({ provider }, method, params), most);
      const stored = [...items].flat().join('').length;
      assert.ok(stored < 200_000, `${stored} characters are stored`);
    });
  }
});

describe('a text of a token', () => {
  /** As long as parsed metadata may be, and longer. */
  const TEXTS = {
    joiners: many(100_000, 'a\u200d'),
    marks: many(300_000, '\u0301'),
    'spaces and a letter': `data:image/png,${many(250_000, ' ')}x`,
    'spaces around': many(250_000, ' '),
    dots: `ipfs://${many(1_000, './')}`,
    'percent signs': `https://a.example/${many(2_000, '%')}`,
    surrogates: many(250_000, '\ud800'),
    hosts: `https://${many(1_000, 'a.')}b`,
  };
  for (const [what, value] of Object.entries(TEXTS)) {
    it(`of ${what} is shown or refused`, async () => {
      for (const show of [displayText, safeLink, safeImage]) {
        await survives(`${show.name}, ${what}`, async () => show(value));
      }
    });
  }
});

describe('a Clarity value that the page reads with deserialize()', () => {
  /** [milliseconds, hex] */
  const VALUES = {
    '200,000 times none': [200, () => clarityList(list(200_000, () => '09'))],
    '200,000 times true': [200, () => clarityList(list(200_000, () => '03'))],
    '200,000 tuples': [1_000, () => clarityList(list(200_000, () => clarityTuple([['a', '09']])))],
  };
  for (const [what, [most, createHex]] of Object.entries(VALUES)) {
    it(what, async () => {
      const hex = createHex();
      // The value itself is kept until it is counted.
      const count = await survives(what, async () => deserialize(hex).value.length, most);
      assert.equal(count, 200_000);
    });
  }
});
