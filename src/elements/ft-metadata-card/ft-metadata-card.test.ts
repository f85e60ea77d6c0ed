import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import { resetMouse, sendMouse, setViewport } from '@web/test-runner-commands';
import { configure } from '../../core/configure.js';
import type { FtMetadata } from '../../metadata/metadata-types.js';
import { cdp, hasCdp } from '../../testing/cdp.js';
import {
  findPart,
  inside,
  keys,
  labelOf,
  linesOf,
  part,
  textOf,
  textRects,
  themeColor,
} from '../../testing/element-helpers.js';
import { json, testService, type Answering } from '../../testing/metadata-fetch.js';
import { pause, waitForStatus, waitUntil } from '../../testing/wait-until.js';
import type { FtErrorEvent, FtLoadEvent, FtMetadataCard } from './ft-metadata-card.js';
import './define.js';
import '../wallet-context/define.js';

const ADDRESS = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const HONEY = `${ADDRESS}.honey-token`;
const OTHER = `${ADDRESS}.other-token`;
const TX = `0x${'ab'.repeat(32)}`;
/** An image of one pixel, so that no test loads one from the network. */
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const FULL = {
  name: 'Honey',
  symbol: 'HNY',
  decimals: 6,
  total_supply: '2100000000000001',
  token_uri: 'https://honey.example/token.json',
  description: 'Described on chain',
  image_uri: 'https://honey.example/image.png',
  image_thumbnail_uri: PIXEL,
  image_canonical_uri: 'https://honey.example/canonical.png',
  tx_id: TX,
  sender_address: ADDRESS,
  asset_identifier: `${HONEY}::honey`,
  metadata: {
    sip: 16,
    name: 'Sweet Honey',
    description: 'Described off chain',
    image: 'https://honey.example/raw.png',
    cached_image: 'https://cache.example/image.png',
    cached_thumbnail_image: PIXEL,
    attributes: [{ trait_type: 'Category', display_type: 'string', value: 'Community' }],
    properties: { collection: 'Tokens', nested: { of: ['a', 1, true] } },
    localization: {
      uri: 'https://honey.example/{locale}.json',
      default: 'en',
      locales: ['en', 'es'],
    },
  },
} satisfies FtMetadata;

const MANY_ATTRIBUTES = {
  ...FULL,
  metadata: {
    ...FULL.metadata,
    attributes: Array.from({ length: 60 }, (_, n) => ({ trait_type: `Trait ${n}`, value: n })),
  },
} satisfies FtMetadata;

const SPANISH = { ...FULL, metadata: { ...FULL.metadata, name: 'Miel' } } satisfies FtMetadata;
const plain = (principal: string) => ({ asset_identifier: `${principal}::t`, name: 'Plain' });
const honey: Answering = (_principal, locale) =>
  locale === 'es' ? json(SPANISH) : locale ? json({ error: 'Locale not found' }, 422) : json(FULL);

/** Every text in a value, except integers, which are shown as amounts, and the image. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === PIXEL || /^\d+$/.test(value) ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

async function cardOf(answering: Answering, attributes: Record<string, string> = {}) {
  const service = testService(answering);
  const card = document.createElement('ft-metadata-card');
  card.client = service.client;
  // WebKit renders the content of a card with `content-visibility: auto` one frame after these tests measure it.
  card.style.contentVisibility = 'visible';
  for (const [name, value] of Object.entries({ principal: HONEY, ...attributes })) {
    card.setAttribute(name, value);
  }
  const box = await fixture<HTMLElement>(html`<div></div>`);
  box.append(card);
  await card.updateComplete;
  return { card, box, ...service };
}
/** Resolves after a frame in which the card is near the viewport, or far from it. */
const frameWith = (card: FtMetadataCard, place: 'near' | 'far') =>
  new Promise<void>((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)!.isIntersecting !== (place === 'near')) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: '300px' },
    );
    observer.observe(card);
  });
/** The links that show an icon and have a name, as those to an explorer do. */
const iconLinks = (card: FtMetadataCard) => [
  ...card.shadowRoot!.querySelectorAll<HTMLAnchorElement>('[part~=link][aria-label]'),
];

const openAll = (card: FtMetadataCard) => {
  const closed = '[aria-expanded=false]';
  for (const button of card.shadowRoot!.querySelectorAll<HTMLElement>(closed)) button.click();
};

/** A card that waits for its service, its height, and what answers for the service. */
async function loadingCard(variant: 'row' | 'card' | 'full', width: number) {
  let answer: (response: Response) => void = () => undefined;
  const loading = () => new Promise<Response>((resolve) => (answer = resolve));
  const { card, box } = await cardOf(loading, { variant });
  box.style.width = `${width}px`;
  await waitForStatus(card, 'loading');
  await waitUntil(() => answer.length > 0);
  const { height } = card.getBoundingClientRect();
  return { card, box, height, answer };
}

describe('<ft-metadata-card>', () => {
  for (const variant of ['chip', 'row'] as const) {
    it(`a ${variant} works with a client of the page that can load only single tokens`, async () => {
      const { client, asked } = testService(honey);
      const { getFtMetadata } = client;
      const { card } = await cardOf(honey, { variant });
      Object.assign(card, { client: { getFtMetadata } });
      await waitForStatus(card, 'ready');
      expect(textOf(card)).to.contain('HNY');
      expect(asked).to.deep.equal([HONEY]);
    });
  }

  it('says in the console that an asset identifier is no principal, and what to write', async () => {
    const { error } = console;
    const said: unknown[] = [];
    console.error = (text: unknown) => said.push(text);
    try {
      const { card, asked } = await cardOf(honey, { principal: `${HONEY}::honey` });
      await waitForStatus(card, 'error');
      expect(asked).to.deep.equal([]);
    } finally {
      console.error = error;
    }
    expect(said).to.have.length(1);
    expect(said[0]).to.contain(`Drop \`::honey\`: write ${HONEY}.`);
  });

  it('has controls of 44 px for touch input', async function () {
    if (!hasCdp) this.skip(); // Only CDP can emulate a coarse pointer.
    await cdp('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 });
    try {
      const { card } = await cardOf(() => json(MANY_ATTRIBUTES), { variant: 'full' });
      await waitForStatus(card, 'ready');
      await waitUntil(() => part(card, 'all-button').checkVisibility());
      const controls = [...card.shadowRoot!.querySelectorAll('select, button')];
      expect(controls.length).to.be.above(2);
      for (const control of controls) {
        expect(control.getBoundingClientRect().height, control.outerHTML).to.be.at.least(44);
      }
    } finally {
      await cdp('Emulation.setTouchEmulationEnabled', { enabled: false });
    }
  });

  it('gets narrower with a grid while it is far from the viewport', async () => {
    const { card, box } = await cardOf(honey);
    card.style.contentVisibility = '';
    box.style.cssText = 'display: grid; inline-size: 600px';
    await waitForStatus(card, 'ready');
    const article = card.shadowRoot!.querySelector('article')!;
    const rendered = () => article.checkVisibility({ contentVisibilityAuto: true });
    await waitUntil(() => rendered() && card.offsetWidth === 600, 'the rendered card');
    // WebKitGTK 2.50 never skips a card that moves away before the first frame with it.
    await frameWith(card, 'near');
    box.style.marginTop = '20000px';
    await waitUntil(() => !rendered(), 'the skipped card');
    box.style.inlineSize = '300px';
    expect(card.offsetWidth).to.equal(300);
  });

  it('shows the monogram until the image has loaded', async () => {
    const { card } = await cardOf(honey);
    await waitForStatus(card, 'ready');
    card.images = 'off';
    await card.updateComplete;
    card.images = 'on';
    await card.updateComplete;
    const image = part(card, 'image');
    const letter = () => getComputedStyle(image.parentElement!, '::before').content;
    expect(letter()).to.not.equal('none');
    await waitUntil(() => letter() === 'none');
  });

  it('has a width in a parent that centers its children', async () => {
    const { card, box } = await cardOf(honey);
    box.style.cssText = 'display: grid; place-items: center';
    await waitForStatus(card, 'ready');
    expect(card.offsetWidth).to.be.at.least(280);
  });

  for (const symbol of ['HNY', 'LA RK', 'W'.repeat(10_000), '﷽'.repeat(20)]) {
    it(`never wraps a symbol, even in a narrow card: ${symbol.slice(0, 5)}`, async () => {
      const { card, box } = await cardOf(() => json({ ...FULL, symbol }));
      await waitForStatus(card, 'ready');
      const inSupply = card.shadowRoot!.querySelector('[part=value] > bdi + bdi')!;
      const symbols = [part(card, 'symbol'), inSupply];
      for (let width = 320; width >= 160; width -= 8) {
        box.style.width = `${width}px`;
        for (const shown of symbols) {
          expect(linesOf(shown), `lines at ${width} px`).to.equal(1);
          expect(shown.getBoundingClientRect().right, `${width} px`).to.be.at.most(
            card.getBoundingClientRect().right,
          );
        }
        expect(box.scrollWidth, `scroll width at ${width} px`).to.be.at.most(width);
      }
    });
  }

  it('shows every field of the token and of its metadata document', async () => {
    const { card } = await cardOf(honey, { variant: 'full' });
    await waitForStatus(card, 'ready');
    const text = textOf(card);
    // Attribute types are not shown. The asset identifier is shown as the principal and the asset name.
    const hidden = ['string', FULL.asset_identifier];
    for (const value of textsIn(FULL).filter((value) => !hidden.includes(value))) {
      expect(text).to.contain(value);
    }
    expect(text).to.contain('Asset name honey');
    expect(text).to.contain('2,100,000,000.000001 HNY');
    expect(text).to.contain('Decimals 6');
    expect(text).to.match(/Category Community(?! string)/);
    expect(text).to.contain('Collection Tokens');
    expect(text).to.contain('Nested of: a, 1, true');
    expect(text).to.contain('SIP-016');
    expect(text).to.contain('en, es');
    expect(part(card, 'name').textContent).to.equal('Sweet Honey');
    expect(part(card, 'whole-principal').textContent).to.equal(HONEY);
    expect(findPart(card, 'image')).to.have.attribute('src', PIXEL);
  });

  it('shows no row for an absent field, and base units without decimals', async () => {
    const { card } = await cardOf(
      () => json({ asset_identifier: `${HONEY}::honey`, total_supply: '4200' }),
      { variant: 'full' },
    );
    await waitForStatus(card, 'ready');
    const labels = [...card.shadowRoot!.querySelectorAll('dt')].map((dt) => dt.textContent.trim());
    expect(labels).to.deep.equal(['Total supply', 'Asset name']);
    expect(inside(card, 'dd').innerText.trim()).to.equal('4200 base units');
    expect(part(card, 'name').textContent).to.equal('honey-token');
    expect(findPart(card, 'monogram')).to.exist;
    expect(card.matches(':state(monogram)')).to.equal(true);
  });

  for (const decimals of [undefined, null, 39, '6', -1]) {
    it(`shows the supply in base units with the decimals ${String(decimals)}, in each variant`, async () => {
      const supply = '340282366920938463463374607431768211455';
      const { card } = await cardOf(() => json({ ...FULL, decimals, total_supply: supply }));
      await waitForStatus(card, 'ready');
      for (const variant of ['card', 'full'] as const) {
        card.variant = variant;
        await card.updateComplete;
        const value = inside(card, 'dd');
        expect(value.innerText.replace(/\s+/g, ' ')).to.contain(`${supply} base units`);
        expect(value.innerText).not.to.contain('HNY');
        const unit = value.querySelector('.note')!;
        const { right, width } = unit.getBoundingClientRect();
        expect(width).to.be.above(30);
        expect(right).to.be.at.most(card.getBoundingClientRect().right);
        expect(unit.scrollWidth).to.be.at.most(unit.clientWidth + 1);
      }
    });
  }

  it('shows that the decimals or the supply in the record are invalid', async () => {
    const { card } = await cardOf(() => json({ ...FULL, decimals: 39, total_supply: 'NaN' }), {
      variant: 'full',
    });
    await waitForStatus(card, 'ready');
    expect(textOf(card).match(/Not valid in the record of the metadata service/g)).to.have.length(
      2,
    );
  });

  it('links to the explorer of the network of the principal', async () => {
    const links = async (principal: string) => {
      const [sender] = principal.split('.') as [string];
      const { card } = await cardOf(
        () => json({ asset_identifier: `${principal}::t`, tx_id: TX, sender_address: sender }),
        { principal, variant: 'full' },
      );
      await waitForStatus(card, 'ready');
      return iconLinks(card).map(({ href }) => href);
    };
    const explorer = 'https://explorer.hiro.so';
    expect(await links(HONEY)).to.deep.equal([
      `${explorer}/txid/${HONEY}?chain=mainnet`,
      `${explorer}/txid/${TX}?chain=mainnet`,
      `${explorer}/address/${ADDRESS}?chain=mainnet`,
    ]);
    for (const link of await links(HONEY.replace('SP', 'ST'))) {
      expect(link).to.contain('chain=testnet');
    }
  });

  it('links to no explorer for a token of the local chain of the page', async () => {
    configure({ network: 'devnet' });
    try {
      const principal = HONEY.replace('SP', 'ST');
      const record = { asset_identifier: `${principal}::t`, tx_id: TX, sender_address: ADDRESS };
      const { card } = await cardOf(() => json(record), { principal, variant: 'full' });
      await waitForStatus(card, 'ready');
      expect(iconLinks(card)).to.deep.equal([]);
    } finally {
      configure({ network: undefined });
    }
  });

  it('fires ft-load with the metadata after it is shown; the event is composed', async () => {
    const { card } = await cardOf(honey);
    const event = await oneEvent<FtLoadEvent>(document.body, 'ft-load');
    expect(event.target).to.equal(card);
    expect([event.bubbles, event.composed]).to.deep.equal([true, true]);
    expect(event.metadata.symbol).to.equal('HNY');
    expect(card).to.have.attribute('status', 'ready');
  });

  it('heading-level sets the level of the heading, which is 3 if the value is invalid', async () => {
    const { card } = await cardOf(honey, { 'heading-level': '2' });
    await waitForStatus(card, 'ready');
    expect(findPart(card, 'heading')).to.have.attribute('aria-level', '2');
    for (const invalid of ['0', '7', 'x']) {
      card.setAttribute('heading-level', invalid);
      await card.updateComplete;
      expect(findPart(card, 'heading')).to.have.attribute('aria-level', '3');
    }
  });

  it('is idle and empty without a principal', async () => {
    const { card, asked } = await cardOf(honey, { principal: '' });
    await card.updateComplete;
    expect(card).to.have.attribute('status', 'idle');
    expect(asked).to.deep.equal([]);
  });

  it('shows the property `metadata` without a request', async () => {
    const { card, asked } = await cardOf(honey, { principal: '' });
    card.metadata = FULL;
    await waitForStatus(card, 'ready');
    expect(part(card, 'whole-principal').textContent).to.equal(HONEY);
    expect(asked).to.deep.equal([]);
    const throwing = new Proxy(
      {},
      {
        getOwnPropertyDescriptor: () => {
          throw new Error('no');
        },
        get: () => {
          throw new Error('no');
        },
      },
    );
    card.metadata = throwing;
    await waitForStatus(card, 'error');
    card.metadata = undefined;
    card.principal = HONEY;
    await waitForStatus(card, 'ready');
  });

  it('accepts removed attributes and properties of a wrong type', async () => {
    const { card } = await cardOf(honey, { locale: 'es', locales: 'en', 'base-url': '/' });
    await waitForStatus(card, 'ready');
    for (const name of ['locale', 'locales', 'base-url', 'heading-level', 'images', 'lazy']) {
      card.removeAttribute(name);
    }
    await card.updateComplete;
    card.removeAttribute('principal');
    await waitForStatus(card, 'idle');
    Object.assign(card, { principal: 5, locale: {}, locales: null, headingLevel: {}, images: 7 });
    await card.updateComplete;
    expect(card.status).to.equal('idle');
    Object.assign(card, { principal: HONEY, locale: null });
    await waitForStatus(card, 'ready');
  });

  it('shows slotted content', async () => {
    const { card } = await cardOf(honey);
    card.innerHTML = '<p>More</p><button slot="actions">Buy</button>';
    await waitForStatus(card, 'ready');
    expect(card.querySelector('button')!.checkVisibility()).to.equal(true);
    expect(card.querySelector('p')!.checkVisibility()).to.equal(true);
  });

  it('passes axe in every status', async () => {
    const views: Answering[] = [
      honey,
      () => json({ error: 'Token metadata fetch in progress' }, 422),
      () => json({ error: 'Token not found' }, 404),
      () => json({ error: 'Out of order' }, 500),
      () => new Promise(() => undefined),
    ];
    const statuses = ['ready', 'pending', 'not-found', 'error', 'loading'];
    for (const scheme of ['light', 'dark']) {
      for (const [index, answering] of views.entries()) {
        const { card, box } = await cardOf(answering);
        box.style.colorScheme = scheme;
        await waitForStatus(card, statuses[index]!);
        openAll(card);
        await expect(card).to.be.accessible();
        box.remove();
      }
    }
  });

  it('passes axe with a description that scrolls', async () => {
    await setViewport({ width: 320, height: 640 });
    for (const description of ['A token. '.repeat(60), 'A token.\n'.repeat(20)]) {
      const metadata = { ...FULL.metadata, description };
      const { card, box } = await cardOf(() => json({ ...FULL, metadata }));
      await waitForStatus(card, 'ready');
      expect(part(card, 'description').tabIndex, 'closed').to.equal(-1);
      openAll(card);
      await card.updateComplete;
      const { scrollHeight, clientHeight } = part(card, 'description');
      expect(scrollHeight).to.be.above(clientHeight);
      await expect(card).to.be.accessible();
      box.remove();
    }
    await setViewport({ width: 800, height: 600 });
  });

  it('breaks a number of 39 digits between its groups only', async () => {
    await setViewport({ width: 320, height: 640 });
    const total_supply = '340282366920938463463374607431768211455';
    const { card } = await cardOf(() => json({ ...FULL, total_supply, decimals: 6 }));
    await waitForStatus(card, 'ready');
    openAll(card);
    await card.updateComplete;
    const number = [...card.shadowRoot!.querySelectorAll('dd bdi')].find((one) => one.textContent.startsWith('340,282'))!; // prettier-ignore
    expect(number.textContent.replace(/[,.]/g, '')).to.equal(total_supply);
    expect(number.textContent).to.contain('768.211455');
    const walker = document.createTreeWalker(number, NodeFilter.SHOW_TEXT);
    const lines = new Set<number>();
    while (walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      const rects = [...range.getClientRects()];
      expect(rects.length, walker.currentNode.nodeValue!).to.be.at.most(1);
      for (const { top } of rects) lines.add(top);
    }
    expect(lines.size).to.be.above(1);
    await setViewport({ width: 800, height: 600 });
  });

  it('fits into 320 pixels, left-to-right and right-to-left', async () => {
    await setViewport({ width: 320, height: 640 });
    for (const dir of ['ltr', 'rtl']) {
      const { card, box } = await cardOf(honey);
      box.dir = dir;
      await waitForStatus(card, 'ready');
      openAll(card);
      expect(document.documentElement.scrollWidth).to.be.at.most(320);
      box.remove();
    }
    await setViewport({ width: 800, height: 600 });
  });
});

describe('images of <ft-metadata-card>', () => {
  it('load lazily and without a referrer', async () => {
    const { card } = await cardOf(honey);
    await waitForStatus(card, 'ready');
    const image = findPart(card, 'image') as HTMLImageElement;
    expect([image.loading, image.referrerPolicy, image.decoding, image.alt]).to.deep.equal([
      'lazy',
      'no-referrer',
      'async',
      '',
    ]);
  });

  it('are replaced by the next image if broken, then by a monogram', async () => {
    const body = {
      ...plain(HONEY),
      image_thumbnail_uri: 'data:image/png;base64,AAAA',
      image_uri: PIXEL,
    };
    const { card } = await cardOf(() => json(body));
    await waitUntil(() => findPart(card, 'image')?.getAttribute('src') === PIXEL);
    const { card: without } = await cardOf(() =>
      json({ ...body, image_uri: 'data:image/gif;base64,AAAA' }),
    );
    await waitForStatus(without, 'ready');
    await waitUntil(() => findPart(without, 'monogram'));
    expect(part(without, 'monogram').textContent).to.contain('P');
  });

  it('are not shown with images="off"', async () => {
    const { card } = await cardOf(honey, { images: 'off' });
    await waitForStatus(card, 'ready');
    expect(findPart(card, 'image')).not.to.exist;
    expect(findPart(card, 'monogram')).to.exist;
  });

  it('use the gateways of the attributes, or none with "off"', async () => {
    const image = 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/a.png';
    const { card } = await cardOf(() => json({ ...plain(HONEY), token_uri: image }), {
      'ipfs-gateway': 'https://gateway.example/',
      variant: 'full',
    });
    await waitForStatus(card, 'ready');
    const link = () => card.shadowRoot!.querySelector('[part=details] dl a')?.getAttribute('href');
    expect(link()).to.equal(`https://gateway.example/ipfs/${image.slice(7)}`);
    card.setAttribute('ipfs-gateway', 'off');
    await card.updateComplete;
    expect(link()).to.equal(undefined);
    expect(textOf(card)).to.contain(image);
    const id = 'a'.repeat(43);
    card.metadata = { ...plain(HONEY), token_uri: `ar://${id}` };
    card.setAttribute('arweave-gateway', 'https://other.example/');
    await card.updateComplete;
    expect(link()).to.equal(`https://other.example/${id}`);
  });

  it('show the real host of a link, also after white space', async () => {
    for (const before of ['', ' ', '\n', '\u0001']) {
      const token_uri = `${before}https://hоney.example/Mу token.json\n`;
      const { card } = await cardOf(() => json({ ...plain(HONEY), token_uri }), {
        variant: 'full',
      });
      await waitForStatus(card, 'ready');
      const link = card.shadowRoot!.querySelector('[part=details] dl a')!;
      expect(link.textContent.trim()).to.equal(`${link.getAttribute('href')} (new tab)`);
      expect(link.getAttribute('href')).to.match(/^https:\/\/xn--[\w-]+\.example\/M%D1%83%20token/);
      card.remove();
    }
  });
});

describe('the principal of <ft-metadata-card>', () => {
  const status = (card: FtMetadataCard) =>
    card.shadowRoot!.querySelector('[role=status]')!.textContent;
  const clipboard = (writeText: (text: string) => Promise<void>) =>
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });

  afterEach(() => Reflect.deleteProperty(navigator, 'clipboard'));

  it('can be copied, also while the token loads, and the copy is announced', async () => {
    const copied: string[] = [];
    clipboard((text) => Promise.resolve(void copied.push(text)));
    const { card } = await cardOf(() => new Promise(() => {}));
    await waitForStatus(card, 'loading');
    expect(part(card, 'copy-button').ariaLabel).to.equal('Copy contract address of honey-token');
    part(card, 'copy-button').click();
    await waitUntil(() => status(card) === 'Contract address copied.');
    expect(copied).to.deep.equal([HONEY]);
  });

  it('has a message if the browser refuses to copy it', async () => {
    clipboard(() => Promise.reject(new Error('NotAllowed')));
    const { card } = await cardOf(honey);
    await waitForStatus(card, 'ready');
    part(card, 'copy-button').click();
    await waitUntil(() => status(card).startsWith('Couldn’t copy.'));
    expect(part(card, 'copy-error').innerText).to.equal(status(card));
  });

  it('is whole after the browser refused to copy it, and short again after a press', async () => {
    clipboard(() => Promise.reject(new Error('NotAllowed')));
    const { card } = await cardOf(honey);
    await waitForStatus(card, 'ready');
    const whole = part(card, 'whole-principal');
    part(card, 'copy-button').click();
    await waitUntil(() => whole.checkVisibility());
    part(card, 'principal').closest('button')!.click();
    await waitUntil(() => !whole.checkVisibility());
  });

  it('has no copy button if it is invalid', async () => {
    const { card } = await cardOf(honey, { principal: '<img src=x>' });
    await waitForStatus(card, 'error');
    expect(findPart(card, 'copy-button')).to.equal(null);
  });

  it('has a link with a name, like the transaction and the sender', async () => {
    const { card } = await cardOf(honey, { variant: 'full' });
    await waitForStatus(card, 'ready');
    expect(iconLinks(card).map(({ ariaLabel }) => ariaLabel)).to.deep.equal([
      'View contract honey-token in explorer (new tab)',
      'View creation transaction of honey-token in explorer (new tab)',
      'View creator of honey-token in explorer (new tab)',
    ]);
  });

  for (const variant of ['row', 'card', 'full'] as const) {
    it(`is shortened next to the name, and whole after a key press: ${variant}`, async () => {
      const { card } = await cardOf(honey, { variant });
      await waitForStatus(card, 'ready');
      expect(part(card, 'principal').textContent).to.equal('SP2J6Z…RV9EJ7.honey-token');
      const whole = part(card, 'whole-principal');
      const button = part(card, 'principal').closest('button')!;
      expect(whole.checkVisibility()).to.equal(false);
      button.focus();
      await keys('Enter');
      await waitUntil(() => whole.checkVisibility());
      expect(whole.textContent).to.equal(HONEY);
      // In the place of the short one, whose button is an arrow now.
      expect(part(card, 'principal').offsetWidth).to.be.at.most(1);
      expect(button.offsetWidth).to.be.within(24, 48);
      expect(button.textContent.trim()).to.equal('SP2J6Z…RV9EJ7.honey-token');
    });
  }

  for (const dir of ['ltr', 'rtl']) {
    it(`has its buttons in its last line while it is whole, or together below it: ${dir}`, async () => {
      for (const [name, variant, isBeside] of [
        ['honey-token', 'card', true],
        ['honey-token', 'row', true],
        ['a-contract-with-quite-a-long-name', 'card', true],
        ['x'.repeat(26), 'card', false],
      ] as const) {
        const principal = `${HONEY.split('.')[0]}.${name}`;
        const { card, box } = await cardOf(() => json(plain(principal)), { variant, principal });
        Object.assign(box, { dir }).style.width = '256px';
        await waitForStatus(card, 'ready');
        const arrow = part(card, 'principal').closest('button')!;
        arrow.click();
        await waitUntil(() => part(card, 'whole-principal').checkVisibility());
        const text = [...inside(card, '[part=whole-principal] .contract').getClientRects()].at(-1)!;
        const glyphs = [...inside(card, '.identity').querySelectorAll('svg')];
        const boxes = [arrow, ...glyphs].map((one) => one.getBoundingClientRect());
        for (const [at, { top, bottom, left, right }] of boxes.entries()) {
          const middle = (top + bottom) / 2;
          if (isBeside) expect(middle, variant).to.be.within(text.top, text.bottom);
          else expect(middle, variant).to.be.above(text.bottom);
          if (isBeside && at) {
            const gap = dir === 'ltr' ? left - text.right : text.left - right;
            expect(gap, variant).to.be.above(8);
          }
          expect(left).to.be.at.least(part(card, 'card').getBoundingClientRect().left);
          expect(right).to.be.at.most(part(card, 'card').getBoundingClientRect().right);
        }
        box.remove();
      }
    });
  }

  it('is whole after the browser’s find-in-page has found it', async () => {
    const { card } = await cardOf(honey);
    await waitForStatus(card, 'ready');
    const whole = part(card, 'whole-principal');
    const hidden = whole.closest('[hidden=until-found]')!;
    // A script cannot start find-in-page.
    hidden.dispatchEvent(new Event('beforematch', { bubbles: true }));
    await waitUntil(() => whole.checkVisibility());
    expect(part(card, 'principal').closest('button')!.ariaExpanded).to.equal('true');
  });
});

describe('variants of <ft-metadata-card>', () => {
  /** The fields that a search of many tokens returns. */
  const { name, symbol, decimals, total_supply, description, image_thumbnail_uri } = FULL;
  const SUMMARY = { name, symbol, decimals, total_supply, description, image_thumbnail_uri };
  const VARIANTS = ['chip', 'row', 'card', 'full'] as const;

  it('chip: shows icon and symbol; its accessible name contains the contract', async () => {
    const { card } = await cardOf(honey, { variant: 'chip' });
    card.metadata = SUMMARY;
    await waitForStatus(card, 'ready');
    const chip = part(card, 'card');
    expect(chip.innerText.trim()).to.equal('HNY');
    expect(chip.role).to.equal('img');
    expect(chip.ariaLabel).to.equal('HNY, contract SP2J6Z…RV9EJ7.honey-token');
    expect(findPart(card, 'image')).to.have.attribute('src', PIXEL);
  });

  it('chip: its accessible name contains the failure', async () => {
    const { card } = await cardOf(() => json({ error: 'x' }, 404), { variant: 'chip' });
    await waitForStatus(card, 'not-found');
    expect(part(card, 'card').ariaLabel).to.contain('No token found for this contract.');
  });

  it('row: shows icon, name, symbol, principal and a copy button, from a summary', async () => {
    const { card } = await cardOf(honey, { variant: 'row' });
    card.metadata = SUMMARY;
    await waitForStatus(card, 'ready');
    expect(part(card, 'card').innerText.trim().split(/\s+/)).to.deep.equal([
      'Honey',
      'HNY',
      'SP2J6Z…RV9EJ7.honey-token',
    ]);
    for (const name of ['image', 'copy-button']) expect(findPart(card, name), name).to.exist;
  });

  it('card: renders the content of Details when the keyboard opens it', async () => {
    const { card } = await cardOf(honey);
    await waitForStatus(card, 'ready');
    expect(part(card, 'facts').innerText).to.contain('2.1B');
    expect(part(card, 'description').textContent).to.equal('Described off chain');
    expect(findPart(card, 'authored')).to.equal(null);
    const button = part(card, 'details').querySelector('button')!;
    expect(labelOf(button)).to.equal('Details Sweet Honey HNY');
    button.focus();
    await keys('Enter');
    await waitUntil(() => findPart(card, 'authored'));
    expect(textOf(card)).to.contain('2,100,000,000.000001');
    expect(part(card, 'refresh-note').textContent).to.contain('SIP-019');
    await keys('Enter');
    await waitUntil(() => !findPart(card, 'authored'));
  });

  it('card: Details says "Show less" while it is open', async () => {
    const { card } = await cardOf(() => json(FULL));
    await waitForStatus(card, 'ready');
    const toggle = card.shadowRoot!.querySelector<HTMLElement>('#details')!;
    const texts = [toggle.textContent.trim()];
    toggle.click();
    await card.updateComplete;
    texts.push(toggle.textContent.trim());
    expect(texts).to.deep.equal(['Details', 'Show less']);
  });

  it('card: Details shows the facts first, then the texts of the author with one caption, and the button last', async () => {
    const { card } = await cardOf(() => json(FULL));
    await waitForStatus(card, 'ready');
    card.shadowRoot!.querySelector<HTMLElement>('#details')!.click();
    await card.updateComplete;
    expect(textOf(card).match(/not verified/g)).to.have.length(1);
    const order = ['facts', 'authored', 'details'].map((name) => part(card, name));
    const tops = order.map((one) => one.getBoundingClientRect().top);
    expect(tops).to.deep.equal(tops.toSorted((a, b) => a - b));
    expect(order[1]!.contains(part(card, 'description'))).to.equal(true);
  });

  it('shows the keys of properties as words, and other labels as they are', async () => {
    const properties = { total_supply: 1, maxPerWallet: 2, 'base-uri': 3, imageURI: 4, 'a <b>_c': 5, _: 6, ALL_CAPS: 7 }; // prettier-ignore
    const { card } = await cardOf(() => json({ ...plain(HONEY), metadata: { properties } }), {
      variant: 'full',
    });
    await waitForStatus(card, 'ready');
    const labels = [...part(card, 'properties').querySelectorAll('dt')];
    expect(labels.map((label) => label.textContent)).to.deep.equal([
      'Total supply',
      'Max per wallet',
      'Base uri',
      'ImageURI',
      'a <b>_c',
      '_',
      'ALL_CAPS',
    ]);
  });

  it('has the creating transaction and the creator in one line each, with both ends, whole for selecting and copying', async () => {
    const { card, box } = await cardOf(() => json(FULL), { variant: 'full' });
    await waitForStatus(card, 'ready');
    for (const width of [300, 700]) {
      box.style.width = `${width}px`;
      const values = [...part(card, 'facts').querySelectorAll<HTMLElement>('dd > bdi')].filter(
        ({ nextElementSibling }) => nextElementSibling?.matches('a'),
      );
      expect(values.map(({ textContent }) => textContent)).to.deep.equal([TX, ADDRESS]);
      for (const value of values) {
        expect(linesOf(value)).to.equal(1);
        const [last] = textRects(value).slice(-1);
        expect(last!.right).to.be.at.most(value.nextElementSibling!.getBoundingClientRect().left);
        expect(value.title).to.equal(value.textContent);
        getSelection()!.selectAllChildren(value);
        if (hasCdp) expect(String(getSelection())).to.equal(value.textContent);
      }
    }
  });

  it('row: an amount is in one line beside the name, or below it if it is longer, and never cut off', async () => {
    const { card, box } = await cardOf(honey, { variant: 'row' });
    box.style.width = '256px';
    const amount = Object.assign(document.createElement('span'), { slot: 'amount' });
    card.append(amount);
    await waitForStatus(card, 'ready');
    const name = part(card, 'name');
    for (const [text, isBeside] of [
      ['1,204.5 HNY', true],
      ['1,500,000,000.123456 HNY', false],
    ] as const) {
      amount.textContent = text;
      await card.updateComplete;
      expect(linesOf(amount), text).to.equal(1);
      expect(amount.getBoundingClientRect().top < name.getBoundingClientRect().bottom, text).to.equal(isBeside); // prettier-ignore
      expect(card.getBoundingClientRect().right - amount.getBoundingClientRect().right, text).to.be.within(8, 20); // prettier-ignore
      expect(name.clientWidth, text).to.be.above(40);
      const address = inside(card, '.address').getBoundingClientRect();
      expect(address.right, 'a whole short address').to.be.at.most(inside(card, '.titles').getBoundingClientRect().right + 1); // prettier-ignore
    }
    amount.remove();
    await waitUntil(() => part(card, 'copy-button').checkVisibility());
  });

  it('row: in a narrow row, the name of the contract is cut off, never the short address', async () => {
    for (const [status, answering] of [
      ['ready', honey],
      ['error', () => json({ error: 'x' }, 500)],
    ] as const) {
      const principal = `${HONEY.split('.')[0]}.a-contract-with-quite-a-long-name`;
      const { card } = await cardOf(answering, { variant: 'row', principal });
      Object.assign(card.style, { inlineSize: '272px' });
      await waitForStatus(card, status);
      const [address, contract] = ['address', 'contract'].map((name) =>
        inside(card, `[part=principal] .${name}`),
      );
      expect(contract!.scrollWidth, status).to.be.above(contract!.clientWidth);
      expect(contract!.clientWidth, status).to.be.above(24);
      expect(address!.scrollWidth, status).to.equal(address!.clientWidth);
      card.remove();
    }
  });

  it('row: takes no space for an amount and actions that it does not have', async () => {
    const { card } = await cardOf(honey, { variant: 'row' });
    await waitForStatus(card, 'ready');
    const row = part(card, 'card').getBoundingClientRect();
    const titles = inside(card, '.titles').getBoundingClientRect();
    expect(Math.round(row.right - titles.right), 'border and padding').to.equal(13);
  });

  it('row: the reason of a failure has half of a narrow row, and the button keeps its name', async () => {
    const { card } = await cardOf(() => json({ error: 'x' }, 500), { variant: 'row' });
    Object.assign(card.style, { inlineSize: '272px' });
    await waitForStatus(card, 'error');
    const reason = part(card, 'message').querySelector('p')!;
    expect(reason.getBoundingClientRect().width).to.be.above(120);
    expect(reason.scrollHeight).to.be.at.most(reason.clientHeight + 1);
    const retry = part(card, 'retry-button');
    expect(retry.getBoundingClientRect().left - reason.getBoundingClientRect().right).to.be.at.least(8); // prettier-ignore
    expect(retry.textContent.trim()).to.equal('Try again');
    expect(retry.getBoundingClientRect().width).to.be.within(24, 48);
    await expect(card).to.be.accessible();
  });

  it('row: has the whole reason in a narrow row, also in German, in the height of every row', async () => {
    const heights = new Set<number>();
    for (const [body, code, status] of [
      [FULL, 200, 'ready'],
      [{ error: 'Token metadata fetch in progress' }, 422, 'pending'],
      [{ error: 'Token not found' }, 404, 'not-found'],
    ] as const) {
      const { card } = await cardOf(() => json(body, code), { variant: 'row', lang: 'de' });
      card.style.inlineSize = '256px';
      await waitForStatus(card, status);
      heights.add(card.getBoundingClientRect().height);
      if (status === 'ready') continue;
      const reason = part(card, 'message').querySelector('p')!;
      await waitUntil(() => reason.textContent.includes(' werden ') || reason.textContent.includes(' wurde ')); // prettier-ignore
      expect(reason.scrollHeight, status).to.be.at.most(reason.clientHeight + 1);
      heights.add(card.getBoundingClientRect().height);
    }
    expect(Math.max(...heights)).to.be.closeTo(Math.min(...heights), 0.01);
  });

  it('row: has the same height in every status, with a long contract name, and with an amount at its end', async () => {
    const heights = new Set<number>();
    for (const [answer, status] of [
      [() => json(FULL), 'ready'],
      [() => json({ error: 'x' }, 500), 'error'],
      [() => json({ error: 'x' }, 404), 'not-found'],
    ] as const) {
      const { card, box } = await cardOf(answer, {
        variant: 'row',
        principal: `${HONEY.split('.')[0]}.a-contract-with-quite-a-long-name`,
      });
      box.style.width = '320px';
      const amount = Object.assign(document.createElement('b'), { slot: 'amount' });
      amount.textContent = '1,204.5';
      card.append(amount);
      await waitForStatus(card, status);
      heights.add(card.getBoundingClientRect().height);
      if (status === 'ready') {
        const { right } = amount.getBoundingClientRect();
        expect(card.getBoundingClientRect().right - right).to.be.within(8, 20);
      }
      box.remove();
    }
    expect([...heights]).to.have.length(1);
  });

  it('card: shows a long name in full while Details is open', async () => {
    const long = 'A name that is much too long for one line of a card '.repeat(2).trim();
    const { card, box } = await cardOf(() => json({ ...plain(HONEY), name: long }));
    box.style.width = '300px';
    await waitForStatus(card, 'ready');
    const shown = part(card, 'name');
    expect(linesOf(shown)).to.equal(1);
    part(card, 'details').querySelector('button')!.click();
    await waitUntil(() => linesOf(shown) > 1);
  });

  for (const width of [300, 700]) {
    for (const variant of ['row', 'card'] as const) {
      it(`${variant}: has the same height before and after loading, at ${width} px`, async () => {
        const bodies = [
          FULL,
          plain(HONEY),
          {
            ...FULL,
            description: 'long '.repeat(900),
            metadata: { description: 'x '.repeat(900) },
          },
          { ...plain(HONEY), name: 'W'.repeat(200), symbol: 'W'.repeat(60) },
          { ...FULL, decimals: 39, total_supply: 'NaN' },
        ];
        for (const body of bodies) {
          const { card, box, height, answer } = await loadingCard(variant, width);
          answer(json(body));
          await waitForStatus(card, 'ready');
          expect(card.getBoundingClientRect().height).to.equal(height);
          box.remove();
        }
      });
    }
  }

  for (const width of [360, 700]) {
    it(`card: "Details" is where its bar was while loading, at ${width} px`, async () => {
      const { card, answer } = await loadingCard('card', width);
      const bar = card.shadowRoot!.querySelector('.bar.details')!.getBoundingClientRect();
      answer(json(FULL));
      await waitForStatus(card, 'ready');
      const shown = card.shadowRoot!.querySelector('#details')!.getBoundingClientRect();
      expect(shown.y + shown.height / 2).to.be.closeTo(bar.y + bar.height / 2, 3);
    });
  }

  it('row: has one height in every width', async () => {
    const heights: number[] = [];
    for (const width of [200, 240, 700]) {
      const { card, answer } = await loadingCard('row', width);
      answer(json(FULL));
      await waitForStatus(card, 'ready');
      heights.push(card.getBoundingClientRect().height);
    }
    for (const height of heights) expect(height).to.be.closeTo(heights[0]!, 0.01);
  });

  for (const width of [300, 700]) {
    it(`full: has the same height before and after loading, for every token, at ${width} px`, async () => {
      const heights = new Set<number>();
      const text = { ...FULL, metadata: { description: 'long '.repeat(900) } };
      for (const body of [FULL, plain(HONEY), text, MANY_ATTRIBUTES]) {
        let answer: (response: Response) => void = () => undefined;
        const loading = () => new Promise<Response>((resolve) => (answer = resolve));
        const { card, box } = await cardOf(loading, { variant: 'full' });
        box.style.width = `${width}px`;
        await waitForStatus(card, 'loading');
        await waitUntil(() => answer.length > 0);
        heights.add(card.getBoundingClientRect().height);
        answer(json(body));
        await waitForStatus(card, 'ready');
        heights.add(card.getBoundingClientRect().height);
        const end = part(card, 'card').getBoundingClientRect().bottom;
        const more = part(card, 'details').getBoundingClientRect();
        // In the whole height, also with one fact.
        if (body !== text && body !== MANY_ATTRIBUTES && body !== FULL) {
          expect(end - more.bottom).to.be.within(8, 24);
        }
        box.remove();
      }
      expect([...heights]).to.have.length(1);
    });
  }

  it('full: opens with "All details" if the content is taller than the card, and closes again', async () => {
    const { card } = await cardOf(() => json(MANY_ATTRIBUTES), { variant: 'full' });
    await waitForStatus(card, 'ready');
    const button = part(card, 'all-button');
    await waitUntil(() => button.checkVisibility());
    const height = () => card.getBoundingClientRect().height;
    const closed = height();
    for (const [key, isOpen] of [
      ['Enter', true],
      [' ', false],
    ] as const) {
      button.focus();
      await keys(key);
      await waitUntil(() => button.ariaExpanded === String(isOpen));
      expect(height() > closed).to.equal(isOpen);
      expect(button.textContent.trim()).to.equal(isOpen ? 'Show less' : 'All details');
      expect(card.shadowRoot!.activeElement).to.equal(button);
    }
    card.metadata = plain(HONEY);
    await waitUntil(() => !button.checkVisibility());
  });

  for (const variant of ['card', 'full'] as const) {
    it(`says that a description is missing, nothing of its author, and a dash for the supply: ${variant}`, async () => {
      const answer = { asset_identifier: `${HONEY}::t`, name: 'Honey' };
      const { card } = await cardOf(() => json(answer), { variant });
      await waitForStatus(card, 'ready');
      const { innerText } = part(card, 'card');
      expect(innerText).to.contain('No description.');
      expect(innerText).not.to.contain('author');
      expect(part(card, 'facts').innerText.split(/\s*\n\s*/)).to.include('\u2014');
    });
  }

  for (const variant of ['card', 'full'] as const) {
    it(`has the caption of the author above the description: ${variant}`, async () => {
      const { card } = await cardOf(honey, { variant });
      await waitForStatus(card, 'ready');
      const caption = inside(card, '.caption').getBoundingClientRect();
      const text = part(card, 'description').getBoundingClientRect();
      expect(text.top - caption.bottom).to.be.within(0, 8);
    });
  }

  it('has the beginning of a long symbol beside a long name, and all of a short one', async () => {
    for (const [symbol, least] of [
      ['USDC (verified)', 48],
      ['HNY', 24],
    ] as const) {
      const { card } = await cardOf(() => json({ ...plain(HONEY), name: 'long '.repeat(20), symbol }), { variant: 'row' }); // prettier-ignore
      card.style.inlineSize = '256px';
      await waitForStatus(card, 'ready');
      const shown = part(card, 'symbol').firstElementChild!;
      expect(part(card, 'symbol').offsetWidth, symbol).to.be.at.least(least);
      expect(shown.scrollWidth > shown.clientWidth, symbol).to.equal(symbol.length > 5);
    }
  });

  it('is square with square corners', async () => {
    const { card } = await cardOf(() => json(FULL));
    await waitForStatus(card, 'ready');
    const radius = () => getComputedStyle(card.shadowRoot!.querySelector('.picture')!).borderRadius;
    expect(radius()).to.match(/^min\(50%|^50%/);
    card.style.setProperty('--wallet-radius', '0px');
    expect(radius()).to.match(/^(?:0|min\(50%, 0)px/);
  });

  it('full: opens when the focus moves to content that is cut off', async () => {
    const { card } = await cardOf(() => json(MANY_ATTRIBUTES), { variant: 'full' });
    await waitForStatus(card, 'ready');
    const more = card.shadowRoot!.querySelector<HTMLElement>('[part=details] button')!;
    more.focus();
    await waitUntil(() => part(card, 'all-button').ariaExpanded === 'true');
    await waitUntil(() => part(card, 'all-button').checkVisibility());
    const { bottom } = more.getBoundingClientRect();
    expect(bottom).to.be.at.most(part(card, 'all-button').getBoundingClientRect().top);
  });

  it('full: shows facts and attributes as a whole or not at all, where the browser can tell which are in view', async function () {
    // Not in Firefox; in WebKitGTK only after the next layout. There, what is cut off fades.
    if (!hasCdp) this.skip();
    const { card } = await cardOf(() => json(MANY_ATTRIBUTES), { variant: 'full' });
    await waitForStatus(card, 'ready');
    await waitUntil(() => part(card, 'all-button').checkVisibility());
    const pieces = [...card.shadowRoot!.querySelectorAll('[part=facts] > *, [part=attribute]')];
    const opacities = () => pieces.map((one) => getComputedStyle(one).opacity);
    await waitUntil(() => opacities().includes('0'));
    const end = inside(card, '.cut-off').getBoundingClientRect().bottom;
    for (const [at, one] of pieces.entries()) {
      if (one.getBoundingClientRect().bottom > end) expect(opacities()[at]).to.equal('0');
    }
    expect(opacities()).to.include('1');
    part(card, 'all-button').click();
    await waitUntil(() => opacities().every((opacity) => opacity === '1'));
  });

  it('have the whole name beside a long symbol, which is cut off', async () => {
    for (const variant of ['row', 'card'] as const) {
      const answer = { ...plain(HONEY), name: 'A name', symbol: 'A-LONG-SYMBOL' };
      const { card, box } = await cardOf(() => json(answer), { variant });
      box.style.width = '220px';
      await waitForStatus(card, 'ready');
      const [name, symbol] = [part(card, 'name'), part(card, 'symbol').firstElementChild!];
      expect(name.scrollWidth, variant).to.be.at.most(name.clientWidth);
      expect(symbol.scrollWidth, variant).to.be.above(symbol.clientWidth);
    }
  });

  it('pass axe in both color schemes', async () => {
    const hostile = { ...SUMMARY, name: '\u202eSTX ✓ Verified', symbol: 'W'.repeat(60) };
    for (const scheme of ['light', 'dark']) {
      for (const variant of VARIANTS) {
        for (const body of [FULL, { ...hostile, asset_identifier: `${HONEY}::x` }]) {
          const { card, box } = await cardOf(() => json(body), { variant });
          box.style.colorScheme = scheme;
          await waitForStatus(card, 'ready');
          await expect(card).to.be.accessible();
          box.remove();
        }
      }
    }
  });

  it('fall back to card for an unknown name', async () => {
    const { card } = await cardOf(honey, { variant: 'constructor' });
    await waitForStatus(card, 'ready');
    expect(findPart(card, 'description')).to.exist;
  });
});

describe('parts of <ft-metadata-card>', () => {
  it('all exist, depending on the status', async () => {
    let answer: (response: Response) => void = () => undefined;
    const { card } = await cardOf(() => new Promise((resolve) => (answer = resolve)), {
      locale: 'it',
      variant: 'full',
    });
    await waitUntil(() => findPart(card, 'skeleton'));
    await waitUntil(() => answer.length > 0);
    answer(json({ ...FULL, image_thumbnail_uri: undefined, image_canonical_uri: undefined }));
    await waitForStatus(card, 'ready');
    const head = [
      'card',
      'header',
      'image',
      'heading',
      'name',
      'symbol',
      'principal',
      'whole-principal',
      'copy-button',
      'locale',
    ];
    const body = [
      'all-button',
      'description',
      'facts',
      'authored',
      'attributes',
      'attribute',
      'properties',
    ];
    for (const name of [
      ...head,
      ...body,
      'details',
      'refresh-note',
      'row',
      'label',
      'value',
      'link',
    ]) {
      expect(findPart(card, name), name).to.not.equal(null);
    }
    card.images = 'off';
    await card.updateComplete;
    expect(findPart(card, 'monogram')).to.not.equal(null);
    expect(card.matches(':state(monogram)')).to.equal(true);
  });
});

describe('the locale of <ft-metadata-card>', () => {
  const choice = (card: FtMetadataCard) => findPart(card, 'locale') as HTMLSelectElement | null;

  it('sets lang to the language of its texts, also if the page has another language', async () => {
    const { card } = await cardOf(honey, { lang: 'nl' });
    expect(card.shadowRoot!.querySelector('article')!.lang).to.equal('en');
  });

  it('follows `locale`, then the nearest `lang`, and a change of either', async () => {
    const { card, box, asked } = await cardOf(honey, { lang: 'es' });
    await waitUntil(() => findPart(card, 'name')?.textContent === 'Miel');
    card.locale = 'fr';
    await waitUntil(() => findPart(card, 'name')?.textContent === 'Sweet Honey');
    card.locale = '';
    card.removeAttribute('lang');
    box.lang = 'es';
    await waitUntil(() => findPart(card, 'name')?.textContent === 'Miel');
    expect(asked).to.deep.equal([HONEY, `${HONEY}?es`]);
  });

  it('needs one request for a token without localization, on a page in English', async () => {
    const { metadata } = FULL;
    const bare = { ...FULL, metadata: { ...metadata, localization: undefined } };
    for (const lang of ['en', 'en-GB']) {
      const { card, asked } = await cardOf(
        (_principal, locale) => (locale ? json({ error: 'Locale not found' }, 422) : json(bare)),
        { lang },
      );
      await waitForStatus(card, 'ready');
      expect(asked).to.deep.equal([HONEY]);
    }
  });

  it('offers the locales of the metadata; the select keeps the focus after a choice', async () => {
    const { card } = await cardOf(honey, { variant: 'full' });
    await waitForStatus(card, 'ready');
    const select = choice(card)!;
    expect([...select.options].map(({ value }) => value)).to.deep.equal(['en', 'es']);
    // Browsers differ in the capitalization of language names.
    expect([...select.options].map(({ text }) => text.toLowerCase())).to.deep.equal([
      'english',
      'español',
    ]);
    expect(select.value).to.equal('en');
    select.focus();
    select.value = 'es';
    card.addEventListener('input', () => expect.fail('a form would take it for its own'));
    select.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await waitUntil(() => part(card, 'name').textContent === 'Miel');
    expect(choice(card)).to.equal(select);
    expect(card.shadowRoot!.activeElement).to.equal(select);
    expect(select.value).to.equal('es');
  });

  it('offers the locales of the attribute `locales`, since the public service lists none', async () => {
    const metadata = { ...FULL.metadata, localization: undefined };
    const { card } = await cardOf(
      (_principal, locale) =>
        json({ ...FULL, metadata: { ...metadata, name: locale ?? 'default' } }),
      { locales: 'es, pt-BR <b> en', variant: 'full' },
    );
    await waitForStatus(card, 'ready');
    const select = choice(card)!;
    expect([...select.options].map(({ value }) => value)).to.deep.equal(['', 'es', 'pt-BR', 'en']);
    select.value = 'pt-BR';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await waitUntil(() => part(card, 'name').textContent === 'pt-BR');
    select.value = '';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await waitUntil(() => part(card, 'name').textContent === 'default');
  });

  it('shows a note if the requested locale is not available', async () => {
    const { card } = await cardOf(honey, { locale: 'fr', variant: 'full' });
    await waitForStatus(card, 'ready');
    expect(part(card, 'locale-note').textContent.trim()).to.equal('Not available in French.');
    expect(card.matches(':state(locale-fallback)')).to.equal(true);
  });

  it('shows no note for English if the token has no localization', async () => {
    const bare = { ...FULL, metadata: { ...FULL.metadata, localization: undefined } };
    const { card } = await cardOf(
      (_principal, locale) => (locale ? json({ error: 'Locale not found' }, 422) : json(bare)),
      { locale: 'en', variant: 'full' },
    );
    await waitForStatus(card, 'ready');
    expect(findPart(card, 'locale-note')).to.equal(null);
    expect(card.matches(':state(locale-fallback)')).to.equal(false);
    card.locale = 'es';
    await waitUntil(() => findPart(card, 'locale-note')?.textContent.includes('Spanish'));
  });

  it('does not focus the select when text is clicked, so that arrow keys scroll the page', async () => {
    const { card } = await cardOf(honey, { variant: 'full' });
    await waitForStatus(card, 'ready');
    const { x, y } = part(card, 'name').getBoundingClientRect();
    await sendMouse({ type: 'click', position: [Math.round(x) + 5, Math.round(y) + 5] });
    await resetMouse();
    expect(card.shadowRoot!.activeElement).to.equal(findPart(card, 'card'));
    expect(part(card, 'card').matches(':focus-visible')).to.equal(false);
  });

  it('shows no select without locales', async () => {
    const { card } = await cardOf(() => json(plain(HONEY)));
    await waitForStatus(card, 'ready');
    expect(choice(card)).to.equal(null);
  });
});

describe('failures of <ft-metadata-card>', () => {
  it('pending: announces the status, retries automatically, and shows the token once it is loaded', async () => {
    let left = 1;
    const { card, asked } = await cardOf(() =>
      left-- > 0 ? json({ error: 'Token metadata fetch in progress' }, 422) : json(FULL),
    );
    await waitForStatus(card, 'pending');
    expect(textOf(card)).to.contain('Retrying automatically');
    expect(card.shadowRoot!.querySelector('[role=status]')!.textContent).to.contain(
      'being indexed',
    );
    await waitUntil(() => card.status === 'ready', 'the token is shown');
    expect(asked.length).to.equal(2);
  });

  it('error: fires ft-error and announces it; "Try again" loads the token and moves the focus to the card', async () => {
    let isDown = true;
    let answer!: (response: Response) => void;
    const secondAnswer = new Promise<Response>((resolve) => (answer = resolve));
    const { card } = await cardOf(() =>
      isDown ? Promise.reject(new TypeError('down')) : secondAnswer,
    );
    const event = await oneEvent<FtErrorEvent>(card, 'ft-error');
    expect(event.error.code).to.equal('network');
    expect(card).to.have.attribute('status', 'error');
    const retry = part(card, 'retry-button');
    expect(labelOf(retry)).to.equal('Try again honey-token');
    expect(card.shadowRoot!.querySelector('[role=status]')!.textContent).to.contain(
      'couldn’t be reached',
    );
    isDown = false;
    retry.focus();
    retry.click();
    await waitForStatus(card, 'loading');
    expect(retry.isConnected, 'the button stays while loading').to.equal(true);
    answer(json(FULL));
    await waitForStatus(card, 'ready');
    expect(card.shadowRoot!.activeElement).to.equal(findPart(card, 'card'));
  });

  const failures: readonly (readonly [string, Answering, string])[] = [
    ['not-found', () => json({ error: 'Token not found' }, 404), 'No token found'],
    ['error', () => json({ error: 'Token error' }, 422), 'cannot be processed'],
    ['error', () => json({ error: 'x' }, 500), 'couldn’t be reached'],
    ['error', () => json({ ...FULL, asset_identifier: `${OTHER}::t` }), 'invalid response'],
  ];
  for (const [status, answering, message] of failures) {
    it(`shows "${message}" and the principal`, async () => {
      const { card } = await cardOf(answering);
      await waitForStatus(card, status);
      expect(textOf(card)).to.contain(message);
      expect(part(card, 'whole-principal').textContent).to.equal(HONEY);
      expect(findPart(card, 'retry-button')).to.exist;
    });
  }

  for (const variant of ['card', 'full'] as const) {
    for (const width of [300, 700]) {
      it(`keeps its height after a failure, with the message in the middle: ${variant}, ${width} px`, async () => {
        const { card, height, answer } = await loadingCard(variant, width);
        answer(json({ error: 'x' }, 422));
        await waitForStatus(card, 'error');
        expect(card.getBoundingClientRect().height).to.equal(height);
        const message = part(card, 'message').getBoundingClientRect();
        const above = message.top - part(card, 'header').getBoundingClientRect().bottom;
        const below = part(card, 'card').getBoundingClientRect().bottom - message.bottom;
        expect(message.height).to.be.below(variant === 'full' ? 170 : 130);
        expect(above).to.be.closeTo(below, 24);
      });
    }
  }

  it('keeps the choice of a language away from the line below, and has links and copy in one color', async () => {
    const { card } = await cardOf(() => json(FULL), { variant: 'full', locales: 'en fr' });
    await waitForStatus(card, 'ready');
    const select = part(card, 'locale').getBoundingClientRect();
    const facts = part(card, 'facts').getBoundingClientRect();
    expect(facts.top - select.bottom).to.be.at.least(8);
    const icons = card.shadowRoot!.querySelectorAll('.icon-button');
    const colors = [...icons].map((icon) => getComputedStyle(icon).color);
    expect(colors).to.have.length.above(2);
    expect([...new Set(colors)]).to.deep.equal([themeColor(card, 'text-muted')]);
    expect(getComputedStyle(part(card, 'all-button')).borderTopColor).to.equal('rgba(0, 0, 0, 0)');
  });

  it('has a neutral glyph if the token is not found, unlike after a failure', async () => {
    for (const [code, status, color] of [
      [404, 'not-found', 'text-muted'],
      [500, 'error', 'danger'],
    ] as const) {
      const { card } = await cardOf(() => json({ error: 'x' }, code));
      await waitForStatus(card, status);
      const glyph = part(card, 'message').querySelector('.glyph')!;
      expect(getComputedStyle(glyph).color).to.equal(themeColor(card, color));
    }
  });

  it('shows an error without a request for an invalid principal', async () => {
    for (const principal of ['../../x', 'a?b', '<img src=x>', 'x'.repeat(20_000)]) {
      const { card, asked } = await cardOf(honey, { principal });
      await waitForStatus(card, 'error');
      expect(asked).to.deep.equal([]);
      expect(part(card, 'principal').textContent.length).to.be.at.most(100);
    }
  });

  it('retries automatically after status 429', async () => {
    let left = 1;
    const { card } = await cardOf(() =>
      left-- > 0 ? json({}, 429, { 'retry-after': '0' }) : json(FULL),
    );
    let errors = 0;
    card.addEventListener('ft-error', () => (errors += 1));
    await waitForStatus(card, 'pending');
    expect(textOf(card)).to.contain('Waiting for the token service…');
    expect(findPart(card, 'retry-button')).to.equal(null);
    await waitUntil(() => card.status === 'ready', 'the token is shown');
    expect(errors, 'waiting is not an error').to.equal(0);
  });

  describe('while it retries automatically', () => {
    const { setTimeout } = window;
    const { now } = Date;
    /** Like waitUntil, but in real time. */
    const until = async (condition: () => boolean) => {
      for (let n = 0; n < 1500 && !condition(); n += 1) await pause(10);
      expect(condition(), String(condition)).to.equal(true);
    };
    /** Time passes a hundred times as fast. */
    beforeEach(() => {
      const start = now();
      Date.now = () => start + (now() - start) * 100;
      window.setTimeout = ((task: () => void, ms = 0) => setTimeout(task, ms / 100)) as never;
    });
    afterEach(() => {
      Object.assign(window, { setTimeout });
      Date.now = now;
    });
    const busy = () => json({}, 429, { 'retry-after': '0' });
    const inProgress = () => json({ error: 'Token metadata fetch in progress' }, 422);

    for (const [what, times, refuse] of [
      ['status 429', 7, busy],
      ['a network error', 3, () => Promise.reject(new TypeError('down'))],
      ['a fetch in progress', 7, inProgress],
    ] as const) {
      it(`retries after ${what} until the token is loaded, and fires ft-error at most once`, async () => {
        let left: number = times;
        let errors = 0;
        const { card } = await cardOf(() => (left-- > 0 ? refuse() : json(FULL)));
        card.addEventListener('ft-error', () => (errors += 1));
        await until(() => card.status === 'ready');
        expect(errors).to.be.at.most(1);
      }).timeout(60_000);
    }

    for (const [what, status, refuse] of [
      ['a fetch in progress', 'pending', inProgress],
      ['a network error', 'error', () => Promise.reject(new TypeError('down'))],
    ] as const) {
      it(`retries after ${what} also if it is moved in the page meanwhile`, async () => {
        let isReady = false;
        const { card, box } = await cardOf(() => (isReady ? json(FULL) : refuse()));
        await until(() => card.status === status);
        isReady = true;
        box.prepend(card);
        await until(() => card.status === 'ready');
      });
    }

    it('waits while it is far from the viewport', async () => {
      const { card, box, asked } = await cardOf(busy);
      await until(() => asked.length > 1);
      box.style.paddingTop = '9000px';
      await frameWith(card, 'far');
      const before = asked.length;
      await pause(700);
      expect(asked.length).to.equal(before);
      box.style.paddingTop = '';
      await until(() => asked.length > before);
      card.remove();
    });

    it('shows the token that another card has loaded at its next retry, without a request', async () => {
      let isReady = false;
      const { card, box, client, asked } = await cardOf(() =>
        isReady ? json(FULL) : inProgress(),
      );
      await until(() => asked.length === 6);
      isReady = true;
      const other = document.createElement('ft-metadata-card');
      Object.assign(other, { client, principal: HONEY });
      box.append(other);
      await until(() => other.status === 'ready');
      await until(() => card.status === 'ready');
      expect(asked.length).to.equal(7);
    });
  });

  it('ignores a late answer for the previous principal', async () => {
    const late: ((response: Response) => void)[] = [];
    const { card } = await cardOf((principal) =>
      principal === HONEY ? new Promise((resolve) => late.push(resolve)) : json(plain(OTHER)),
    );
    await waitUntil(() => late.length === 1);
    card.principal = OTHER;
    await waitForStatus(card, 'ready');
    late[0]!(json(FULL));
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(part(card, 'name').textContent).to.equal('Plain');
  });

  it('aborts the request when removed, and loads when attached again', async () => {
    let isSilent = true;
    const { card, box, signals } = await cardOf(() =>
      isSilent ? new Promise(() => undefined) : json(FULL),
    );
    await waitUntil(() => signals.length === 1);
    card.remove();
    await waitUntil(() => signals[0]!.aborted);
    isSilent = false;
    box.append(card);
    await waitForStatus(card, 'ready');
  });

  it('reload() sends a new request', async () => {
    let name = 'Before';
    const { card } = await cardOf(() => json({ ...plain(HONEY), name }));
    await waitForStatus(card, 'ready');
    name = 'After';
    card.reload();
    await waitUntil(() => part(card, 'name').textContent === 'After');
  });

  it('finishes a reload() also if it is moved in the page meanwhile', async () => {
    let isSilent = false;
    let name = 'Before';
    const { card, box, asked } = await cardOf(() =>
      isSilent ? new Promise(() => undefined) : json({ ...plain(HONEY), name }),
    );
    await waitForStatus(card, 'ready');
    isSilent = true;
    card.reload();
    await waitUntil(() => asked.length === 2);
    isSilent = false;
    name = 'After';
    box.prepend(card);
    await waitForStatus(card, 'ready');
    await card.updateComplete;
    expect(part(card, 'name').textContent).to.equal('After');
  });
});

describe('a detached <ft-metadata-card>', () => {
  const anyToken: Answering = (principal) => json(plain(principal));

  it('requests nothing: a principal that was set before the removal loads when it is attached again', async () => {
    const { card, box, asked } = await cardOf(anyToken, { lazy: 'off' });
    await waitForStatus(card, 'ready');
    card.principal = OTHER;
    card.remove();
    await card.updateComplete;
    await pause(30);
    expect(asked).to.deep.equal([HONEY]);
    box.append(card);
    await waitUntil(() => asked.length === 2);
    expect(asked).to.deep.equal([HONEY, OTHER]);
  });

  it('requests only its new principal when it is attached again', async () => {
    const { card, box, asked } = await cardOf(
      (principal, locale) =>
        principal === HONEY ? new Promise(() => undefined) : anyToken(principal, locale),
      { lazy: 'off' },
    );
    await waitUntil(() => asked.length === 1);
    card.remove();
    card.principal = OTHER;
    await card.updateComplete;
    box.append(card);
    await waitForStatus(card, 'ready');
    expect(asked).to.deep.equal([HONEY, OTHER]);
  });

  it('fires ft-load once for a new principal, after it is attached again', async () => {
    const { card, box } = await cardOf(async (principal, locale) => {
      await pause(50);
      return anyToken(principal, locale);
    });
    await waitForStatus(card, 'ready');
    await card.updateComplete;
    const loaded: unknown[] = [];
    card.addEventListener('ft-load', ({ metadata }) => loaded.push(metadata.asset_identifier));
    card.remove();
    card.principal = OTHER;
    await card.updateComplete;
    box.append(card);
    await waitUntil(() => loaded.length > 0);
    await pause(30);
    expect(loaded).to.deep.equal([`${OTHER}::t`]);
  });
});

describe('a page with a thousand <ft-metadata-card>s', () => {
  it('requests each distinct token once, and only those near the viewport', async () => {
    const { client, asked } = testService((principal) => json(plain(principal)));
    const box = await fixture<HTMLElement>(html`<div></div>`);
    const cards = Array.from({ length: 1000 }, (_, index) => {
      const card = document.createElement('ft-metadata-card');
      Object.assign(card, { client, principal: `${ADDRESS}.token-${index % 500}` });
      return card;
    });
    box.append(...cards);
    await waitForStatus(cards[0]!, 'ready');
    expect(asked.length).to.be.below(100);
    expect(cards[999]!.status).to.equal('idle');
    cards[999]!.scrollIntoView();
    await waitForStatus(cards[999]!, 'ready');
    expect(asked.length).to.be.below(200);
    expect(new Set(asked).size).to.equal(asked.length);
    cards[499]!.scrollIntoView();
    await waitForStatus(cards[499]!, 'ready');
    expect(asked.filter((token) => token.endsWith('token-499')).length).to.equal(1);
  });

  it('a card far from the viewport has its height and heading only, until it comes near', async () => {
    // Firefox keeps the scroll position of the previous test, so the last card would be near.
    window.scrollTo(0, 0);
    const { client } = testService((principal) => json(plain(principal)));
    const box = await fixture<HTMLElement>(html`<div></div>`);
    const cards = Array.from({ length: 200 }, (_, index) => {
      const card = document.createElement('ft-metadata-card');
      Object.assign(card, { client, principal: `${ADDRESS}.token-${index}` });
      return card;
    });
    box.append(...cards);
    const last = cards.at(-1)!;
    await last.updateComplete;
    const heading = last.shadowRoot!.querySelector('[role=heading]')!;
    expect(heading.textContent.trim()).to.equal('token-199');
    // Does not compare the element itself: the report of a difference would never end.
    expect(findPart(last, 'copy-button') === null).to.equal(true);
    const { height } = last.getBoundingClientRect();
    last.scrollIntoView();
    await waitForStatus(last, 'ready');
    await last.updateComplete;
    expect(findPart(last, 'copy-button') === null).to.equal(false);
    expect(last.getBoundingClientRect().height).to.be.closeTo(height, 1);
  });

  it('loads and renders the whole card at once with lazy="off", also far from the viewport', async () => {
    const { client, asked } = testService((principal) => json(plain(principal)));
    const box = await fixture<HTMLElement>(html`<div></div>`);
    box.style.paddingTop = '9000px';
    const card = document.createElement('ft-metadata-card');
    Object.assign(card, { client, principal: HONEY, lazy: 'off' });
    box.append(card);
    await waitForStatus(card, 'ready');
    expect(asked).to.deep.equal([HONEY]);
    expect(findPart(card, 'copy-button')).to.exist;
  });
});

describe('the metadata service of <ft-metadata-card>', () => {
  it('is base-url, or else the default of its client', async () => {
    const bases: string[] = [];
    const { client } = testService(() => json(FULL));
    const card = document.createElement('ft-metadata-card');
    card.principal = HONEY;
    card.client = {
      ...client,
      getFtMetadata(principal, options) {
        bases.push(String(options?.baseUrl));
        return client.getFtMetadata(principal);
      },
    };
    card.baseUrl = 'https://own.example/api/';
    (await fixture<HTMLElement>(html`<div></div>`)).append(card);
    await waitForStatus(card, 'ready');
    card.removeAttribute('base-url');
    card.baseUrl = '';
    await waitUntil(() => bases.length === 2);
    expect(bases).to.deep.equal(['https://own.example/api/', 'undefined']);
  });

  it('shows nothing that another service said about the token, while the new one is asked', async () => {
    const { client } = testService(() => json(FULL));
    const card = document.createElement('ft-metadata-card');
    card.principal = HONEY;
    card.client = {
      ...client,
      getFtMetadata: (principal, options) =>
        options?.baseUrl ? new Promise(() => {}) : client.getFtMetadata(principal),
    };
    (await fixture<HTMLElement>(html`<div></div>`)).append(card);
    await waitForStatus(card, 'ready');
    const isShown = () => card.shadowRoot!.textContent.includes(String(FULL.symbol));
    expect(isShown()).to.equal(true);
    card.baseUrl = 'https://slow.example';
    await waitForStatus(card, 'loading');
    await card.updateComplete;
    expect(isShown()).to.equal(false);
  });

  it('is metadata-base-url of the nearest <wallet-context>', async () => {
    const real = window.fetch;
    const asked: string[] = [];
    window.fetch = (input) => {
      asked.push(new URL(input as string).origin);
      return Promise.resolve(json(FULL));
    };
    try {
      const box = await fixture<HTMLElement>(
        html`<wallet-context metadata-base-url="https://context.example/">
          <ft-metadata-card principal=${HONEY} lazy="off"></ft-metadata-card>
        </wallet-context>`,
      );
      await waitForStatus(box.querySelector('ft-metadata-card')!, 'ready');
      expect(asked).to.deep.equal(['https://context.example']);
    } finally {
      window.fetch = real;
    }
  });
});

describe('the metadata service of an <ft-metadata-card> that is moved', () => {
  const { fetch } = window;
  let asked: string[];
  beforeEach(() => {
    asked = [];
    window.fetch = (input) => {
      const { origin } = new URL(input as string);
      asked.push(origin);
      return origin.includes('slow') ? new Promise(() => {}) : Promise.resolve(json(FULL));
    };
  });
  afterEach(() => Object.assign(window, { fetch }));

  it('is that of its <wallet-context>, also for a principal that was set while it was detached', async () => {
    const service = 'https://detached.example';
    const context = await fixture<HTMLElement>(
      html`<wallet-context metadata-base-url=${service}>
        <ft-metadata-card principal=${HONEY} lazy="off"></ft-metadata-card>
      </wallet-context>`,
    );
    const card = context.querySelector('ft-metadata-card')!;
    await waitForStatus(card, 'ready');
    card.remove();
    card.principal = OTHER;
    await card.updateComplete;
    await pause(30);
    context.append(card);
    await waitUntil(() => asked.length > 1);
    expect(asked).to.deep.equal([service, service]);
  });

  it('is that of the <wallet-context> to which it was moved while it loaded', async () => {
    const box = await fixture<HTMLElement>(
      html`<div>
        <wallet-context metadata-base-url="https://slow.example">
          <ft-metadata-card principal=${HONEY} lazy="off"></ft-metadata-card>
        </wallet-context>
        <wallet-context metadata-base-url="https://next.example"></wallet-context>
      </div>`,
    );
    const card = box.querySelector('ft-metadata-card')!;
    await waitUntil(() => asked.length === 1);
    box.lastElementChild!.append(card);
    await waitForStatus(card, 'ready');
    expect(asked).to.deep.equal(['https://slow.example', 'https://next.example']);
  });
});
