const OURS = {
  folder: 'ours',
  wallet: ['wallet-select-modal', '.wallet'],
  close: ['wallet-select-modal', '[part~="close-button"]'],
};

/**
 * The measured pages. A page is usable when its code has run, so that a press opens the picker. The page then sets the
 * mark `usable`. With `painted`, a page is usable when its button is visible.
 *
 * - `folder`: a folder in `subjects/`, with its own package.json and lock file; ours has no lock file
 * - `app`: the folder in it that is bundled; without it the page is served unchanged
 * - `copies`: one of our pages; this page has the open dialog of that page as HTML and CSS (dialog-alone.mjs)
 * - `button`: the element that opens the picker; `wallet`: the element that is visible when the picker is open;
 *   `close`: the element that closes it. Each is a path through shadow roots, with one selector for each root
 * - `hasRequest`: the page has `window.request` as @stacks/connect defines it
 */
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
  // Two files of a few lines. A library that is not in the HTML of the page cannot be faster.
  least: {
    title: 'the least',
    folder: 'least',
    page: 'index.html',
    button: ['#open'],
    wallet: ['#wallet'],
    close: ['#wallet'],
  },
  // Our dialog as HTML and CSS, closed until the press, without a library: the time that the browser needs to show it.
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

/** The same small app with React: without a library, and with each library in the way that its guide shows. */
export const reactApps = {
  react: {
    ...{ title: 'React alone', folder: 'least', app: 'react', page: 'index.html' },
    ...{ button: ['#open'], wallet: ['#wallet'], close: ['#wallet'] },
  },
  'react-stacks-connect': { ...subjects['stacks-connect'], app: 'react' },
  'react-ours': { ...OURS, title: 'ours', app: 'react', page: 'index.html', button: ['#open'] },
};

/** The page of a user who has connected before, and sends requests (measure/road.mjs). */
export const roadApps = {
  'road-stacks-connect': { ...subjects['stacks-connect'], app: 'road' },
  'road-ours': { ...OURS, title: 'ours', app: 'road', page: 'index.html', button: ['#send'] },
};
