import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { safeImage, safeLink, type Gateways } from './links.js';
import { rounds } from '../testing/cdp.js';

const RUNS = await rounds({ usual: 300, long: 15_000 });

const CID = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';
const OLD_CID = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG';
const AR = 'bNbA3TEQVL60xlgCcqdz4ZPHFZ711cZ3hmkpGttDt_U';
const PNG = 'data:image/png;base64,iVBORw0KGgo=';

/** [written by the author, href] */
const LINKS: readonly (readonly [string, string])[] = [
  ['https://honey.example', 'https://honey.example/'],
  ['HTTPS://Honey.Example/A?b=c#d', 'https://honey.example/A?b=c#d'],
  ['https://honey.example:8443/x', 'https://honey.example:8443/x'],
  ['https://ünïcode.example/', 'https://xn--ncode-cta3g.example/'],
  ['http://localhost:8080/x.png', 'http://localhost:8080/x.png'],
  ['http://127.0.0.1/x.png', 'http://127.0.0.1/x.png'],
  ['http://[::1]:8080/', 'http://[::1]:8080/'],
  ['http://app.localhost/', 'http://app.localhost/'],
  ['HTTP://LOCALHOST:80/x', 'http://localhost/x'],
  [`ipfs://${CID}//a`, `https://ipfs.io/ipfs/${CID}/a`],
  ['ipns://ipfs/a', 'https://ipfs.io/ipns/ipfs/a'],
  [`ipfs://${CID}/a/b.png`, `https://ipfs.io/ipfs/${CID}/a/b.png`],
  [`ipfs://ipfs/${OLD_CID}`, `https://ipfs.io/ipfs/${OLD_CID}`],
  [`IPFS://${OLD_CID}/My%20image.png`, `https://ipfs.io/ipfs/${OLD_CID}/My%20image.png`],
  ['ipns://docs.ipfs.tech/a', 'https://ipfs.io/ipns/docs.ipfs.tech/a'],
  [`ar://${AR}/1.png`, `https://arweave.net/${AR}/1.png`],
  // Ordinary file names, read as browsers read them.
  [' https://a.example', 'https://a.example/'],
  ['https://a.example/a.png\n', 'https://a.example/a.png'],
  ['\t\r\nhttps://a.example/a.png \r\n', 'https://a.example/a.png'],
  ['https://a.example/My image (1).png', 'https://a.example/My%20image%20(1).png'],
  ['https://a.example/a?name=My image.png', 'https://a.example/a?name=My%20image.png'],
  [
    'https://a.example/Screenshot 3.45\u202fPM.png',
    'https://a.example/Screenshot%203.45%E2%80%AFPM.png',
  ],
  ['https://a.example/a\u00a0b.png', 'https://a.example/a%C2%A0b.png'],
  ['https://a.example/👩\u200d🚀.png', 'https://a.example/%F0%9F%91%A9%E2%80%8D%F0%9F%9A%80.png'],
  ['https://a.example/100%.png', 'https://a.example/100%.png'],
  ['https://a.example/%231.png', 'https://a.example/%231.png'],
  [`ipfs://${CID}/My image.png`, `https://ipfs.io/ipfs/${CID}/My%20image.png`],
  [`ipfs://${CID}/Ape %231.png`, `https://ipfs.io/ipfs/${CID}/Ape%20%231.png`],
  [`ipfs://${CID}/What%3F.png`, `https://ipfs.io/ipfs/${CID}/What%3F.png`],
  [`ipfs://${CID}/100%.png`, `https://ipfs.io/ipfs/${CID}/100%25.png`],
  [`ipfs://${CID}/abeille-é.png`, `https://ipfs.io/ipfs/${CID}/abeille-%C3%A9.png`],
  [`ipfs://${CID}/蜜.png`, `https://ipfs.io/ipfs/${CID}/%E8%9C%9C.png`],
  [`ipfs://${CID}/🍯.png`, `https://ipfs.io/ipfs/${CID}/%F0%9F%8D%AF.png`],
  [
    `ipfs://${CID}/👩\u200d🚀.png`,
    `https://ipfs.io/ipfs/${CID}/%F0%9F%91%A9%E2%80%8D%F0%9F%9A%80.png`,
  ],
  [
    `ipfs://${CID}/[a] {b} "c" <d>.png`,
    `https://ipfs.io/ipfs/${CID}/[a]%20%7Bb%7D%20%22c%22%20%3Cd%3E.png`,
  ],
  [`ipfs://${CID}?filename=a.png`, `https://ipfs.io/ipfs/${CID}?filename=a.png`],
  [`ipfs://${CID}/?filename=a b.png`, `https://ipfs.io/ipfs/${CID}?filename=a%20b.png`],
  [
    `ipfs://${CID}/a.svg?filename=x/../é.svg#1`,
    `https://ipfs.io/ipfs/${CID}/a.svg?filename=x/../%C3%A9.svg#1`,
  ],
  [`ipfs://${CID}#x`, `https://ipfs.io/ipfs/${CID}#x`],
  [`ipfs://${CID}/a.png\n`, `https://ipfs.io/ipfs/${CID}/a.png`],
  [` ipfs://${CID}/a.png`, `https://ipfs.io/ipfs/${CID}/a.png`],
  [`ar://${AR}/My image.png?x`, `https://arweave.net/${AR}/My%20image.png?x`],
];

const REFUSED = [
  '',
  ' ',
  'x',
  '/x',
  '//evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'http://evil.example/',
  'http://localhost.evil.example/',
  'http://127.0.0.1.evil.example/',
  'http://1270.0.0.1/',
  'https://a@b.example/',
  'https://:p@b.example/',
  'https:a.example',
  'https:///a.example',
  'http://evillocalhost/',
  'https:/a.example',
  'https:\\\\a.example',
  'https://a.example\\b',
  'ftp://a.example/',
  'blob:https://a.example/1',
  'file:///x',
  'about:blank',
  PNG,
  'https://[',
  'https://a..example:99999/',
  `ipfs://${CID}/../x`,
  `ipfs://${CID}/./x`,
  `ipfs://${CID}/%2e%2e/x`,
  `ipfs://${CID}/a%2Fb`,
  `ipfs://${CID}/.%2e/x`,
  `ipfs://${CID}/a/..?x`,
  `ipfs://${CID}/..#x`,
  `ipfs://${CID} /a.png`,
  'ipfs://?filename=a.png',
  'https://a .example/',
  'https://a.example\u00a0/',
  'https://a.example@evil.example/a b.png',
  ' javascript:alert(1)\n',
  '\njava\nscript:alert(1)',
  'https://a.exa\nmple/',
  'https://a.example/a\tb.png',
  'ipfs://short',
  'ipfs://',
  'ipfs:/x',
  `ipfs:${CID}`,
  'ar://short',
  `ar://${AR}x`,
  `ar://${AR.slice(1)}`,
  'ipns://../x',
  'ipns://./x',
  `ar://${AR}/..`,
  `https://a.example/${'a'.repeat(3000)}`,
];

describe('safeLink', () => {
  for (const [text, href] of LINKS) {
    it(`${text} leads to ${href}`, () => expect(safeLink(text)).to.equal(href));
  }
  for (const text of REFUSED) {
    it(`${JSON.stringify(text).slice(0, 60)} is not a link`, () =>
      expect(safeLink(text)).to.equal(undefined));
  }

  it('refuses invisible characters, and characters that a URL parser drops', () => {
    const ranges = [
      [0, 0x1f],
      [0x7f, 0x9f],
      [0x200b, 0x200b],
      [0x200e, 0x200f],
      [0x2028, 0x202e],
      [0x2060, 0x206f],
      [0xfeff, 0xfeff],
    ] as const;
    for (const [first, last] of ranges) {
      for (let code = first; code <= last; code++) {
        const text = `https://a.example/${String.fromCharCode(code)}b`;
        expect(safeLink(text), `U+${code.toString(16)}`).to.equal(undefined);
      }
    }
  });

  it('accepts a content id of 32 to 100 characters', () => {
    for (const [length, isLink] of [
      [31, false],
      [32, true],
      [100, true],
      [101, false],
    ] as const) {
      expect(safeLink(`ipfs://${'Q'.repeat(length)}`) !== undefined, `${length}`).to.equal(isLink);
    }
  });

  it('refuses escapes that a gateway would decode', () => {
    for (const escape of ['2e', '2E', '2f', '5c', '00']) {
      expect(safeLink(`ipfs://${CID}/a%${escape}/b`), escape).to.equal(undefined);
    }
  });

  it('uses the configured gateway, or none', () => {
    const own: Gateways = { ipfs: 'https://gw.example/base/', arweave: 'http://localhost:1984' };
    expect(safeLink(`ipfs://${CID}/x`, own)).to.equal(`https://gw.example/base/ipfs/${CID}/x`);
    expect(safeLink(`ar://${AR}`, own)).to.equal(`http://localhost:1984/${AR}`);
    expect(safeLink(`ipfs://${CID}`, { ipfs: 'off' })).to.equal(undefined);
    expect(safeLink(`ar://${AR}`, { arweave: 'off' })).to.equal(undefined);
    expect(safeLink(`ipfs://${CID}`, { ipfs: 'javascript:alert(1)//' })).to.equal(undefined);
    expect(safeLink(`ipfs://${CID}`, { ipfs: 'http://gw.example' })).to.equal(undefined);
  });

  it('returns only https or localhost URLs for any input, and the same URL if applied twice', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.webUrl(),
      fc.constantFrom(...REFUSED, ...LINKS.flat()),
    );
    const text = fc.oneof(
      part,
      fc.tuple(part, part).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (written) => {
        const href = safeLink(written);
        if (href === undefined) return;
        const { protocol, username, hostname } = new URL(href);
        expect(username).to.equal('');
        if (protocol !== 'https:') expect(hostname).to.match(/localhost$|^127\.|^\[::1\]$/);
        expect(safeLink(href)).to.equal(href);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('safeImage', () => {
  const types = ['png', 'jpeg', 'jpg', 'gif', 'webp', 'avif'];
  for (const type of types) {
    it(`data:image/${type} is shown`, () => {
      expect(safeImage(`data:image/${type};base64,AAAA`)).to.equal(
        `data:image/${type};base64,AAAA`,
      );
    });
  }
  for (const text of ['data:image/png,%89PNG', 'DATA:IMAGE/PNG;BASE64,AAAA', ` ${PNG}\n`]) {
    it(`${text} is shown`, () => expect(safeImage(text)).to.equal(text.trim()));
  }
  const refused = [
    'data:image/png,',
    'data:image/png;base64,',
    'data:text/html,data:image/png,AAAA',
    'data:image/svg+xml,<svg/>',
    'data:image/svg+xml;base64,AAAA',
    'data:text/html,x',
    'data:image/png',
    'data:image/png,<svg>',
    'data:image/png;base64,AA AA',
    'data:image/png;charset=utf-8;base64,AAAA',
    'data:image/bmp;base64,AAAA',
    `data:image/png;base64,${'A'.repeat(300_000)}`,
    'javascript:alert(1)',
  ];
  for (const text of refused) {
    it(`${JSON.stringify(text).slice(0, 50)} is not shown`, () =>
      expect(safeImage(text)).to.equal(undefined));
  }
  it('with many spaces inside is refused at once', () => {
    expect(safeImage(`data:image/png,${' '.repeat(250_000)}x`)).to.equal(undefined);
    expect(safeImage(`${' '.repeat(200_000)}${PNG}`)).to.equal(PNG);
  }).timeout(1_000);
  it('accepts the URLs that safeLink accepts', () => {
    expect(safeImage('https://a.example/x.svg')).to.equal('https://a.example/x.svg');
    expect(safeImage(undefined)).to.equal(undefined);
  });
});
