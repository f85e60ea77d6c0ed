import { readGuide } from './guide.mjs';

const guide = readGuide('frameworks');
const REACT = guide.find('tsx', "status !== 'connected'");
const SOLID = guide.find('tsx', 'stacks-wallet-elements/solid');
const SVELTE = guide.find('svelte', 'useWallet');
const VUE = guide.find('vue', 'useWallet');
const TIP_REACT = guide.find('tsx', 'useTransaction');
const PLAIN = guide.find('ts', 'document.querySelector');

const RECIPIENT = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
/** Reads transactions from the server of the page, without long pauses. `window.leave` removes the components that follow some. */
const READ_FIXTURE = `
  import { configure } from 'stacks-wallet-elements/core';
  import { trackTransaction } from 'stacks-wallet-elements/transactions';
  const transactions = { pace: 0.02, perMinute: 100_000 };
  configure({ stacksApi: location.origin, transactions });
  window.track = trackTransaction;
  const recipient = '${RECIPIENT}';
  const [app, tip, pay] = document.querySelectorAll('div');`;

const RENDER_REACT = `${READ_FIXTURE}
  import { createElement, StrictMode } from 'react';
  import { createRoot } from 'react-dom/client';
  import { useTransaction } from 'stacks-wallet-elements/react';
  import { Account } from './account.tsx';
  import { Pay } from './pay.jsx';
  import { TrackedTip } from './tip.tsx';
  createRoot(app).render(createElement(Account));
  const roots = [createRoot(pay), createRoot(tip)];
  roots[0].render(createElement(StrictMode, {}, createElement(Pay)));
  roots[1].render(createElement(StrictMode, {}, createElement(TrackedTip, { recipient })));
  const Status = ({ transaction }) => useTransaction(transaction)?.status;
  window.showStatus = (transaction) => roots[1].render(createElement(Status, { transaction }));
  window.leave = () => roots.forEach((root) => root.unmount());`;

const SEND = `request('stx_transferStx', { recipient, amount: 1_000_000n })`;
const TIP_VUE = `<script setup>
import { shallowRef } from 'vue';
import { useTransaction, useWallet } from 'stacks-wallet-elements/vue';
const { recipient } = defineProps(['recipient']);
const { request, network } = useWallet();
const sent = shallowRef();
const state = useTransaction(sent, () => ({ network: network.value }));
const send = async () => (sent.value = await ${SEND});
</script>
<template><button @click="send">{{ state?.status ?? 'Tip 1 STX' }}</button></template>`;
const TIP_SVELTE_5 = `<script>
  import { useTransaction, useWallet } from 'stacks-wallet-elements/svelte';
  const { recipient } = $props();
  const wallet = useWallet();
  let sent = $state.raw();
  const tracked = $derived(useTransaction(sent, { network: $wallet.network }));
  const send = async () => (sent = await wallet.${SEND});
</script>
<button onclick={send}>{$tracked?.status ?? 'Tip 1 STX'}</button>`;
const TIP_SVELTE_4 = TIP_SVELTE_5.replace('const { recipient } = $props()', 'export let recipient')
  .replace('$state.raw()', 'undefined')
  .replace(/const tracked = \$derived\((.*)\);/, '$: tracked = $1;')
  .replace('onclick', 'on:click');
const TIP_SOLID = `
import { createSignal } from 'solid-js';
import { useTransaction, useWallet } from 'stacks-wallet-elements/solid';
export function TrackedTip({ recipient }) {
  const { request, network } = useWallet();
  const [sent, setSent] = createSignal();
  const state = useTransaction(sent, () => ({ network: network() }));
  const send = async () => setSent(await ${SEND});
  return <button onClick={send}>{state()?.status ?? 'Tip 1 STX'}</button>;
}`;

/** A token of the simulated chain, and texts of the states of its read, of its call and of a request. */
const TOKEN = `
import { contract } from 'stacks-wallet-elements/contracts';
const response = (ok) => ({ type: { response: { ok, error: 'uint128' } } });
const principal = (name) => ({ name, type: 'principal' });
export const token = contract({
  functions: [
    { name: 'get-balance', access: 'read_only', args: [principal('who')], outputs: response('uint128') },
    { name: 'transfer', access: 'public', outputs: response('bool'), args: [
      { name: 'amount', type: 'uint128' }, principal('sender'), principal('recipient'),
      { name: 'memo', type: { optional: { buffer: { length: 34 } } } },
    ] },
  ],
  fungible_tokens: [{ name: 'honey' }],
}, { contract: 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token' });
export const toArgs = (who) => who && { who };
export function toTransfer(sender) {
  const args = { amount: 5n, sender, recipient: '${RECIPIENT}' };
  return [args, token.suggest.transfer(args)];
}
export const say = (states) =>
  Object.entries(states)
    .map(([name, { status, data, error, transaction }]) => {
      const shown = typeof data === 'bigint' ? String(data) : data && 'data';
      return [name, status, shown, error?.code, transaction?.status].filter((part) => part !== undefined).join(' ');
    })
    .join(', ');
`;
const BUTTONS = (press, call) =>
  Object.entries({
    Recipient: `setWho('${RECIPIENT}')`,
    Nobody: `setWho(undefined)`,
    Reload: `read.reload()`,
    Pay: `call.send(...toTransfer(${call}))`,
    Reset: `call.reset()`,
    Sign: `request.send({ message: 'Hello' })`,
  })
    .map(([label, code]) => `<button ${press(code)}>${label}</button>`)
    .join('\n');
const inBraces = (name) => (code) => `${name}={() => void ${code}}`;
const PAY_REACT = `
import { useEffect, useState } from 'react';
import { useContractCall, useContractRead, useRequest, useWallet } from 'stacks-wallet-elements/react';
import { say, toArgs, token, toTransfer } from './token.js';
export function Pay() {
  const { stxAddress } = useWallet();
  const [who, setWho] = useState();
  useEffect(() => setWho(stxAddress), [stxAddress]);
  const read = useContractRead(token, 'get-balance', toArgs(who));
  const call = useContractCall(token, 'transfer');
  const request = useRequest('stx_signMessage');
  return <>${BUTTONS(inBraces('onClick'), 'stxAddress')}<output>{say({ read, call, request })}</output></>;
}`;
const PAY_VUE = `<script setup>
import { ref, unref, watchEffect } from 'vue';
import { useContractCall, useContractRead, useRequest, useWallet } from 'stacks-wallet-elements/vue';
import { say, toArgs, token, toTransfer } from './token.js';
const { stxAddress } = useWallet();
const who = ref();
const setWho = (next) => (who.value = next);
watchEffect(() => setWho(stxAddress.value));
const read = useContractRead(token, 'get-balance', () => toArgs(who.value));
const call = useContractCall(token, 'transfer');
const request = useRequest('stx_signMessage');
const values = (refs) => Object.fromEntries(Object.entries(refs).map(([name, one]) => [name, unref(one)]));
</script>
<template>${BUTTONS((code) => `@click="${code}"`, 'stxAddress')}
<output>{{ say({ read: values(read), call: values(call), request: values(request) }) }}</output></template>`;
const PAY_SVELTE_5 = `<script>
  import { useContractCall, useContractRead, useRequest, useWallet } from 'stacks-wallet-elements/svelte';
  import { say, toArgs, token, toTransfer } from './token.js';
  const wallet = useWallet();
  let chosen = $state();
  const who = $derived(chosen ? chosen.who : $wallet.stxAddress);
  const setWho = (next) => (chosen = { who: next });
  const read = $derived(useContractRead(token, 'get-balance', toArgs(who)));
  const call = useContractCall(token, 'transfer');
  const request = useRequest('stx_signMessage');
</script>
${BUTTONS(inBraces('onclick'), '$wallet.stxAddress')}
<output>{say({ read: $read, call: $call, request: $request })}</output>`;
const PAY_SVELTE_4 = PAY_SVELTE_5.replace('$state()', 'undefined')
  .replace(/const (\w+) = \$derived\((.*)\);/g, '$: $1 = $2;')
  .replaceAll('onclick', 'on:click');
const PAY_SOLID = `
import { createEffect, createSignal } from 'solid-js';
import { useContractCall, useContractRead, useRequest, useWallet } from 'stacks-wallet-elements/solid';
import { say, toArgs, token, toTransfer } from './token.js';
const values = ({ send, reset, reload, ...signals }) =>
  Object.fromEntries(Object.entries(signals).map(([name, one]) => [name, one()]));
export function Pay() {
  const { stxAddress } = useWallet();
  const [who, setWho] = createSignal();
  createEffect(() => setWho(stxAddress()));
  const read = useContractRead(token, 'get-balance', () => toArgs(who()));
  const call = useContractCall(token, 'transfer');
  const request = useRequest('stx_signMessage');
  return <>${BUTTONS(inBraces('onClick'), 'stxAddress()')}
    <output>{say({ read: values(read), call: values(call), request: values(request) })}</output></>;
}`;

const REACT_APP = {
  ...{ 'account.tsx': REACT, 'tip.tsx': TIP_REACT, 'main.js': RENDER_REACT },
  ...{ 'token.js': TOKEN, 'pay.jsx': PAY_REACT },
};

/** Resolves imports of packages to other packages: pairs of [imported, installed]. */
const alias = (...names) => ({
  resolve: {
    alias: names.map(([from, to]) => ({ find: new RegExp(`^${from}(?=/|$)`), replacement: to })),
  },
});
const automatic = { esbuild: { jsx: 'automatic' } };

/**
 * Apps that follow the wallet with the code of the guide. All except `plain` also send 1 STX and track the transaction,
 * and read and call a contract.
 *
 * @type {Record<string, { files: Record<string, string>, config?: () => Promise<import('vite').InlineConfig> }>}
 */
export const APPS = {
  'react-19': {
    files: REACT_APP,
    config: async () => automatic,
  },
  'react-18': {
    files: REACT_APP,
    config: async () => ({
      ...automatic,
      ...alias(['react', 'react-18'], ['react-dom', 'react-dom-18']),
    }),
  },
  preact: {
    files: REACT_APP,
    config: async () => ({
      esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
      ...alias(['react-dom', 'preact/compat'], ['react', 'preact/compat']),
    }),
  },
  vue: {
    files: {
      'Account.vue': VUE,
      'Tip.vue': TIP_VUE,
      'Pay.vue': PAY_VUE,
      'token.js': TOKEN,
      'main.js': `${READ_FIXTURE}
        import { createApp } from 'vue';
        import Account from './Account.vue';
        import Pay from './Pay.vue';
        import Tip from './Tip.vue';
        createApp(Account).mount(app);
        const apps = [createApp(Pay), createApp(Tip, { recipient })];
        apps[0].mount(pay);
        apps[1].mount(tip);
        window.leave = () => apps.forEach((one) => one.unmount());`,
    },
    config: async () => ({ plugins: [(await import('@vitejs/plugin-vue')).default()] }),
  },
  'svelte-5': {
    files: {
      'Account.svelte': SVELTE,
      'Tip.svelte': TIP_SVELTE_5,
      'Pay.svelte': PAY_SVELTE_5,
      'token.js': TOKEN,
      'main.js': `${READ_FIXTURE}
        import { mount, unmount } from 'svelte';
        import Account from './Account.svelte';
        import Pay from './Pay.svelte';
        import Tip from './Tip.svelte';
        mount(Account, { target: app });
        const mounted = [
          mount(Pay, { target: pay }),
          mount(Tip, { target: tip, props: { recipient } }),
        ];
        window.leave = () => mounted.forEach((one) => unmount(one));`,
    },
    config: async () => {
      const { svelte } = await import('@sveltejs/vite-plugin-svelte');
      return { plugins: [svelte({ configFile: false })] };
    },
  },
  'svelte-4': {
    files: {
      'Account.svelte': SVELTE.replace(' lang="ts"', '').replaceAll('onclick=', 'on:click='),
      'Tip.svelte': TIP_SVELTE_4,
      'Pay.svelte': PAY_SVELTE_4,
      'token.js': TOKEN,
      'main.js': `${READ_FIXTURE}
        import Account from './Account.svelte';
        import Pay from './Pay.svelte';
        import Tip from './Tip.svelte';
        new Account({ target: app });
        const mounted = [
          new Pay({ target: pay }),
          new Tip({ target: tip, props: { recipient } }),
        ];
        window.leave = () => mounted.forEach((one) => one.$destroy());`,
    },
    config: async () => ({ plugins: [await svelte4()], ...alias(['svelte', 'svelte-4']) }),
  },
  solid: {
    files: {
      'account.tsx': SOLID,
      'tip.tsx': TIP_SOLID,
      'pay.jsx': PAY_SOLID,
      'token.js': TOKEN,
      'main.js': `${READ_FIXTURE}
        import { createComponent, render } from 'solid-js/web';
        import { Account } from './account.tsx';
        import { Pay } from './pay.jsx';
        import { TrackedTip } from './tip.tsx';
        render(() => createComponent(Account, {}), app);
        const removals = [
          render(() => createComponent(Pay, {}), pay),
          render(() => createComponent(TrackedTip, { recipient }), tip),
        ];
        window.leave = () => removals.forEach((remove) => remove());`,
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

/**
 * Renders every hook with arguments that change: `change(index)`. `renderings` has what each rendering shows. The data of each
 * service and wallet is the index that it belongs to. Arguments, contracts and clients are created at each rendering, as in
 * most apps.
 */
const ARGUMENTS_REACT = `
import { createElement, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { configure, createWalletClient } from 'stacks-wallet-elements/core';
import { contract } from 'stacks-wallet-elements/contracts';
import { Cl, serialize } from 'stacks-wallet-elements/clarity';
import * as hooks from 'stacks-wallet-elements/react';

const ADDRESSES = ['SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH'];
const TXIDS = ['5a', '5b'].map((byte) => byte.repeat(32));
const NODES = ['https://node0.example', 'https://node1.example'];
const IDS = ADDRESSES.map((address) => address + '.token');
const response = { response: { ok: 'uint128', error: 'none' } };
const abi = {
  functions: [
    { name: 'get-balance', access: 'read_only', args: [{ name: 'who', type: 'principal' }], outputs: { type: response } },
    { name: 'get-height', access: 'read_only', args: [], outputs: { type: response } },
    { name: 'mint', access: 'public', args: [], outputs: { type: response } },
  ],
};

window.asked = [];
const answer = (value) => ({ okay: true, result: '0x' + serialize(Cl.ok(Cl.uint(value))) });
const balanceOf = (hex) => Number(hex !== serialize(Cl.principal(ADDRESSES[0])));
configure({
  fetch: async (href, init) => {
    window.asked.push(href);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const url = new URL(href);
    const index = url.hostname === 'node1.example' ? 1 : 0;
    if (url.pathname.includes('get-height')) return Response.json(answer(index));
    if (url.pathname.includes('get-balance')) return Response.json(answer(balanceOf(JSON.parse(init.body).arguments[0].slice(2))));
    if (url.pathname.includes('/metadata/')) return Response.json({ name: String(IDS.findIndex((id) => url.pathname.endsWith(id))) });
    return Response.json({ tx_id: '0x' + TXIDS[url.pathname.includes(TXIDS[1]) ? 1 : 0], tx_status: 'pending' });
  },
});

const storage = () => {
  const items = new Map();
  return { getItem: (key) => items.get(key) ?? null, setItem: (key, value) => items.set(key, value), removeItem: (key) => items.delete(key) };
};
window.calls = [[], []];
// The user takes their time to approve a call.
const answered = new Promise((resolve) => (window.answerCall = resolve));
const clients = ADDRESSES.map((address, index) => {
  const client = createWalletClient({ storage: storage() });
  const provider = {
    request: async (method) => {
      if (method === 'getAddresses' || method === 'wallet_connect') return { jsonrpc: '2.0', id: '1', result: { addresses: [{ address }] } };
      window.calls[index].push(method);
      if (method === 'stx_callContract') await answered;
      else await new Promise((resolve) => setTimeout(resolve, 50));
      return { jsonrpc: '2.0', id: '1', result: { active: 'network' + index, networks: [] } };
    },
  };
  return { client, provider };
});
await Promise.all(clients.map(({ client, provider }) => client.connect({ provider })));
// The request of a client without a remembered wallet would open the picker.
const withProvider = clients.map(({ client, provider }) => client.with({ provider }));

const show = (state) => (state.data === undefined ? state.status : state.status + ' ' + (state.data.active ?? state.data));
window.renderings = [];
function App() {
  const [index, change] = useState(0);
  window.change = change;
  const [address, client] = [ADDRESSES[index], withProvider[index]];
  const owner = contract(abi, { contract: IDS[0], source: { baseUrl: NODES[0] } });
  const node = contract(abi, { contract: IDS[0], source: { baseUrl: NODES[index] } });
  const balance = hooks.useContractRead(owner, 'get-balance', { who: address }, {});
  const height = hooks.useContractRead(node, 'get-height', {});
  const token = hooks.useToken(IDS[index], { localeFallback: true });
  const transaction = hooks.useTransaction(index === 0 ? { txid: TXIDS[0] } : undefined, { store: false });
  const wallet = hooks.useWallet({ client });
  const request = hooks.useRequest(index === 0 ? 'stx_getNetworks' : 'stx_getAccounts', { client });
  const call = hooks.useContractCall(node, 'mint', { client });
  const inline = hooks.useRequest('stx_getNetworks', { client: clients[0].client.with({ network: 'testnet' }) });
  window.send = () => request.send();
  window.call = () => call.send({}, { postConditions: [] });
  window.inline = () => inline.send(undefined, { provider: clients[0].provider });
  window.renderings.push({
    index,
    ...{ balance: show(balance), height: show(height), token: token.token?.name ?? token.status },
    ...{ transaction: transaction?.status, wallet: ADDRESSES.indexOf(wallet.address), request: show(request) },
    ...{ call: show(call), inline: show(inline) },
  });
  return null;
}
createRoot(document.querySelector('div')).render(createElement(StrictMode, {}, createElement(App)));
`;

/** Apps of React whose arguments change. @type {typeof APPS} */
export const ARGUMENT_APPS = Object.fromEntries(
  ['react-19', 'react-18', 'preact'].map((name) => [
    `${name}-arguments`,
    { files: { 'main.js': ARGUMENTS_REACT }, config: APPS[name].config },
  ]),
);

/** Replaces Vite's plugin for Svelte 4, which needs an older version of Vite. */
async function svelte4() {
  const { compile } = await import('svelte-4/compiler');
  return {
    name: 'svelte-4',
    transform: (code, id) => (id.endsWith('.svelte') ? compile(code, { filename: id }).js : null),
  };
}
