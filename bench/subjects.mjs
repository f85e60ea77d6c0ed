/**
 * The measured pages. A page marks `usable` once its code has run and a press would open the picker; with `painted`,
 * it is usable when its button is visible.
 *
 * - `folder`: a folder in `subjects/`, with its own package.json and lock, except ours
 * - `app`: the folder in it that Vite bundles; without it the page is served unchanged
 * - `copies`: one of our pages, whose open dialog this page has as HTML and CSS (dialog-alone.mjs)
 * - `button`, `wallet`, `close`: the elements that are pressed to open the picker, visible when it is open, and
 *   pressed to close it. Each is a path through shadow roots, with one selector for each root
 * - `hasRequest`: the page has `window.request` as @stacks/connect defines it
 */
const OURS = {
  folder: 'ours',
  wallet: ['wallet-select-modal', '.wallet'],
  close: ['wallet-select-modal', '[part~="close-button"]'],
};

export const subjects = {
  'stacks-connect': {
    title: '@stacks/connect',
    folder: 'stacks-connect',
    app: '.',
    page: 'index.html',
    button: ['#open'],
    wallet: ['connect-modal', 'li'],
    close: ['connect-modal', 'button'],
    hasRequest: true,
  },
  'dapp-kit': {
    title: 'dapp-kit',
    folder: 'dapp-kit',
    app: '.',
    page: 'index.html',
    button: ['#open'],
    wallet: ['mysten-dapp-kit-connect-modal', 'wallet-list', 'wallet-list-item', 'button'],
    close: ['mysten-dapp-kit-connect-modal', '.close-button'],
  },
  'bitcoin-connect': {
    title: 'bitcoin-connect',
    folder: 'bitcoin-connect',
    app: '.',
    page: 'index.html',
    button: ['#open'],
    wallet: [
      'bc-modal bc-connect',
      'bc-router-outlet',
      'bc-start',
      'bc-connector-list',
      'bc-alby-hub-connector',
      'button',
    ],
    close: ['bc-modal bc-connect', 'bc-modal-header', 'button:last-of-type'],
  },
  // Two files of a few lines. Without code in the page itself, no library can be faster.
  least: {
    title: 'the least',
    folder: 'least',
    page: 'index.html',
    button: ['#open'],
    wallet: ['#wallet'],
    close: ['#wallet'],
  },
  // Our dialog as HTML and CSS, closed until the press: the time that the browser needs to show it, without a library.
  'dialog-alone': {
    title: 'the dialog alone',
    folder: 'least',
    copies: 'ours-import',
    page: 'index.html',
    button: ['#open'],
    wallet: ['#host', '.wallet'],
    close: ['#host', '[part~="close-button"]'],
  },
  'ours-import': { ...OURS, title: 'ours: import', page: 'import.html', button: ['#open'] },
  'ours-script-tag': {
    ...OURS,
    title: 'ours: script tag',
    page: 'script-tag.html',
    button: ['wallet-connect-button', 'button'],
    painted: true,
  },
  'ours-app': {
    ...OURS,
    title: 'ours: bundled',
    app: 'app',
    page: 'index.html',
    button: ['#open'],
    hasRequest: true,
  },
};
