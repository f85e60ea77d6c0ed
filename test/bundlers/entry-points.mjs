const name = 'stacks-wallet-elements';
const BUTTON = '<wallet-connect-button></wallet-connect-button>';
/** A page's own button, which connects and shows the address. */
const OWN = '<button id="own">Connect</button><output id="address"></output>';
const OWN_CODE = (options) => `
  document.getElementById('own').onclick = async () => {
    const { addresses } = await connect(${options});
    document.getElementById('address').textContent = addresses[0].address;
  };`;

const APP = '<div id="app"></div>';

/**
 * An app for each entry point of the package. `connects`: how the app connects; undefined: it does not connect, and
 * shows the text `shows`. `next`: the page for Next, if it is not made of `code` and `body`.
 */
export const entryPoints = {
  'the package and /define/wallet-connect-button': {
    code: `
      import { connect, request } from '${name}';
      import '${name}/define/wallet-connect-button';
      window.app = { connect, request };`,
    body: BUTTON,
    connects: 'with the list',
    isRecommended: true,
  },
  'the package': {
    code: `import { connect } from '${name}';${OWN_CODE('')}`,
    body: OWN,
    connects: 'with the list',
    isRecommended: true,
  },
  '/core': {
    code: `import { connect } from '${name}/core';${OWN_CODE("{ providerId: 'DevWalletProvider' }")}`,
    body: OWN,
    connects: 'with a named wallet',
    isRecommended: true,
  },
  '/define': {
    code: `import '${name}/define';`,
    body: `${BUTTON}<wallet-account></wallet-account>`,
    connects: 'with the list',
  },
  '/define/autoload': {
    code: `
      import { loadElements } from '${name}/define/autoload';
      loadElements(document);`,
    body: BUTTON,
    connects: 'with the list',
  },
  '/elements/wallet-connect-button': {
    code: `
      import '${name}/define/picker';
      import { WalletConnectButton } from '${name}/elements/wallet-connect-button';
      customElements.define('wallet-connect-button', WalletConnectButton);`,
    body: BUTTON,
    connects: 'with the list',
  },
  '/elements/messages and /elements/context': {
    code: `
      import '${name}/define/wallet-connect-button';
      import { clientContext } from '${name}/elements/context';
      import { registerMessages } from '${name}/elements/messages';
      registerMessages('en', { connectWallet: 'Log in' });
      document.getElementById('shown').textContent = String(typeof clientContext);`,
    body: `${BUTTON}<p id="shown"></p>`,
    connects: 'with the list',
  },
  '/react': {
    code: `
      import { createElement } from 'react';
      import { createRoot } from 'react-dom/client';
      import { useWallet } from '${name}/react';
      const h = createElement;
      function App() {
        const { address, connect } = useWallet();
        return [h('button', { id: 'own', key: 1, onClick: () => connect() }, 'Connect'), h('p', { id: 'address', key: 2 }, address)];
      }
      createRoot(document.getElementById('app')).render(h(App));`,
    body: APP,
    next: `'use client';
      import { useWallet } from '${name}/react';

      export default function Page() {
        const { address, connect } = useWallet();
        return <>
          <button id="own" onClick={() => connect()}>Connect</button>
          <p id="address">{address}</p>
        </>;
      }`,
    connects: 'with the list',
  },
  '/vue': {
    code: `
      import { createApp, h } from 'vue';
      import { useWallet } from '${name}/vue';
      createApp({
        setup() {
          const { address, connect } = useWallet();
          return () => [h('button', { id: 'own', onClick: () => connect() }, 'Connect'), h('p', { id: 'address' }, address.value)];
        },
      }).mount('#app');`,
    body: APP,
    connects: 'with the list',
  },
  '/svelte': {
    code: `
      import { useWallet } from '${name}/svelte';
      const wallet = useWallet();
      document.getElementById('own').onclick = () => wallet.connect();
      wallet.subscribe(({ address }) => (document.getElementById('address').textContent = address ?? ''));`,
    body: OWN,
    connects: 'with the list',
  },
  '/solid': {
    code: `
      import { createEffect, createRoot } from 'solid-js';
      import { useWallet } from '${name}/solid';
      createRoot(() => {
        const { address, connect } = useWallet();
        document.getElementById('own').onclick = () => connect();
        createEffect(() => (document.getElementById('address').textContent = address() ?? ''));
      });`,
    body: OWN,
    connects: 'with the list',
  },
  '/metadata': {
    code: `
      import { formatUnits } from '${name}/metadata';
      document.getElementById('shown').textContent = formatUnits(1_500_000n, 6);`,
    body: '<p id="shown"></p>',
    connects: undefined,
    shows: '1.5',
  },
  '/metadata: the client': {
    code: `
      import { createMetadataClient, formatUnits } from '${name}/metadata';
      createMetadataClient();
      document.getElementById('shown').textContent = formatUnits(1_500_000n, 6);`,
    body: '<p id="shown"></p>',
    connects: undefined,
    shows: '1.5',
  },
  '/cdn': {
    code: `
      import { connect } from '${name}/cdn';
      window.connect = connect;`,
    body: BUTTON,
    connects: 'with the list',
  },
  '/dev-wallet': {
    code: `
      import '${name}/define/wallet-connect-button';
      import { installDevWallet } from '${name}/dev-wallet';
      installDevWallet();`,
    body: BUTTON,
    connects: 'with the list',
    hasWallet: true,
  },
};

/** The folder of an app, which is also the path of its page. */
export const pathOf = (entryPoint) => entryPoint.replaceAll(/\W+/g, '-').replace(/^-/, '');
