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
