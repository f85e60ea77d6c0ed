const TOKEN = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token';
const NFT = 'SP846Z7HRAT557JDWNJY5N2682HYMN41KV93ZYX9.bee-portraits';

const flag = (name) => ({ name, kind: 'flag' });
const text = (name, value = '') => ({ name, kind: 'text', value });
const choice = (name, ...options) => ({ name, kind: 'choice', options });

const BUTTON = [choice('variant', 'filled', 'outlined', 'plain'), choice('size', 'm', 's', 'l')];
const CARD_ATTRIBUTES = [
  choice('variant', 'card', 'chip', 'row', 'full'),
  { ...text('base-url', '/'), always: true },
  text('locale'),
  text('locales'),
  text('heading-level', '3'),
  choice('images', 'on', 'off'),
  choice('lazy', 'on', 'off'),
  text('ipfs-gateway'),
  text('arweave-gateway'),
];
/** Each element: its description, its attributes and its content. The states are in states.js. */
export const catalogue = [
  {
    tag: 'wallet-connect-button',
    about: 'Connects a wallet. While connected, it shows the account and opens its menu.',
    attributes: [
      ...BUTTON,
      text('label'),
      text('provider'),
      flag('disabled'),
      flag('without-menu'),
      flag('transactions'),
    ],
  },
  {
    tag: 'wallet-account',
    about: 'Shows the addresses of the account, with copy buttons, explorer links and Disconnect.',
    attributes: [
      flag('inline'),
      choice('chain', 'stx', 'btc'),
      text('chars-start', '5'),
      text('chars-end', '4'),
      text('explorer'),
      flag('without-copy'),
      flag('without-explorer'),
      flag('without-disconnect'),
      flag('transactions'),
    ],
  },
  {
    tag: 'wallet-request-button',
    about: 'Sends one request to the wallet: a method and its params, written in HTML.',
    attributes: [
      { ...text('method', 'stx_signMessage'), always: true },
      ...BUTTON,
      flag('disabled'),
      flag('require-connect'),
      choice('if-unsupported', '', 'disable', 'hide'),
      flag('track'),
    ],
    content: ['Sign a message', { script: '{ "message": "Hello from stacks-wallet-elements" }' }],
  },
  {
    tag: 'wallet-sign-in',
    about:
      'Signs the user in: the wallet signs a text, which costs nothing, and the server verifies it.',
    attributes: [
      { ...text('endpoint', '/auth'), always: true },
      choice('chain', 'stacks', 'bitcoin'),
      choice('account-change', 'ask', 'keep', 'sign-out'),
      ...BUTTON,
      flag('disabled'),
    ],
  },
  {
    tag: 'wallet-transaction',
    about: 'Shows the status of a transaction: pending, confirmed, failed, replaced or dropped.',
    attributes: [
      { ...text('txid', `0x${'5a'.repeat(32)}`), always: true },
      choice('chain', 'stx', 'btc'),
      choice('network', 'mainnet', 'testnet'),
      { ...text('base-url', '/'), always: true },
      text('confirmations', '1'),
      flag('follow-replacement'),
      flag('without-poll'),
      text('explorer'),
    ],
  },
  {
    tag: 'wallet-transactions',
    about: 'Lists the recent transactions of the connected account, and the status of each.',
    attributes: [text('limit', '5'), text('confirmations', '1'), text('explorer')],
  },
  {
    tag: 'wallet-select-modal',
    about:
      'A dialog to choose a wallet, which shows the progress of connecting. It opens by itself.',
    attributes: [
      text('label'),
      text('help-href'),
      choice('sort', 'recent', 'name', 'none'),
      flag('without-install'),
      flag('without-help'),
    ],
    opens: 'Open the modal',
  },
  {
    tag: 'wallet-list',
    about: 'A list of wallets that connects the one that is clicked: the modal without its dialog.',
    attributes: [choice('sort', 'recent', 'name', 'none'), flag('without-install')],
  },
  {
    tag: 'wallet-context',
    about:
      'Provides options and a client to its content, and reflects the status for style sheets.',
    attributes: [
      choice('network', '', 'mainnet', 'testnet', 'devnet', 'regtest'),
      text('approved-provider-ids'),
      text('metadata-base-url'),
      flag('force-wallet-select'),
      flag('without-persist'),
      flag('without-overrides'),
      flag('without-local-storage'),
    ],
    content: [{ tag: 'wallet-connect-button' }],
  },
  {
    tag: 'ft-metadata-card',
    about: 'Shows a fungible token: as a chip, as a row, as a card, or with all of its metadata.',
    attributes: [{ ...text('principal', TOKEN), always: true }, ...CARD_ATTRIBUTES],
  },
  {
    tag: 'nft-metadata-card',
    about: 'Shows an NFT: as a chip, as a row, as a card, or with all of its metadata.',
    attributes: [
      { ...text('principal', NFT), always: true },
      { ...text('token-id', '1'), always: true },
      choice('kind', 'nft', 'sft'),
      ...CARD_ATTRIBUTES,
    ],
  },
  {
    tag: 'ft-list',
    about: 'A token picker: a search field, and the list of tokens, which loads more on scrolling.',
    attributes: [
      { ...text('base-url', '/'), always: true },
      text('search'),
      text('name'),
      text('value'),
      choice('order-by', 'name', 'symbol'),
      choice('order', 'asc', 'desc'),
      text('limit', '30'),
      text('symbol'),
      text('address'),
      text('label'),
      choice('images', 'on', 'off'),
      text('ipfs-gateway'),
      text('arweave-gateway'),
      flag('disabled'),
    ],
  },
  {
    tag: 'ft-amount',
    about: 'Shows an exact amount of a token, of any size.',
    attributes: [
      { ...text('value', '123456789012345678901234'), always: true },
      { ...text('decimals', '6'), always: true },
      { ...text('symbol', 'HNY'), always: true },
      choice('notation', 'standard', 'compact'),
      choice('sign', 'negative', 'always', 'except-zero', 'never'),
      text('max-fraction-digits'),
      text('principal'),
      text('base-url', '/'),
    ],
  },
];
