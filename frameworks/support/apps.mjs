import { readGuide } from './guide.mjs';

const guide = readGuide('frameworks');
const REACT = guide.find('tsx', "status !== 'connected'");
const SOLID = guide.find('tsx', 'stacks-wallet-elements/solid');
const SVELTE = guide.find('svelte', 'useWallet');
const VUE = guide.find('vue', 'useWallet');
const PLAIN = guide.find('ts', 'document.querySelector');

const RENDER_REACT = `
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Account } from './account.tsx';
createRoot(document.querySelector('#app')).render(createElement(Account));`;

/** The same imports, of the packages of another version. */
const alias = (...names) => ({
  resolve: {
    alias: names.map(([from, to]) => ({ find: new RegExp(`^${from}(?=/|$)`), replacement: to })),
  },
});
const automatic = { esbuild: { jsx: 'automatic' } };

/**
 * Apps that follow the wallet with the code of the guide.
 *
 * @type {Record<string, { files: Record<string, string>, config?: () => Promise<import('vite').InlineConfig> }>}
 */
export const APPS = {
  'react-19': {
    files: { 'account.tsx': REACT, 'main.js': RENDER_REACT },
    config: async () => automatic,
  },
  'react-18': {
    files: { 'account.tsx': REACT, 'main.js': RENDER_REACT },
    config: async () => ({
      ...automatic,
      ...alias(['react', 'react-18'], ['react-dom', 'react-dom-18']),
    }),
  },
  preact: {
    files: { 'account.tsx': REACT, 'main.js': RENDER_REACT },
    config: async () => ({
      esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
      ...alias(['react-dom', 'preact/compat'], ['react', 'preact/compat']),
    }),
  },
  vue: {
    files: {
      'Account.vue': VUE,
      'main.js': `import { createApp } from 'vue';
        import Account from './Account.vue';
        createApp(Account).mount('#app');`,
    },
    config: async () => ({ plugins: [(await import('@vitejs/plugin-vue')).default()] }),
  },
  'svelte-5': {
    files: {
      'Account.svelte': SVELTE,
      'main.js': `import { mount } from 'svelte';
        import Account from './Account.svelte';
        mount(Account, { target: document.querySelector('#app') });`,
    },
    config: async () => {
      const { svelte } = await import('@sveltejs/vite-plugin-svelte');
      return { plugins: [svelte({ configFile: false })] };
    },
  },
  'svelte-4': {
    files: {
      'Account.svelte': SVELTE.replace(' lang="ts"', '').replaceAll('onclick=', 'on:click='),
      'main.js': `import Account from './Account.svelte';
        new Account({ target: document.querySelector('#app') });`,
    },
    config: async () => ({ plugins: [await svelte4()], ...alias(['svelte', 'svelte-4']) }),
  },
  solid: {
    files: {
      'account.tsx': SOLID,
      'main.js': `import { createComponent, render } from 'solid-js/web';
        import { Account } from './account.tsx';
        render(() => createComponent(Account, {}), document.querySelector('#app'));`,
    },
    config: async () => ({ plugins: [(await import('vite-plugin-solid')).default()] }),
  },
  plain: {
    files: {
      'app.ts': PLAIN,
      'main.js': `document.querySelector('#app').append(document.createElement('button'));
        await import('./app.ts');`,
    },
    config: async () => ({ build: { target: 'es2022' } }),
  },
};

/** The plugin of Vite for Svelte 4 needs an older Vite. */
async function svelte4() {
  const { compile } = await import('svelte-4/compiler');
  return {
    name: 'svelte-4',
    transform: (code, id) => (id.endsWith('.svelte') ? compile(code, { filename: id }).js : null),
  };
}
