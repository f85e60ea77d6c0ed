/* Every state of the metadata card, and amounts. */
import '/src/elements/ft-amount/define.ts';
import '/src/elements/ft-metadata-card/define.ts';
import '/src/elements/nft-metadata-card/define.ts';

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="20" fill="#0b7285"/><path d="M12 26l8-14 8 14z" fill="#e3fafc"/></svg>',
)}`;
const PRINCIPAL = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.larkspur-token';

/** Images with other aspect ratios than their box in the card: wide, high, and very wide with transparent parts. */
const PICTURE = picture(600, 400, '#1864ab');
const HIGH = picture(400, 600, '#1864ab');
const TRANSPARENT = picture(1200, 300, '#0000');
function picture(width, height, color) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const draw = canvas.getContext('2d');
  draw.fillStyle = color;
  draw.fillRect(0, 0, width, height);
  for (let petal = 0; petal < 5; petal += 1) {
    const angle = (petal * 2 * Math.PI) / 5;
    draw.fillStyle = petal ? '#d0ebff' : '#e8590c';
    draw.beginPath();
    draw.arc(width / 2 + 90 * Math.cos(angle), height / 2 + 90 * Math.sin(angle), 70, 0, 7);
    draw.fill();
  }
  return canvas.toDataURL('image/png');
}

const TOKEN = {
  name: 'Larkspur',
  symbol: 'LARK',
  decimals: 6,
  total_supply: '1500000000123456',
  description:
    'The token of the Larkspur exchange. Holders share its fees and vote on its listings.',
  image_uri: ICON,
  tx_id: '0x3b2f6e1c9a4d5f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7f8',
  sender_address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7',
  asset_identifier: `${PRINCIPAL}::larkspur`,
  metadata: {
    sip: 16,
    name: 'Larkspur',
    attributes: [
      { trait_type: 'Kind', display_type: 'string', value: 'Governance' },
      { trait_type: 'Launched', display_type: 'date', value: '2024-05-01' },
    ],
    properties: { collection: 'Exchange tokens', total_supply: '1500000000' },
  },
};

const HOSTILE = {
  ...TOKEN,
  name: 'STX \u2713 Verified by Stacks \u202eSP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE',
  symbol: 'USDC (verified) SP3FBR2AGK5',
  description:
    '<b>\u26a0 Your wallet is locked.</b> Sign in at https://evil.example to unlock it. '.repeat(
      9,
    ) + 'Z\u0351\u0351\u0351\u0351\u0351\u0351\u0351\u0351algo',
  total_supply: '340282366920938463463374607431768211455',
  image_uri: 'javascript:alert(1)',
  metadata: {
    ...TOKEN.metadata,
    name: undefined,
    attributes: [{ trait_type: 'Audited', display_type: 'verified', value: '\u2705 by Stacks' }],
  },
};
const LAST_ID = '340282366920938463463374607431768211455';
const NFT = {
  token_uri: 'https://larkspur.example/7.json',
  metadata: {
    ...TOKEN.metadata,
    name: 'Blue Larkspur',
    description: 'The seventh flower of a thousand, drawn by hand. Each has another colour.',
    cached_image: PICTURE,
    attributes: [
      { trait_type: 'Colour', value: 'Blue' },
      { trait_type: 'Petals', value: 5 },
    ],
  },
};
const withPicture = (cached_image) => ({ metadata: { ...NFT.metadata, cached_image } });
const PENDING = () => new Promise(() => {});

function element(tag, properties) {
  const { answer, ...rest } = properties;
  const client = answer && {
    getFtMetadata: () => answer(),
    getNftMetadata: () => answer(),
  };
  const made = Object.assign(document.createElement(tag), rest, client && { client });
  document.querySelector('main').append(made);
  return made;
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 400));
const failure = (code) => () =>
  Promise.reject(Object.assign(new Error(code), { name: 'MetadataError', code }));
const fetched = { principal: PRINCIPAL, lazy: 'off' };
const given = { principal: PRINCIPAL, metadata: TOKEN };
const hostile = { principal: PRINCIPAL, metadata: HOSTILE };

async function cards(...all) {
  for (const { tag = 'ft-metadata-card', ...properties } of all) {
    const { style } = element(tag, { headingLevel: 2, ...properties });
    // Otherwise, cards outside the window are not painted in a screenshot of the whole page.
    Object.assign(style, { margin: '0 0 12px', contentVisibility: 'visible' });
  }
  await settle();
}

/** Every state of a variant of the token card. */
const states = (variant) => () =>
  cards(
    ...[
      given,
      hostile,
      { principal: PRINCIPAL, metadata: { symbol: 'LARK' } },
      { ...fetched, answer: PENDING },
      { ...fetched, answer: failure('in-progress') },
      { ...fetched, answer: failure('not-found') },
      { ...fetched, answer: failure('network') },
    ].map((properties) => ({ ...properties, variant })),
  );

/** Every state of a variant of the NFT card. */
const nftStates = (variant) => () =>
  cards(
    ...[
      { metadata: NFT },
      { metadata: { metadata: HOSTILE.metadata }, tokenId: LAST_ID },
      { metadata: withPicture(HIGH) },
      { metadata: withPicture(TRANSPARENT) },
      { metadata: {} },
      { ...fetched, answer: PENDING },
      { ...fetched, answer: failure('not-found') },
      { ...fetched, tokenId: 'x', answer: failure('invalid-token-id') },
    ].map((properties) => ({
      tag: 'nft-metadata-card',
      principal: PRINCIPAL,
      tokenId: '7',
      variant,
      ...properties,
    })),
  );

async function openAll() {
  for (const { shadowRoot } of document.querySelectorAll('ft-metadata-card')) {
    shadowRoot.querySelector('#all').click();
  }
  await settle();
}

async function open() {
  for (const { shadowRoot } of document.querySelectorAll('ft-metadata-card, nft-metadata-card')) {
    for (const button of shadowRoot.querySelectorAll('[aria-expanded=false]')) button.click();
  }
  await settle();
}

export const tokenScenes = {
  'card-chip': states('chip'),
  'card-row': states('row'),
  'card-card': states('card'),
  'card-full': states('full'),
  'card-full-open': () =>
    cards({ ...given, variant: 'full' }, { ...hostile, variant: 'full' }).then(openAll),
  'card-details': () => cards(given).then(open),
  'card-details-hostile': () => cards(hostile).then(open),
  'card-row-open': () =>
    cards({ ...given, variant: 'row' }, { ...hostile, variant: 'row' }).then(open),
  /* Amounts at the end of rows: the name is cut off, the amount never. */
  'card-row-amount': async () => {
    await cards(
      { ...given, variant: 'row' },
      { ...hostile, variant: 'row' },
      { ...given, variant: 'row' },
    );
    const values = ['1204500000', '340282366920938463463374607431768211455', '1500000000123456'];
    for (const [at, card] of [...document.querySelectorAll('ft-metadata-card')].entries()) {
      const amount = { slot: 'amount', value: values[at], decimals: 6, symbol: 'LARK' };
      card.append(Object.assign(document.createElement('ft-amount'), amount));
    }
    await settle();
  },
  'nft-chip': nftStates('chip'),
  'nft-row': nftStates('row'),
  'nft-card': nftStates('card'),
  'nft-full': nftStates('full'),
  'nft-details': () => nftStates('card')().then(open),
  amounts: async () => {
    for (const properties of [
      { value: '1500000000123456', decimals: 6 },
      { value: '1', decimals: 8 },
      { value: '340282366920938463463374607431768211455', decimals: 38 },
      { value: '1500000000123456', decimals: 6, notation: 'compact' },
      { value: '1500000000123456', decimals: 6, notation: 'compact', signDisplay: 'always' },
      { value: '-1500000000123456', decimals: 6, maxFractionDigits: 2 },
      { ...fetched, value: '1500000000', answer: PENDING, symbol: undefined },
    ]) {
      const amount = element('ft-amount', { symbol: 'LARK', ...properties });
      const icon = Object.assign(document.createElement('img'), {
        src: ICON,
        slot: 'icon',
        alt: '',
      });
      if (properties.notation) amount.append(icon);
      const line = document.createElement('p');
      amount.replaceWith(line);
      line.append(amount);
    }
    await settle();
    const buttons = [...document.querySelectorAll('ft-amount')].flatMap(
      ({ shadowRoot }) => shadowRoot.querySelector('button') ?? [],
    );
    buttons.at(-1).click();
    await settle();
  },
};
