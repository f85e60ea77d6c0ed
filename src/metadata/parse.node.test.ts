import { expect } from '@esm-bundle/chai';
import fc from 'fast-check';
import { isFtPrincipal, limits, parseFtMetadata } from './parse.js';

const PRINCIPAL = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.token-name';
const ASSET = `${PRINCIPAL}::asset`;
const parse = (value: unknown) => parseFtMetadata(value, PRINCIPAL);

/** [field, value, parsed] */
const FIELDS: readonly (readonly [string, unknown, unknown])[] = [
  ['decimals', 0, 0],
  ['decimals', 38, 38],
  ['decimals', 39, undefined],
  ['decimals', -1, undefined],
  ['decimals', 1.5, undefined],
  ['decimals', '6', undefined],
  ['decimals', 2147483647, undefined],
  ['total_supply', '0', '0'],
  [
    'total_supply',
    '340282366920938463463374607431768211455',
    '340282366920938463463374607431768211455',
  ],
  ['total_supply', '1'.repeat(40), undefined],
  ['total_supply', '-5', undefined],
  ['total_supply', 'NaN', undefined],
  ['total_supply', '1e30', undefined],
  ['total_supply', '', undefined],
  ['total_supply', 5, undefined],
  ['name', '', undefined],
  ['name', null, undefined],
  ['name', { toString: () => 'x' }, undefined],
  ['symbol', 'S'.repeat(100), `${'S'.repeat(59)}…`],
  ['token_uri', `https://a.example/${'a'.repeat(3000)}`, undefined],
  ['metadata', [], undefined],
  ['metadata', null, undefined],
  ['unknown_field', 'x', undefined],
];

describe('parseFtMetadata', () => {
  for (const [field, value, parsed] of FIELDS) {
    it(`${field} ${JSON.stringify(value)?.slice(0, 40)} is ${JSON.stringify(parsed) ?? 'absent'}`, () => {
      const token = parse({ [field]: value }) as Record<string, unknown>;
      expect(token[field]).to.equal(parsed);
      expect(Object.hasOwn(token, field)).to.equal(parsed !== undefined);
    });
  }

  for (const value of [null, undefined, 5, 'x', [], [{}]]) {
    it(`refuses ${JSON.stringify(value)} with bad-response`, () => {
      expect(() => parse(value))
        .to.throw()
        .with.property('code', 'bad-response');
    });
  }

  it('accepts only the asset identifier of the principal', () => {
    expect(parse({ asset_identifier: ASSET }).asset_identifier).to.equal(ASSET);
    for (const id of [
      `${PRINCIPAL}x::a`,
      `${PRINCIPAL}::a::b`,
      PRINCIPAL,
      `${PRINCIPAL}::`,
      '::a',
      5,
      {},
    ]) {
      expect(() => parse({ asset_identifier: id }))
        .to.throw()
        .with.property('code', 'bad-response');
    }
  });

  it('refuses the token of another standard: `::null`, without any fact of a fungible token', () => {
    const nft = {
      asset_identifier: `${PRINCIPAL}::null`,
      tx_id: '0x',
      token_uri: 'https://a.example/',
    };
    expect(() => parse({ ...nft, metadata: { sip: 16, name: 'Picture' } }))
      .to.throw()
      .with.property('code', 'not-found');
    for (const fact of [{ symbol: 'S' }, { decimals: 6 }, { total_supply: '1' }]) {
      expect(parse({ ...nft, ...fact }).asset_identifier).to.equal(undefined);
    }
  });

  it('lists the fields that are not valid', () => {
    const wrong = { decimals: [39, 255, -1, 1.5, '6'], total_supply: ['NaN', '-5', '1e30', 5] };
    for (const [field, values] of Object.entries(wrong)) {
      for (const value of values) expect(parse({ [field]: value }).invalid).to.eql([field]);
      for (const value of ['', null, undefined])
        expect(parse({ [field]: value }).invalid).to.equal(undefined);
    }
    expect(parse({ decimals: 39, total_supply: 'NaN' }).invalid).to.eql([
      'decimals',
      'total_supply',
    ]);
  });

  it('reads fields behind the getters of a class, each once', () => {
    let reads = 0;
    class Token {
      get symbol() {
        reads += 1;
        return 'HNY';
      }
    }
    expect(parseFtMetadata(new Token()).symbol).to.equal('HNY');
    expect(reads).to.equal(1);
  });

  it('treats keys such as __proto__ as ordinary keys', () => {
    const text =
      '{"metadata":{"properties":{"__proto__":{"polluted":1},"constructor":"c","then":"t","":"e"}}}';
    const { properties } = parse(JSON.parse(text)).metadata!;
    expect(Object.getPrototypeOf(properties)).to.equal(Object.prototype);
    expect(Object.keys(properties!)).to.deep.equal(['__proto__', 'constructor', 'then', '']);
    expect(({} as { polluted?: number }).polluted).to.equal(undefined);
  });

  it('keeps the order and duplicates of attributes, with any values', () => {
    const attributes = [
      { trait_type: 'a', value: 1 },
      { trait_type: 'a', display_type: '', value: { b: [null, true] } },
      'x',
      { value: 'no type' },
    ];
    expect(parse({ metadata: { attributes } }).metadata!.attributes).to.deep.equal([
      { trait_type: 'a', value: 1 },
      { trait_type: 'a', value: { b: [null, true] } },
      { trait_type: '', value: 'no type' },
    ]);
  });

  it('keeps valid locale codes, each once', () => {
    const localization = {
      uri: 'https://a.example/{locale}',
      default: 'en',
      locales: ['en', 'es-MX', 'en', '<b>', 5, '../x'],
    };
    expect(parse({ metadata: { localization } }).metadata!.localization).to.deep.equal({
      ...localization,
      locales: ['en', 'es-MX'],
    });
  });

  it('limits counts, depth and lengths', () => {
    const many = Array.from({ length: 10_000 }, (_, n) => ({
      trait_type: `t${n}`,
      value: 'x'.repeat(5000),
    }));
    const deep: unknown[] = [];
    let inner = deep;
    for (let n = 0; n < 5000; n += 1) inner.push((inner = []));
    const { metadata } = parse({
      metadata: {
        attributes: many,
        properties: { deep, wide: Array(10_000).fill(1), ['k'.repeat(10_000)]: 1 },
      },
    });
    expect(metadata!.attributes!.length).to.equal(limits.attributes);
    expect((metadata!.attributes![0]!.value as string).length).to.equal(limits.valueLength);
    expect(JSON.stringify(metadata!.properties!['deep'])).to.equal('[[["…"]]]');
    expect((metadata!.properties!['wide'] as unknown[]).length).to.equal(limits.valueEntries + 1);
    expect(Object.keys(metadata!.properties!)[2]!.length).to.equal(limits.keyLength);
  });

  it('returns a small frozen record for any answer, or refuses it', () => {
    const keys = ['name', 'decimals', 'total_supply', 'asset_identifier', 'metadata', 'image_uri'];
    const inner = ['sip', 'name', 'attributes', 'properties', 'localization', 'image'];
    const some = (names: string[], value: fc.Arbitrary<unknown>) =>
      fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] });
    const value = fc.oneof(
      fc.anything({ withBigInt: true, withSparseArray: true, withNullPrototype: true }),
      fc.jsonValue(),
    );
    const answer = fc.oneof(value, some(keys, fc.oneof(value, some(inner, value))));
    fc.assert(
      fc.property(answer, (body) => {
        let token;
        try {
          token = parse(body);
        } catch (error) {
          expect((error as Error).name).to.equal('MetadataError');
          return;
        }
        expect(Object.isFrozen(token)).to.equal(true);
        expect(JSON.stringify(token).length).to.be.below(3_000_000);
        expect(JSON.stringify(parse(token))).to.equal(JSON.stringify(token));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('parseFtMetadata, at its limits,', () => {
  const kept = (fields: object) => parseFtMetadata({ ...fields }) as Record<string, unknown>;

  it('keeps the longest text, and cuts a longer one', () => {
    for (const [field, length] of [
      ['name', limits.nameLength],
      ['symbol', limits.symbolLength],
      ['description', limits.descriptionLength],
    ] as const) {
      expect(kept({ [field]: 'x'.repeat(length) })[field]).to.equal('x'.repeat(length));
      expect(kept({ [field]: 'x'.repeat(length + 1) })[field]).to.equal(
        `${'x'.repeat(length - 1)}…`,
      );
    }
  });

  it('keeps the longest link, and drops a longer one', () => {
    for (const [start, length] of [
      ['https://a.example/', limits.urlLength],
      ['DATA:image/png,', limits.dataUrlLength],
    ] as const) {
      const longest = start.padEnd(length, 'a');
      expect(kept({ image_uri: longest })).to.deep.equal({ image_uri: longest });
      expect(kept({ image_uri: `${longest}a` })).to.deep.equal({});
    }
    expect(kept({ image_uri: '', token_uri: null })).to.deep.equal({});
  });

  it('limits the text of all properties together', () => {
    const keys = Array.from({ length: 100 }, (_, n) => `key ${n}`);
    const properties = Object.fromEntries(
      keys.map((key) => [key, Array.from({ length: 10 }, () => 'x'.repeat(limits.valueLength))]),
    );
    const text = JSON.stringify(parseFtMetadata({ metadata: { properties } }));
    expect(text.length).to.be.within(limits.valueText, 1.2 * limits.valueText);
  });

  it('accepts an asset name of at most 128 characters', () => {
    const id = (name: string) => ({ asset_identifier: `${PRINCIPAL}::${name}` });
    const owned = (owner: string) => ({ asset_identifier: `${owner}::a` });
    expect(kept(id('a'.repeat(128)))).to.deep.equal(id('a'.repeat(128)));
    const notOwners = ['', 'token', '.token', `${PRINCIPAL}.v2`, `${PRINCIPAL.split('.')[0]}.`];
    for (const wrong of [id('a'.repeat(129)), id(''), id('1a'), ...notOwners.map(owned)]) {
      expect(() => kept(wrong)).to.throw(/asset_identifier/);
    }
    for (const none of ['', null, undefined]) {
      expect(kept({ asset_identifier: none })).to.deep.equal({});
    }
  });

  it('keeps the maximum number of locales, and only valid codes', () => {
    const locales = Array.from({ length: 101 }, (_, at) => `l${at}`);
    const { metadata } = parseFtMetadata({
      metadata: { localization: { default: 'not a code', locales: ['', ...locales] } },
    });
    expect(metadata?.localization).to.deep.equal({ locales: locales.slice(0, limits.locales - 1) });
  });

  it('keeps the maximum number of values of attributes and of properties', () => {
    const many = Array.from({ length: 50 }, () => Array<number>(50).fill(1));
    const count = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? Object.values(value).reduce<number>((sum, inner) => sum + count(inner), 1)
        : Number(value === 1);
    const { metadata } = parseFtMetadata({
      metadata: {
        properties: Object.fromEntries(many.entries()),
        attributes: many.map((value) => ({ trait_type: 'x', value })),
      },
    });
    expect(count(metadata?.properties)).to.be.within(900, 1_001);
    expect(count(metadata?.attributes?.map(({ value }) => value))).to.be.within(900, 1_001);
    expect(Object.isFrozen(metadata?.properties) && Object.isFrozen(metadata?.attributes)).to.equal(
      true,
    );
  });

  it('reads an attribute without a value as null', () => {
    const { metadata } = parseFtMetadata({ metadata: { attributes: [{ trait_type: 'x' }] } });
    expect(metadata?.attributes).to.deep.equal([{ trait_type: 'x', value: null }]);
  });
});

const ADDRESS = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';

/** Values at the limits of the pattern. */
const PRINCIPALS: readonly (readonly [value: unknown, isPrincipal: boolean])[] = [
  [`${ADDRESS}.token`, true],
  [`${'S'.repeat(28)}.t`, true],
  [`${'S'.repeat(41)}.t`, true],
  [`${'S'.repeat(27)}.t`, false],
  [`${'S'.repeat(42)}.t`, false],
  [`${ADDRESS}.${'t'.repeat(40)}`, true],
  [`${ADDRESS}.${'t'.repeat(41)}`, false],
  [`${'S'.repeat(28)}.${'t'.repeat(41)}`, false],
  [`${ADDRESS}.t-_9`, true],
  [`${ADDRESS}.9t`, false],
  [`${ADDRESS}.t!`, false],
  [`${ADDRESS}.t/../x`, false],
  [`${ADDRESS}.`, false],
  [ADDRESS, false],
  [` ${ADDRESS}.token`, false],
  [`${ADDRESS}.token\n`, false],
  [`${ADDRESS.toLowerCase()}.token`, false],
  ...[...'ILOU'].map((letter) => [`${letter.repeat(30)}.t`, false] as const),
  [[`${ADDRESS}.token`], false],
  [undefined, false],
];

describe('isFtPrincipal', () => {
  for (const [value, isPrincipal] of PRINCIPALS) {
    it(`${isPrincipal ? 'accepts' : 'refuses'} ${JSON.stringify(value)}`, () =>
      expect(isFtPrincipal(value)).to.equal(isPrincipal));
  }
});
