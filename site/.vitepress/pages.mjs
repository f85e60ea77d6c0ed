/** The path of the site on its host, which begins and ends with a slash. */
export const BASE = process.env.SITE_BASE ?? '/';

/** The pages of the documentation, in their order: the sidebar of the site, and llms.txt. */
export const SECTIONS = [
  {
    text: 'Start',
    pages: [
      'guide/start',
      'guide/script-tag',
      'guide/frameworks',
      'guide/server-rendering',
      'guide/testing',
    ],
  },
  {
    text: 'Wallet',
    pages: ['guide/requests', 'guide/sign-in', 'guide/capabilities'],
  },
  {
    text: 'Tokens and transactions',
    pages: ['guide/tokens', 'guide/transactions'],
  },
  {
    text: 'Look',
    pages: ['guide/theming', 'guide/your-own-picker', 'guide/languages'],
  },
  {
    text: 'In production',
    pages: ['guide/migrate', 'guide/csp', 'guide/security', 'guide/publishing'],
  },
  { text: 'Reference', pages: ['reference/methods', 'errors/index', 'wallets'] },
  { text: 'About', pages: ['sizes', 'design'] },
];
