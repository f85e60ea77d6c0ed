/** The path of the site on its host, which begins and ends with a slash. */
export const BASE = process.env.SITE_BASE ?? '/';

/** The pages of the documentation, in their order: the sidebar of the site, and llms.txt. */
export const SECTIONS = [
  {
    text: 'Start',
    pages: [
      'guide/start',
      'guide/frameworks',
      'guide/server-rendering',
      'guide/script-tag',
      'guide/imports',
      'guide/testing',
    ],
  },
  {
    text: 'Wallet',
    pages: [
      'guide/connect',
      'guide/one-wallet',
      'guide/testnets',
      'guide/sign-in',
      'guide/servers',
      'guide/sign-messages',
      'guide/errors',
    ],
  },
  {
    text: 'Contracts',
    pages: [
      'guide/contracts',
      'guide/post-conditions',
      'guide/clarity',
      'guide/balances',
      'guide/mint',
      'guide/swap',
    ],
  },
  {
    text: 'Transactions',
    pages: ['guide/requests', 'guide/send', 'guide/transactions', 'guide/capabilities'],
  },
  {
    text: 'Payments',
    pages: ['guide/payments', 'guide/tip-jar', 'guide/paid-download', 'guide/payment-problems'],
  },
  { text: 'Tokens', pages: ['guide/tokens', 'guide/prices'] },
  {
    text: 'Look',
    pages: [
      'guide/theming',
      'guide/dark-mode',
      'guide/phones',
      'guide/accessibility',
      'guide/languages',
      'guide/your-own-picker',
    ],
  },
  {
    text: 'In production',
    pages: ['guide/migrate', 'guide/csp', 'guide/security', 'guide/promises', 'guide/publishing'],
  },
  { text: 'Reference', pages: ['reference/methods', 'errors/index', 'wallets'] },
  { text: 'About', pages: ['sizes', 'design', 'adding', 'documentation', 'commands'] },
];

/** Words that readers search for and that the sentence and the sections of a page lack: in its line in llms.txt. */
export const WORDS = {
  'guide/frameworks':
    'React, Vue, Svelte, Solid; hooks, tags in JSX and TypeScript; no provider is needed; the client and its network in a React context; TanStack Query',
  'guide/script-tag': 'CDN, HTML without a build',
  'guide/testing':
    'set the balances, names and tokens of the development wallet; Playwright, Vitest, mocks',
  'guide/connect': 'connect button, disconnect, log out, reconnect after a reload',
  'guide/testnets': 'switch the network, wrong network, devnet, faucet',
  'guide/sign-in':
    'log in, sign out of all tabs, session, cookie, nonce store and session store such as Redis, roles, admin, protected route and middleware',
  'guide/servers': 'Vite proxy of the development server, origin and status 403, CORS',
  'guide/errors': 'show an error message to the user in plain language, declined, cancelled',
  'guide/contracts':
    'read-only function, interface (abi), optional and response as return value, refetch a read after a transaction, polling with an interval and how to stop it, bigint in a query key, error codes of a contract in words, all entries of a map, on a server',
  'guide/post-conditions': 'protect what a call may transfer, allow, deny',
  'guide/balances':
    'balance of a token or of STX, React hook, refresh, loading skeleton, BNS name, NFT gallery of an account',
  'guide/send':
    'transfer STX, send a token, amount input, max button, validate an address that a user typed',
  'guide/transactions':
    'pending, toast or notification, history of past transactions with a description (label), wait until confirmed, explorer link',
  'guide/tokens':
    'convert what a user typed to micro-STX or base units (parseUnits), decimals, locale, format an amount',
  'guide/prices': 'USD, fiat, value as text',
  'guide/accessibility': 'a11y, WCAG, keyboard, screen reader, contrast',
  'guide/languages': 'translate, i18n, locale',
  'guide/theming': 'colors, CSS variables, parts',
};
