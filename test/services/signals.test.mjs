import assert from 'node:assert/strict';
import { getEventListeners, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import ts from 'typescript';
import { contract, estimateFee, faucet, getAddressOfName, getBlockTime, getContractInterface, getFtBalance, getFtBalances, getName, getStxBalance } from '../../dist/contracts/index.js'; // prettier-ignore
import { configure, connect, createWalletClient, request, requestRaw } from '../../dist/index.js';
import * as metadata from '../../dist/metadata/index.js';
import { fetchSignIn } from '../../dist/sign-in/index.js';
import { walletActions } from '../../dist/frameworks/wallet.js';
import { pay } from '../../dist/payments/index.js';
import {
  findPayment,
  memoryPaymentStore,
  verifyPayment,
} from '../../dist/payments/server/index.js';
import { trackTransaction } from '../../dist/transactions/index.js';
import { root } from '../support/program.mjs';
import { until } from '../support/until.mjs';

const ADDRESS = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE';
const TOKEN = `${ADDRESS}.honey-token`;
const TXID = `0x${'ab'.repeat(32)}`;
const ABI = {
  functions: [
    { name: 'mint', access: 'public', args: [], outputs: { type: { response: { ok: 'bool', error: 'uint128' } } } }, // prettier-ignore
    { name: 'get-total', access: 'read_only', args: [], outputs: { type: 'uint128' } },
  ],
  variables: [{ name: 'total', access: 'variable', type: 'uint128' }],
  maps: [{ name: 'owners', key: 'uint128', value: 'bool' }],
};
/** A service that never answers. */
let url;
let server;
let asked = 0;
before(async () => {
  server = createServer(() => asked++);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${server.address().port}`;
  configure({ stacksApi: url, bitcoinApi: url, metadataApi: url });
});
after(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => (asked = 0));

/** A wallet that never answers. */
const provider = {
  request: () => {
    asked++;
    return new Promise(() => {});
  },
};
/** It is recognized as Xverse. */
const xverse = {
  ...provider,
  signMultipleTransactions: () => {},
  createRepeatInscriptions: () => {},
};
const source = () => ({ baseUrl: url });
const bound = () => contract(ABI, { contract: TOKEN, source: source() });
const client = () => createWalletClient();
const tokens = () => metadata.createMetadataClient({ baseUrl: url });
const SPONSORED = { recipient: ADDRESS, amount: 1n, sponsored: true };
const ORDER = { to: ADDRESS, asset: 'stx', amount: 5n, order: 'A-1' };
const verifying = (signal) => ({ store: memoryPaymentStore(), stacksApi: url, signal });
const text = { message: 'hello' };

/** Every public function that takes a signal, and returns a promise. */
const CALLS = {
  connect: (signal) => connect({ provider, signal }),
  request: (signal) => request({ provider, signal }, 'stx_signMessage', text),
  'request, a transfer': (signal) =>
    request({ provider, signal }, 'stx_transferStx', { recipient: ADDRESS, amount: 1n }),
  'request, an unknown method': (signal) => request({ provider, signal }, 'x_method'),
  'request, without adjustments': (signal) =>
    request({ provider, signal, enableOverrides: false }, 'stx_signMessage', text),
  requestRaw: (signal) => requestRaw(provider, 'stx_signMessage', text, { signal }),
  'createWalletClient().connect': (signal) => client().connect({ provider, signal }),
  'createWalletClient().request': (signal) =>
    client().request({ provider, signal }, 'sendTransfer', {
      recipients: [{ address: 'bc1qku0qh0mc00y8tk0n65x2tqw4trlspak0fnjmfz', amount: 5n }],
    }),
  'createWalletClient().requestRaw': (signal) =>
    client().requestRaw(provider, 'stx_signMessage', text, { signal }),
  'createWalletClient().with': (signal) => client().with({ signal, provider }).connect(),
  'createWalletClient().switchNetwork': (signal) =>
    createWalletClient().switchNetwork('testnet', { provider: xverse, signal }),
  'createWalletClient().explain': (signal) =>
    createWalletClient().explain('stx_transferStx', SPONSORED, { network: 'mainnet', signal }),
  'createWalletClient().choose': (signal) => createWalletClient().choose({ signal }),
  'walletActions().connect': (signal) =>
    walletActions(() => createWalletClient()).connect({ provider, signal }),
  pay: (signal) =>
    pay({
      to: ADDRESS,
      asset: 'stx',
      amount: 1n,
      client: createWalletClient().with({ provider }),
      signal,
    }),
  verifyPayment: (signal) => verifyPayment(TXID, ORDER, verifying(signal)),
  findPayment: (signal) => findPayment(ORDER, verifying(signal)),
  getFtMetadata: (signal) => metadata.getFtMetadata(TOKEN, { signal }),
  getNftMetadata: (signal) => metadata.getNftMetadata(TOKEN, 1n, { signal }),
  getSftMetadata: (signal) => metadata.getSftMetadata(TOKEN, 1n, { signal }),
  getTokens: (signal) => metadata.getTokens([TOKEN, `${ADDRESS}.other`], { signal }),
  searchFts: (signal) => metadata.searchFts({ name: 'a', signal }),
  'createMetadataClient().getFtMetadata': (signal) => tokens().getFtMetadata(TOKEN, { signal }),
  'createMetadataClient().getNftMetadata': (signal) =>
    tokens().getNftMetadata(TOKEN, 1n, { signal }),
  'createMetadataClient().getSftMetadata': (signal) =>
    tokens().getSftMetadata(TOKEN, 1n, { signal }),
  'createMetadataClient().getTokens': (signal) => tokens().getTokens([TOKEN], { signal }),
  'createMetadataClient().searchFts': (signal) => tokens().searchFts({ signal }),
  'fetchSignIn().getNonce': (signal) => signIn().getNonce({ signal }),
  'fetchSignIn().verify': (signal) => signIn().verify({ message: 'a', signature: 'b' }, { signal }), // prettier-ignore
  'fetchSignIn().getSession': (signal) => signIn().getSession({ signal }),
  'fetchSignIn().signOut': (signal) => signIn().signOut({ signal }),
  getContractInterface: (signal) => getContractInterface(TOKEN, { signal }),
  getFtBalance: (signal) => getFtBalance(ADDRESS, `${TOKEN}::honey`, { signal }),
  getFtBalances: (signal) => getFtBalances(ADDRESS, { signal }),
  getStxBalance: (signal) => getStxBalance(ADDRESS, { signal }),
  getBlockTime: (signal) => getBlockTime('latest', { signal, source: source() }),
  estimateFee: (signal) =>
    estimateFee(
      'stx_transferStx',
      { recipient: ADDRESS, amount: 1n },
      { max: 5n, signal, source: source() },
    ),
  faucet: (signal) =>
    faucet('ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ', 'stx', { signal, source: source() }),
  getAddressOfName: (signal) => getAddressOfName('muneeb.btc', { signal }),
  getName: (signal) => getName(ADDRESS, { signal }),
  'contract().read': (signal) => bound().read['get-total']({}, { signal }),
  'contract().variable': (signal) => bound().variable.total({ signal }),
  'contract().map': (signal) => bound().map.owners(1n, { signal }),
  'contract().call': (signal) => bound().call.mint({}, { signal, client: client().with({ provider }) }), // prettier-ignore
  'trackTransaction().until': (signal) =>
    trackTransaction(TXID, { store: false, network: 'mainnet' }).until('confirmed', { signal }),
};
const signIn = () => fetchSignIn(`${url}/auth`);

/** They wait for nobody here: `src/core/choice.test.ts` aborts a choice. */
const DO_NOT_WAIT = ['createWalletClient().explain', 'createWalletClient().choose'];

/** Those that are not asked, and why. */
const OTHERS = new Map([
  ['Settings.fetch', 'the page has it'],
  ['Settings.prices', 'the page has it'],
  ['Settings.wallets.request', 'the page has it'],
  ['SignInOptions.createMessage', 'the page has it'],
  ['PaymentHandlerOptions.orders', 'the page has it'],
  ['PaymentHandlerOptions.onPaid', 'the page has it'],
  ['PaymentHandlerOptions.client', 'the page has it'],
  ['createPaymentHandler().handle', 'takes a Request, and never rejects'],
  ['createWalletClient().wallets', 'asks nobody, and is no promise'],
  ['createWalletClient().watchWallets', 'asks nobody, and is no promise'],
  ['createWalletClient().supports', 'asks nobody'],
  ['createWalletClient().availableNetworks', 'asks nobody'],
  ['watchToken', 'a watcher: its signal ends it, and is no promise'],
  ['watchBalance', 'a watcher'],
  ['watchName', 'a watcher'],
  ['createSignInHandler().handle', 'takes a Request, and never rejects'],
  ['createSignInHandler().getAccount', 'takes a Request'],
]);

it('are in every public function that takes a signal', () => {
  const tested = Object.keys(CALLS);
  const missing = listFunctions().filter(
    (names) => !names.some((name) => tested.includes(name) || OTHERS.has(name)),
  );
  assert.deepEqual(missing, []);
});

for (const isOld of [false, true]) {
  describe(`signals${isOld ? ', without AbortSignal.any and AbortSignal.timeout' : ''}`, () => {
    const { any, timeout } = AbortSignal;
    before(() => {
      if (isOld) for (const name of ['any', 'timeout']) delete AbortSignal[name];
    });
    after(() => Object.assign(AbortSignal, { any, timeout }));

    for (const [name, call] of Object.entries(CALLS)) {
      it(`${name}: aborted before, it rejects with the reason, and asks nothing`, async () => {
        const reason = new Error('left');
        await assert.rejects(call(AbortSignal.abort(reason)), (error) => error === reason);
        await wait(5);
        assert.equal(asked, 0);
      });

      if (DO_NOT_WAIT.includes(name)) continue;
      it(`${name}: aborted during, it rejects with the reason, and leaves nothing`, async () => {
        const timers = countTimers();
        const controller = new AbortController();
        const { signal } = controller;
        const reason = new Error('left');
        let settled;
        const result = call(signal).then(
          () => (settled = 'resolved'),
          (error) => (settled = error),
        );
        await until(() => asked > 0 || settled !== undefined);
        // Some send more than one request at once.
        await wait(10);
        assert.equal(settled, undefined);
        assert.ok(asked > 0, 'asks');
        const before = asked;
        controller.abort(reason);
        assert.equal(await result, reason);
        await wait(30);
        assert.equal(asked, before);
        assert.equal(getEventListeners(signal, 'abort').length, 0);
        assert.ok(countTimers() <= timers, `${countTimers()} timers, ${timers} before`);
      });
    }
  });
}

const countTimers = () =>
  process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

/** The functions with a parameter that has a signal, in the types of all entry points. Each with its names. */
function listFunctions() {
  const { exports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const entries = Object.entries(exports)
    .filter(([name, { types }]) => types && !/\*|define|cdn|jsx|tags|dev-wallet/.test(name))
    .map(([, { types }]) => root + types.slice(2));
  const { ESNext } = ts.ModuleKind;
  const { Bundler } = ts.ModuleResolutionKind;
  const settings = { module: ESNext, moduleResolution: Bundler, strict: true, types: [] };
  const program = ts.createProgram(entries, settings);
  const checker = program.getTypeChecker();
  const each = (type) => (type.isUnion() ? type.types : [type]);
  const takesSignal = (parameter) =>
    each(checker.getTypeOfSymbol(parameter)).some((type) => {
      const signal = checker.getPropertyOfType(type, 'signal');
      return signal && /AbortSignal/.test(checker.typeToString(checker.getTypeOfSymbol(signal)));
    });
  const found = new Map();
  const seen = new Set();
  const visit = (whole, name, depth) => {
    for (const type of each(whole)) {
      for (const signature of type.getCallSignatures()) {
        if (signature.getParameters().some(takesSignal)) {
          const { pos } = signature.getDeclaration();
          const key = `${signature.getDeclaration().getSourceFile().fileName} ${pos}`;
          found.set(key, [...(found.get(key) ?? []), name]);
        }
        if (depth < 3) visit(signature.getReturnType(), `${name}()`, depth + 1);
      }
      if (seen.has(type) || depth === 3 || !(type.flags & ts.TypeFlags.Object)) continue;
      seen.add(type);
      for (const argument of checker.getTypeArguments(type)) visit(argument, name, depth + 1);
      for (const property of type.getProperties()) {
        const file = property.declarations?.[0]?.getSourceFile().fileName ?? '';
        if (!file.startsWith(`${root}dist`)) continue;
        visit(checker.getTypeOfSymbol(property), `${name}.${property.name}`, depth + 1);
      }
    }
  };
  for (const entry of entries) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(entry));
    for (const exported of module ? checker.getExportsOfModule(module) : []) {
      const isAlias = exported.flags & ts.SymbolFlags.Alias;
      const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
      const isValue = symbol.flags & ts.SymbolFlags.Value;
      const get = isValue ? 'getTypeOfSymbol' : 'getDeclaredTypeOfSymbol';
      visit(checker[get](symbol), exported.name, 0);
    }
  }
  return [...found.values()];
}
