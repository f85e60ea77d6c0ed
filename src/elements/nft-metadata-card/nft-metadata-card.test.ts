import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import { defaultMetadataClient } from '../../metadata/metadata-client.js';
import type { MetadataClient, SftMetadata } from '../../metadata/metadata-types.js';
import { json, testService, type Answering } from '../../testing/metadata-fetch.js';
import { waitForStatus, waitUntil } from '../../testing/wait-until.js';
import { findPart, inside, labelOf, part, textOf } from '../../testing/element-helpers.js';
import type { NftErrorEvent, NftLoadEvent, NftMetadataCard } from './nft-metadata-card.js';
import './define.js';
import '../wallet-context/define.js';

const BEES = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.bees';
const LAST = String(2n ** 128n - 1n);
/** Images of one pixel, so that no test loads one from the network. */
const THUMBNAIL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const IMAGE = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

const BEE = {
  token_uri: 'https://bees.example/1.json',
  metadata: {
    sip: 16,
    name: 'Ada',
    description: 'The first of a thousand.',
    image: 'https://bees.example/1.png',
    cached_image: IMAGE,
    cached_thumbnail_image: THUMBNAIL,
    attributes: [{ trait_type: 'Job', value: 'Guard' }],
    properties: { collection: 'Bees' },
  },
} satisfies SftMetadata;
const bee: Answering = () => json(BEE);

async function cardOf(answering: Answering, properties: Partial<NftMetadataCard> = {}) {
  const service = testService(answering);
  const card = document.createElement('nft-metadata-card');
  Object.assign(card, { client: service.client, principal: BEES, tokenId: '1', ...properties });
  // WebKit renders the content of a card with `content-visibility: auto` one frame after these tests measure it.
  card.style.contentVisibility = 'visible';
  const box = await fixture<HTMLElement>(html`<div></div>`);
  box.append(card);
  return { card, box, ...service };
}

describe('<nft-metadata-card>', () => {
  it('shows every field, the token id and the principal', async () => {
    const { card } = await cardOf(bee, { variant: 'full' });
    await waitForStatus(card, 'ready');
    const { sip, name, description, image } = BEE.metadata;
    for (const text of [name, description, image, BEE.token_uri, 'Job Guard', 'Collection Bees']) {
      expect(textOf(card)).to.contain(text);
    }
    expect(textOf(card)).to.contain(`SIP-0${sip}`);
    expect(textOf(card)).to.contain('Token ID 1');
    expect(textOf(card)).not.to.contain('supply');
    expect(part(card, 'token-id').textContent).to.equal('#1');
    expect(part(card, 'whole-principal').textContent).to.equal(BEES);
  });

  it('has the name of its contract if the metadata has no name; a chip also shows the token id', async () => {
    const { card } = await cardOf(() => json({}));
    await waitForStatus(card, 'ready');
    expect(part(card, 'name').textContent).to.equal('bees');
    expect(part(card, 'monogram').textContent.trim()).to.equal('B');
    card.variant = 'chip';
    await card.updateComplete;
    expect(part(card, 'symbol').textContent).to.equal('bees #1');
  });

  it('shows the thumbnail in the variants chip and row, and the full image in card and full', async () => {
    for (const [variant, image] of Object.entries({
      chip: THUMBNAIL,
      row: THUMBNAIL,
      card: IMAGE,
      full: IMAGE,
    })) {
      const { card } = await cardOf(bee, { variant: variant as NftMetadataCard['variant'] });
      await waitForStatus(card, 'ready');
      expect(findPart(card, 'image'), variant).to.have.attribute('src', image);
    }
  });

  it('shows the supply and the decimals of a semi-fungible token', async () => {
    const sft = { ...BEE, decimals: 2, total_supply: '12345' };
    const { card } = await cardOf(() => json(sft), { kind: 'sft', variant: 'full' });
    await waitForStatus(card, 'ready');
    expect(textOf(card)).to.contain('Token ID 1');
    expect(textOf(card)).to.contain('Total supply 123.45');
    expect(textOf(card)).to.contain('Decimals 2');
    card.kind = 'nft';
    await waitUntil(() => !textOf(card).includes('supply'));
  });

  for (const [tokenId, asked] of [
    ['0', '0'],
    [' 7 ', '7'],
    ['007', '7'],
    [LAST, LAST],
    [2n ** 64n, String(2n ** 64n)],
    [12, '12'],
  ] as const) {
    it(`loads the token id ${JSON.stringify(String(tokenId))}, a ${typeof tokenId}`, async () => {
      const service = await cardOf(bee, { tokenId });
      await waitForStatus(service.card, 'ready');
      expect(service.asked).to.deep.equal([asked]);
      expect(part(service.card, 'token-id').textContent).to.equal(`#${asked}`);
    });
  }

  for (const tokenId of ['x', '-1', '1.5', '1e3', String(2n ** 128n), 2 ** 53, Number.NaN, 1.5]) {
    it(`shows that ${tokenId} is not a token id, without a request: a ${typeof tokenId}`, async () => {
      const { card, asked } = await cardOf(bee, { tokenId });
      await waitForStatus(card, 'error');
      expect(part(card, 'message').textContent).to.contain('This is not a valid token ID.');
      expect(findPart(card, 'retry-button'), 'it would fail again').to.equal(null);
      expect(part(card, 'monogram').checkVisibility()).to.equal(false);
      expect(asked).to.deep.equal([]);
      await expect(card).to.be.accessible();
    });
  }

  it('is idle and empty without a principal or a token id', async () => {
    for (const missing of [{ principal: '' }, { tokenId: '' }, { tokenId: undefined! }]) {
      const { card, asked } = await cardOf(bee, { lazy: 'off', ...missing });
      await card.updateComplete;
      expect(card.status).to.equal('idle');
      expect(card.shadowRoot!.textContent.trim()).to.equal('');
      expect(asked).to.deep.equal([]);
    }
  });

  it('loads another token when the token id or the kind changes, and ignores late answers', async () => {
    let answerFirst: ((answer: Response) => void) | undefined;
    const { card, asked } = await cardOf(
      (id) =>
        id === '1'
          ? new Promise((resolve) => (answerFirst = resolve))
          : json({ metadata: { name: `Bee ${id}` } }),
      { lazy: 'off' },
    );
    await waitUntil(() => asked.length === 1);
    card.tokenId = '2';
    await waitUntil(() => findPart(card, 'name')?.textContent === 'Bee 2');
    answerFirst!(json(BEE));
    card.tokenId = '3';
    await card.updateComplete;
    expect(part(card, 'name').textContent, 'not the one before').to.equal('bees');
    await waitUntil(() => part(card, 'name').textContent === 'Bee 3');
    card.kind = 'sft';
    await waitUntil(() => asked.length === 4);
    expect(asked).to.deep.equal(['1', '2', '3', '3']);
  });

  it('fires nft-load and nft-error, composed, after the update', async () => {
    const { card } = await cardOf((id) => (id === '1' ? json(BEE) : json({ error: 'x' }, 404)));
    const event = await oneEvent<NftLoadEvent>(document.body, 'nft-load');
    expect(event.target).to.equal(card);
    expect([event.bubbles, event.composed]).to.deep.equal([true, true]);
    expect(event.metadata.metadata?.name).to.equal('Ada');
    card.tokenId = '2';
    const failed = await oneEvent<NftErrorEvent>(document.body, 'nft-error');
    expect(failed.error.code).to.equal('not-found');
    expect(card.status).to.equal('not-found');
  });

  it('says that the contract has no token with this id, also to screen readers', async () => {
    for (const kind of ['nft', 'sft'] as const) {
      const { card } = await cardOf(() => json({ error: 'Token not found' }, 404), { kind });
      await waitForStatus(card, 'not-found');
      const text = 'Not found in this contract.';
      expect(part(card, 'message').textContent).to.contain(text);
      expect(inside(card, '[role=status]').textContent).to.equal(text);
    }
  });

  it('shows only the NFT fields of the property `metadata`, without a request', async () => {
    const given = { ...BEE, name: 'Not shown', total_supply: '5', symbol: 'BEE' };
    const { card, asked } = await cardOf(bee, { principal: '', metadata: given, variant: 'full' });
    await waitForStatus(card, 'ready');
    expect(part(card, 'name').textContent).to.equal('Ada');
    expect(textOf(card)).not.to.contain('supply');
    expect(textOf(card)).not.to.contain('BEE');
    Object.assign(card, { metadata: 5 });
    await waitForStatus(card, 'error');
    expect(asked).to.deep.equal([]);
  });

  it('names the token in its controls, so that the controls of two tokens of one contract differ', async () => {
    const { card } = await cardOf(() => json({ error: 'x' }, 500));
    await waitForStatus(card, 'error');
    expect(labelOf(part(card, 'retry-button'))).to.equal('Try again bees #1');
    const { card: chip } = await cardOf(bee, { variant: 'chip' });
    await waitForStatus(chip, 'ready');
    const name = 'Ada, contract SP2J6Z…RV9EJ7.bees #1';
    expect(findPart(chip, 'card')).to.have.attribute('aria-label', name);
  });

  it('shows the frame of a picture while it loads, and after a failure', async () => {
    for (const [status, answering] of [
      ['loading', () => new Promise<Response>(() => undefined)],
      ['error', () => json({ error: 'x' }, 500)],
    ] as const) {
      const { card, box } = await cardOf(answering);
      await waitForStatus(card, status);
      const frame = part(card, 'monogram');
      expect(frame.querySelector('bdi')!.checkVisibility()).to.equal(false);
      expect(frame.querySelector('svg')!.getBoundingClientRect().width).to.equal(40);
      box.remove();
    }
  });

  it('has a square picture of at most 20rem, in every width', async () => {
    for (const [width, size] of [
      [800, 320],
      [240, 238],
    ] as const) {
      const { card, box } = await cardOf(() => json(BEE));
      box.style.width = `${width}px`;
      await waitForStatus(card, 'ready');
      const picture = card.shadowRoot!.querySelector('.picture')!.getBoundingClientRect();
      expect([picture.width, picture.height]).to.deep.equal([size, size]);
      box.remove();
    }
  });

  it('has its contract in one line in a card of 20rem, in the height of two lines', async () => {
    const heights = new Set<number>();
    for (const contract of ['bees', 'bee-portraits-and-more-bees']) {
      const principal = `${BEES.split('.')[0]}.${contract}`;
      const { card, box } = await cardOf(bee, { principal });
      box.style.width = '322px';
      await waitForStatus(card, 'ready');
      const [address, name] = [...part(card, 'principal').querySelectorAll('span')].map(
        (one) => one.getBoundingClientRect().top,
      );
      expect(name! - address! > 8, contract).to.equal(contract !== 'bees');
      heights.add(card.getBoundingClientRect().height);
      box.remove();
    }
    expect([...heights]).to.have.length(1);
  });

  it('crops an image that is almost square, and shows any other whole, in the middle of a plain square', async () => {
    for (const [width, height, fit] of [
      [5, 4, 'cover'],
      [4, 5, 'cover'],
      [3, 2, 'contain'],
      [1, 2, 'contain'],
    ] as const) {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const { card, box } = await cardOf(() =>
        json({ metadata: { ...BEE.metadata, cached_image: canvas.toDataURL() } }),
      );
      await waitForStatus(card, 'ready');
      const image = part(card, 'image');
      await waitUntil(() => !image.parentElement!.classList.contains('monogram'));
      expect(getComputedStyle(image).objectFit, `${width}:${height}`).to.equal(fit);
      // As large as what it shows, with the same space at both ends of its longer side.
      const shown = image.getBoundingClientRect();
      const frame = image.parentElement!.getBoundingClientRect();
      const ratio = fit === 'contain' ? width / height : 1;
      expect(shown.width / shown.height).to.be.closeTo(ratio, 0.01);
      const side = Math.max(shown.width, shown.height);
      expect(frame.width - side).to.be.closeTo(fit === 'contain' ? 32 : 0, 0.1);
      expect(shown.left - frame.left).to.be.closeTo(frame.right - shown.right, 0.1);
      expect(shown.top - frame.top).to.be.closeTo(frame.bottom - shown.bottom, 0.1);
      card.images = 'off';
      await card.updateComplete;
      expect(card.shadowRoot!.querySelector('img')).to.equal(null);
      box.remove();
    }
  });

  for (const variant of ['card', 'full', 'row', 'chip'] as const) {
    it(`has the same height before and after loading, and after a failure: ${variant}`, async () => {
      for (const width of [260, 500]) {
        for (const [tokenId, body, status] of [
          ['1', BEE, 200],
          [LAST, BEE, 200],
          ['1', { metadata: {} }, 200],
          ['1', { error: 'Token not found' }, 404],
          ['1', { error: 'x' }, 422],
        ] as const) {
          let answer: ((answer: Response) => void) | undefined;
          const { card, box } = await cardOf(() => new Promise((resolve) => (answer = resolve)), {
            variant,
            tokenId,
          });
          box.style.width = `${width}px`;
          await waitUntil(() => answer !== undefined);
          await card.updateComplete;
          const before = card.getBoundingClientRect().height;
          answer!(json(body, status));
          await waitUntil(() => card.status !== 'loading');
          await card.updateComplete;
          const { height } = card.getBoundingClientRect();
          expect(height, `#${tokenId}, ${card.status}, ${width} px`).to.equal(before);
          box.remove();
        }
      }
    });
  }

  it('passes axe in every variant and every status, in both color schemes', async () => {
    const answers: readonly (readonly [string, Answering])[] = [
      ['ready', bee],
      ['pending', () => json({ error: 'Token metadata fetch in progress' }, 422)],
      ['not-found', () => json({ error: 'Token not found' }, 404)],
      ['loading', () => new Promise(() => undefined)],
    ];
    for (const scheme of ['light', 'dark']) {
      for (const variant of ['chip', 'row', 'card', 'full'] as const) {
        for (const [status, answering] of answers) {
          const { card, box } = await cardOf(answering, { variant });
          box.style.colorScheme = scheme;
          await waitForStatus(card, status);
          const closed = card.shadowRoot!.querySelectorAll<HTMLElement>('[aria-expanded=false]');
          for (const button of closed) button.click();
          await card.updateComplete;
          await expect(card).to.be.accessible();
          box.remove();
        }
      }
    }
  }).timeout(60_000);
});

describe('a client without getNftMetadata, of the page', () => {
  const asked: string[] = [];
  const { getNftMetadata } = defaultMetadataClient();
  beforeEach(() => {
    asked.length = 0;
    defaultMetadataClient().getNftMetadata = (principal, id, options) => {
      asked.push(`${String(id)} ${String(options?.baseUrl)}`);
      return Promise.resolve({ ...BEE, principal, locale: {} });
    };
  });
  afterEach(() => void (defaultMetadataClient().getNftMetadata = getNftMetadata));
  const own = { getFtMetadata: () => Promise.reject(new Error()) } as unknown as MetadataClient;

  it('is replaced by the default client', async () => {
    const { card } = await cardOf(bee, { client: own });
    await waitForStatus(card, 'ready');
    expect(asked).to.deep.equal(['1 undefined']);
  });
});
