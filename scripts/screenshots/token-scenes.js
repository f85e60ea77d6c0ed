/* Every state of the metadata card, and amounts. */
import '/src/define/ft-amount.ts';
import '/src/define/ft-metadata-card.ts';

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="20" fill="#0b7285"/><path d="M12 26l8-14 8 14z" fill="#e3fafc"/></svg>',
)}`;
const PRINCIPAL = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.larkspur-token';

const TOKEN = {
  name: 'Larkspur',
  symbol: 'LARK',
  decimals: 6,
  total_supply: '1500000000123456',
  description: 'The token of the Larkspur exchange. Holders share its fees and vote on its listings.',
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
    '<b>\u26a0 Your wallet is locked.</b> Sign in at https://evil.example to unlock it. '.repeat(9) +
    'Z\u0351\u0351\u0351\u0351\u0351\u0351\u0351\u0351algo',
  total_supply: '340282366920938463463374607431768211455',
  image_uri: 'javascript:alert(1)',
  metadata: {
    ...TOKEN.metadata,
    name: undefined,
    attributes: [{ trait_type: 'Audited', display_type: 'verified', value: '\u2705 by Stacks' }],
  },
};
const PENDING = () => new Promise(() => {});

function element(tag, properties) {
  const { answer, ...rest } = properties;
  const client = answer && {
    getFtMetadata: () => answer(),
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
  for (const properties of all) {
    const { style } = element('ft-metadata-card', { headingLevel: 2, ...properties });
    // A screenshot of the whole page does not paint what was outside the window.
    Object.assign(style, { margin: '0 0 12px', contentVisibility: 'visible' });
  }
  await settle();
}

/** Every state of a variant. */
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

async function open() {
  for (const { shadowRoot } of document.querySelectorAll('ft-metadata-card')) {
    for (const details of shadowRoot.querySelectorAll('details')) details.open = true;
  }
  await settle();
}

export const tokenScenes = {
  'card-chip': states('chip'),
  'card-row': states('row'),
  'card-card': states('card'),
  'card-full': () => cards({ ...given, variant: 'full' }, { ...hostile, variant: 'full' }),
  'card-details': () => cards(given).then(open),
  'card-details-hostile': () => cards(hostile).then(open),
  'card-row-open': () =>
    cards({ ...given, variant: 'row' }, { ...hostile, variant: 'row' }).then(open),
  amounts: async () => {
    for (const properties of [
      { value: '1500000000123456', decimals: 6 },
      { value: '1', decimals: 8 },
      { value: '340282366920938463463374607431768211455', decimals: 38 },
      { value: '1500000000123456', decimals: 6, notation: 'compact' },
      { value: '1500000000123456', decimals: 6, notation: 'compact', sign: 'always' },
      { value: '-1500000000123456', decimals: 6, maxFractionDigits: 2 },
    ]) {
      const amount = element('ft-amount', { ...properties, symbol: 'LARK' });
      const icon = Object.assign(document.createElement('img'), { src: ICON, slot: 'icon', alt: '' });
      if (properties.notation) amount.append(icon);
      const line = document.createElement('p');
      amount.replaceWith(line);
      line.append(amount);
    }
    await settle();
    document.querySelector('ft-amount:last-of-type').shadowRoot.querySelector('button')?.click();
    await settle();
  },
};
