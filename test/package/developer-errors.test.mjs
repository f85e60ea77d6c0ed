/** Errors for mistakes of a developer: each ends with the page of the documentation in the package. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import dropIn from '../../compat/dist/index.js';
import {
  configure,
  createWalletClient,
  explorerUrl,
  request,
  getDefaultClient,
  shortAddress,
} from '../../dist/index.js';
import { Cl, Pc } from '../../dist/clarity/index.js';
import * as contracts from '../../dist/contracts/index.js';
import * as hooks from '../../dist/frameworks/svelte.js';
import {
  createPaymentHandler,
  findPayment,
  memoryPaymentStore,
} from '../../dist/payments/server/index.js';
import { createSignIn, fetchSignIn } from '../../dist/sign-in/index.js';
import { registerMessages } from '../../dist/elements/messages/index.js';
import {
  formatUnits,
  getFtMetadata,
  getNftMetadata,
  parseUnits,
  watchToken,
} from '../../dist/metadata/index.js';
import { pay } from '../../dist/payments/index.js';
import {
  recentTransactions,
  trackSent,
  trackTransaction,
  watchRecentTransactions,
} from '../../dist/transactions/index.js';
import {
  createSignInHandler,
  createSignInMessage,
  createSignInVerifier,
  memoryNonceStore,
  toNode,
  verifySignIn,
  verifyStructuredData,
} from '../../dist/verify/index.js';
import { installPackage } from '../support/installed.mjs';

const SOURCES = new URL('../../src/', import.meta.url);
const PAGE = 'node_modules/stacks-wallet-elements/docs/errors.md';

const MISTAKES = {
  createSignInMessage: () => createSignInMessage({ domain: 'https://a.b' }),
  'verifySignIn, policy': () => verifySignIn({}, { domains: [] }),
  'verifyStructuredData, domain': () => verifyStructuredData({}, { name: 1 }),
  registerMessages: () => registerMessages('no language', {}),
  formatUnits: () => formatUnits(1.5, 6),
  parseUnits: () => parseUnits('1', 99),
  trackTransaction: () => trackTransaction('5a'),
  getFtMetadata: () => getFtMetadata('x'),
  'request, params': () => request('stx_transferStx', { recipient: 'x', amount: 1n }),
  'request, method': () => request({}, ''),
  'on, type': () => getDefaultClient().on('send', () => {}),
  createSignInHandler: () => createSignInHandler({ origin: 'https://a.b/' }),
  memoryNonceStore: () => memoryNonceStore(0),
  'request on a server': () => request('stx_signMessage', { message: 'Hello' }),
  switchNetwork: () => getDefaultClient().switchNetwork('testnet'),
  'the drop-in, loadUserData': () => new dropIn.UserSession().loadUserData(),
  'the drop-in, SessionDataStore': () => new dropIn.SessionDataStore().getSessionData(),
  'the drop-in, request': () => dropIn.request('stx_transferStx', { recipient: 'x', amount: 1n }),
};

const [ADDRESS, TESTNET_ADDRESS] = [
  'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH',
  'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ',
];
const CONTRACT = `${ADDRESS}.honey`;
const ABI = {
  functions: [
    {
      ...{ name: 'get-balance', access: 'read_only', outputs: { type: 'uint128' } },
      args: [{ name: 'who', type: 'principal' }],
    },
    {
      ...{ name: 'claim', access: 'public', args: [{ name: 'amount', type: 'uint128' }] },
      outputs: { type: { response: { ok: 'bool', error: 'none' } } },
    },
  ],
  ...{ variables: [], maps: [], non_fungible_tokens: [], fungible_tokens: [{ name: 'honey' }] },
};
const READ_ONLY = { functions: [{ ...ABI.functions[0], access: 'read-only' }] };
const honey = contracts.contract(ABI, { contract: CONTRACT });
const client = createWalletClient();
const PROVIDER = { request: () => Promise.reject(new Error('asked')) };
const ORIGIN = 'https://a.example';
const FIELDS = {
  ...{ domain: 'a.example', uri: ORIGIN, chain: 'stacks:mainnet', address: ADDRESS },
  ...{ nonce: '12345678', issuedAt: '2026-01-31T12:00:00.000Z' },
};
const POLICY = {
  ...{ domains: ['a.example'], uris: [ORIGIN], chains: ['stacks:mainnet'] },
  nonces: memoryNonceStore(),
};
const send = (params, options) => () => request(options, 'stx_transferStx', params);
const call = (params) => () => request('stx_callContract', { contract: CONTRACT, ...params });
const claim = { functionName: 'claim', functionArgs: [] };
/** Rejects with the first error of the states of a watcher. */
const stateOf = (watcher) =>
  new Promise((_, reject) => {
    watcher.subscribe(() => watcher.state.error && reject(watcher.state.error));
  });
/** Mistakes in settings, requests, contracts, hooks and servers: the field in the message, and what it says to do. */
const REMEDIES = {
  settings: [
    [() => configure({ network: 'mainet' }), '`network`', 'Did you mean `mainnet`?'],
    [() => configure({ network: 'test' }), '`network`', 'Did you mean `testnet`?'],
    [() => configure({ network: 1 }), '`network`', 'a string'],
    [() => createWalletClient({ network: 'testnet' }), '`network`', 'to `connect()`'],
    [() => (createWalletClient().picker = 'modal'), '`picker`', 'a function'],
    [() => configure({ stacksApi: { main: ORIGIN } }), '`stacksApi.main`', 'mean `mainnet`?'],
    [() => configure({ stacksApi: 'api.hiro.so' }), '`stacksApi`', 'an http or https URL'],
    [() => configure({ prices: `${ORIGIN}/prices` }), '`prices`', 'a function'],
    [() => configure({ stacksApi: { mainnet: 'api.hiro.so' } }), '`stacksApi.mainnet`', 'http'],
    [() => configure({ stacksApi: [ORIGIN] }), '`stacksApi`', 'a URL for each network'],
    [() => configure({ stackApi: ORIGIN }), '`stackApi`', 'Did you mean `stacksApi`?'],
    [() => configure({ signInOrigins: [`${ORIGIN}/`] }), '`signInOrigins`', 'such as https://'],
    [() => configure({ stacksApi: new URL(ORIGIN) }), '`stacksApi`', 'pass its `href`'],
    [
      () => configure({ stacksApi: { testnet: new URL(ORIGIN) } }),
      '`stacksApi.testnet`',
      'pass its `href`',
    ],
    [() => configure({ fetch: 'fetch' }), '`fetch`', 'a function'],
    [() => configure({ transactions: { perMin: 3 } }), '`perMin`', 'perMinute'],
    [() => configure({ transactions: { pace: 0 } }), '`pace`', 'from 0.001'],
    [() => configure({ wallets: {} }), '`wallets`', 'a list of wallet definitions'],
    [() => configure({ approvedProviderIds: 'x' }), '`approvedProviderIds`', 'a list of ids'],
    [() => configure({ wallets: ['leather'] }), '`wallets`', 'objects with `info`'],
    [
      () => configure({ stacksApi: { testnet: 'https://api.hiro.so' } }),
      '`stacksApi.testnet`',
      'the one of mainnet',
    ],
    [
      () => configure({ network: 'testnet', metadataApi: 'https://api.mainnet.hiro.so/' }),
      '`metadataApi`',
      'the one of mainnet',
    ],
    [() => configure({ stacksApi: `${ORIGIN}/extended/v1` }), '`stacksApi`', `Write ${ORIGIN}`],
    [() => createWalletClient({ storage: 'local' }), '`storage`', 'an object'],
    [() => configure({ headers: { a: 'b' } }), '`headers`', 'Pass `fetch`, which can add headers.'],
    [() => configure({ apiKey: 'b' }), '`apiKey`', 'Pass `fetch`, which can add a header.'],
    [() => request({ wallet: 'x' }, 'getAddresses'), '`wallet`', 'Pass `providerId`, the id of a wallet.'], // prettier-ignore
    [() => request({ provider: 'x' }, 'getAddresses'), '`provider`', 'the id of a wallet is `providerId`'], // prettier-ignore
    [() => request({ method: 'getAddresses' }), '`method`', 'the name of a method, before its params'], // prettier-ignore
    [() => createWalletClient({ network: 'testnet' }), '`network`', 'Known: wallets, storage'],
  ],
  requests: [
    [() => client.subscribe(), '`listener`', 'a function'],
    [() => client.on('sent'), '`listener`', 'a function'],
    [() => contracts.watchBalance(ADDRESS).subscribe(), '`listener`', 'a function'],
    [() => explorerUrl('0x5a'), '`target`', 'a plain object; got "0x5a". Known: address, txid'],
    [() => explorerUrl({ adress: ADDRESS }), '`adress`', 'Did you mean `address`?'],
    [() => explorerUrl({ txId: '5a'.repeat(32) }), '`txId`', 'Did you mean `txid`?'],
    [() => explorerUrl({ txid: '5a'.repeat(32), chain: 'btc' }), '`chain`', '"bitcoin"'],
    [() => explorerUrl({ address: ADDRESS, network: 'mainet' }), '`network`', '`mainnet`?'],
    [() => parseUnits(1.5, 6), 'parseUnits: `text`', "a text, such as '1.5'"],
    [
      () =>
        client.request({ provider: PROVIDER }, 'stx_transferStx', {
          recipient: 'alice.btc',
          amount: 1n,
        }),
      '`recipient`',
      'which getAddressOfName reads for a name',
    ],
    [() => Cl.principal('alice.btc'), '`value`', 'which getAddressOfName reads for a name'],
    [() => Cl.principal(ADDRESS.toLowerCase()), '`value`', 'an address in capital letters'],
    [
      () => contracts.contract(ABI, `${ADDRESS}.honey.clar`),
      '`options`',
      'Known: network, source, contract',
    ],
    [
      () => contracts.contract(ABI, { contract: `${ADDRESS}.honey.clar` }),
      '`contract`',
      'without .clar',
    ],
    [() => shortAddress(undefined), '`address`', 'a text'],
    [() => client.connect({ approvedProviderIds: ['leather'] }), '[0]`', '`LeatherProvider`'],
    [() => client.connect({ providerId: 'okx' }), '`providerId`', '`okxwallet.stacks`'],
    [() => client.connect('leather'), 'connect: `options`', 'a plain object'],
    [() => client.connect({ wallet: 'leather' }), 'connect: `wallet`', 'Known: provider, provider'],
    [() => trackSent(), 'trackSent: `client`', 'getDefaultClient()'],
    [() => trackSent(client, 'tracked'), '`tracked`', 'a function'],
    [() => watchRecentTransactions(), '`listener`', 'a function'],
    [() => recentTransactions({ account: 'alice.btc' }), '`account`', 'an address of Stacks'],
    [() => trackTransaction('5a'.repeat(32)).subscribe(), '`listener`', 'a function'],
    [
      () => pay({ to: ADDRESS, amount: '1', asset: 'stx', network: 'mainet' }),
      'pay: `network`',
      'one of mainnet, testnet',
    ],
    [send({ recipient: ADDRESS, amount: 1.5 }), '`amount`', 'a whole number of micro-STX'],
    [send({ recipient: ADDRESS, amount: '1,5' }), '`amount`', 'a string of digits'],
    [send({ recipient: 'alice.btc', amount: 1n }), '`recipient`', 'a Stacks address'],
    [send({ recipient: ADDRESS, amount: 1n }, { network: 'testnet' }), '`recipient`', 'on testnet'],
    [call({ ...claim, args: [] }), '`args`', 'functionArgs'],
    ...[
      [Pc.principal(ADDRESS), 'willSendEq'],
      [Pc.principal(ADDRESS).willSendEq(1n), 'ustx'],
      [Pc.principal(ADDRESS).willSendAsset(), 'nft'],
    ].map(([unfinished, missing]) => [
      call({ ...claim, postConditions: [unfinished] }),
      `\`postConditions[0].${missing}\``,
      'a function; call it',
    ]),
    [
      call({ ...claim, postConditions: [Pc.origin().willSendEq(1n).ustx] }),
      '`postConditions[0]`',
      'a function; call it',
    ],
    [call({ ...claim, functionArgs: [Cl.none] }), '`functionArgs[0]`', 'call it'],
    [call({ ...claim, functionArgs: [Promise.resolve()] }), '`functionArgs[0]`', 'use `await`'],
    [call({ ...claim, functionArgs: [1] }), '`functionArgs[0]`', 'a Clarity value'],
    [call({ ...claim, contract: ADDRESS }), '`contract`', '`<address>.<contract-name>`'],
    [call({ ...claim, postConditionMode: 'Deny' }), '`postConditionMode`', "'deny'"],
  ],
  contracts: [
    [() => contracts.contract(ABI), '`contract`', '`<address>.<contract-name>`'],
    [() => contracts.contract({}, { contract: CONTRACT }), '`functions`', 'the interface'],
    ...['default', 'abi', 'contract_interface'].map((place) => [
      () => contracts.contract({ [place]: ABI }, { contract: CONTRACT }),
      '`abi`',
      `pass \`abi.${place}\``,
    ]),
    [() => honey.read['get-balance']({ who: 'alice.btc' }), '.who`', 'getAddressOfName reads'],
    [() => contracts.getFtBalance('alice.btc', `${CONTRACT}::a`), '`address`', 'getAddressOfName'],
    [
      () => contracts.contract(READ_ONLY, { contract: CONTRACT }),
      '`get-balance.access`',
      'did you mean `read_only`?',
    ],
    [
      () => contracts.contract(ABI, { contract: CONTRACT, network: 'tesnet' }),
      '`network`',
      'Did you mean `testnet`?',
    ],
    [
      () => contracts.getStxBalance(ADDRESS, { network: 'mainet' }),
      '`network`',
      'Did you mean `mainnet`?',
    ],
    [
      () => contracts.contract(ABI, { contract: CONTRACT, network: 'testnet' }),
      '`network`',
      ADDRESS,
    ],
    [() => honey.read.getBalance({}), "`read['getBalance']`", 'Did you mean `get-balance`?'],
    [() => honey.call['get-balance']({}), "`call['get-balance']`", "Use `read['get-balance']`"],
    [() => honey.map.owners(1n), "`map['owners']`", '`map` has none'],
    [() => honey.call.claim(1n, 5n), '`claim`', 'an object with the arguments by their names'],
    [() => contracts.contract(CONTRACT, ABI), '`abi`', 'in the second argument'],
    [() => honey.call.claim({ amount: 1.5 }), '`claim.amount`', 'a bigint'],
    [
      () => honey.call.claim({ amount: 1n }, { postcondition: [] }),
      '`postcondition`',
      '`postConditions`?',
    ],
    [
      () => honey.call.claim({ amount: 1n }, { network: 'testnet' }),
      '`network`',
      'Pass `client`, which has its network.',
    ],
    [() => honey.call.claim({ amount: '5' }), '`claim.amount`', '`BigInt(text)` reads digits'],
    [
      () => honey.call.claim({ postConditions: [] }),
      '`claim.postConditions`',
      'an option, in the object after that with the arguments (arguments: amount)',
    ],
    [() => honey.ft('x'), '`name`', '`honey`'],
    [() => honey.nft('x'), '`name`', "add `non_fungible_tokens: [{ name: '…' }]`"],
    [
      () => honey.call.claim({ amount: 1n }, { postConditions: [Pc.origin().willSendEq(1n)] }),
      '`postConditions[0].ustx`',
      'a function; call it',
    ],
    [() => Pc.origin().willSendAsset().nft(`${CONTRACT}::bee`), '`condition.assetId`', 'nothing'],
    [() => contracts.getStxBalance('alice.btc'), '`address`', 'a Stacks address'],
    [() => contracts.getFtBalance(ADDRESS, 'sbtc'), '`assetId`', 'such as `SBTC.mainnet`'],
    [
      () => contracts.getStxBalance(TESTNET_ADDRESS, { network: 'mainnet' }),
      '`network`',
      `testnet, the network of ${TESTNET_ADDRESS}`,
    ],
    [
      () => contracts.getFtBalance(ADDRESS, `${TESTNET_ADDRESS}.a::b`),
      '`assetId`',
      `a token on mainnet, as ${ADDRESS}; got "${TESTNET_ADDRESS}.a::b"`,
    ],
    [() => contracts.getFtBalance(CONTRACT, ADDRESS), '`assetId`', '::<asset-name>'],
    [() => contracts.getAddressOfName('alice'), '`name`', '`<name>.<namespace>`'],
    [() => contracts.estimateFee({}), '`method`', 'stx_transferStx'],
    [() => contracts.getBlockTime('x'), '`block`', 'a height or "latest"'],
    [() => Cl.uint(-1), '`value`', 'a whole number from 0'],
    [() => Pc.principal(ADDRESS).willSendEq(1.5).ustx(), '`condition.amount`', 'a whole number'],
  ],
  hooks: [
    [() => contracts.watchName(ADDRESS, { client: {} }), '`client`', 'createWalletClient()'],
    [() => hooks.useWallet({ client: { network: 'testnet' } }), '`client`', 'createWalletClient()'],
    [() => hooks.useWallet({ network: 'testnet' }), '`network`', 'Known: client'],
    [() => hooks.useWallet(client), 'useWallet', 'write `{ client }`'],
    [() => hooks.useTransaction(Promise.resolve({})), '`transaction`', 'use `await`'],
    [() => hooks.useTransaction(5), '`transaction`', 'got 5'],
    [() => trackTransaction(undefined), '`transaction`', 'got nothing'],
    [() => trackTransaction(null), '`transaction`', 'got null'],
    [
      () => hooks.useTransaction(hooks.useRequest('stx_transferStx')),
      '`transaction`',
      'its `.transaction` is the state already',
    ],
    [() => trackTransaction(Promise.resolve({})), '`transaction`', 'use `await`'],
    [() => hooks.useBalance(ADDRESS, 'stx'), '`options`', 'a plain object'],
    [() => hooks.useBalance(ADDRESS, { aset: 'stx' }), '`aset`', 'Did you mean `asset`?'],
    [() => hooks.useRecentTransactions({ acount: ADDRESS }), '`acount`', 'mean `account`?'],
    [() => hooks.useRecentTransactions({ network: 'mainet' }), '`network`', 'one of mainnet, test'],
    [() => hooks.useTransaction('0x1', { network: 'tesnet' }), '`network`', 'got "tesnet"'],
    [() => hooks.useTransaction('0x1', { confirmation: 1 }), '`confirmation`', '`confirmations`?'],
    [() => hooks.useSignIn({ endpoint: '/auth' }), '`signIn`', 'what createSignIn() returns'],
    [() => hooks.useContractRead(ABI, 'get-balance', {}), '`contract`', 'what contract() returns'],
    [() => hooks.useContractCall(undefined, 'claim'), '`contract`', 'what contract() returns'],
    [() => hooks.useContractCall(honey, 'get-balance'), '`name`', 'use useContractRead'],
    [() => hooks.useContractRead(honey, 'claim', {}), '`name`', 'use useContractCall'],
    [() => hooks.useContractRead(honey, 'getBalance', {}), '`name`', 'mean `get-balance`?'],
    [
      () => hooks.useContractRead(honey, 'get-balance', { who: ADDRESS }, { maxage: 5 }),
      'useContractRead: `maxage`',
      'Did you mean `maxAge`?',
    ],
    [
      () => hooks.useContractRead(honey, 'get-balance', { who: ADDRESS }, { interval: 10 }),
      '`interval`',
      'milliseconds: a number from 1000',
    ],
    [
      () => hooks.useContractRead(honey, 'get-balance', undefined, { client }),
      'useContractRead: `client`',
      'Known: interval, enabled, initial, sender, tip, maxAge',
    ],
    [() => hooks.useToken(CONTRACT, { client }), 'useToken: `client`', 'createMetadataClient()'],
    [
      () => stateOf(watchToken(CONTRACT, { tokenId: 5n })),
      'watchToken: `type`',
      'beside `tokenId`',
    ],
    [
      () => contracts.getName(ADDRESS, { network: 'testnet' }),
      'getName: `network`',
      `the network of ${ADDRESS}`,
    ],
    [() => hooks.useRequest(), 'useRequest: `method`', 'such as "stx_transferStx"'],
    [
      () => stateOf(contracts.watchBalance(ADDRESS, { asset: `${TESTNET_ADDRESS}.a::b` })),
      'watchBalance: `asset`',
      'a token on mainnet',
    ],
    [() => stateOf(contracts.watchName('alice')), 'watchName: `address`', 'a Stacks address'],
    [() => hooks.useToken(CONTRACT, { basUrl: ORIGIN }), 'useToken: `basUrl`', 'mean `baseUrl`?'],
    [() => hooks.useName(ADDRESS, { aset: 'stx' }), 'useName: `aset`', 'Known: network'],
  ],
  metadata: [
    [
      () => getFtMetadata(`${CONTRACT}::honey`),
      '`principal`',
      `Drop \`::honey\`: write ${CONTRACT}.`,
    ],
    [() => getFtMetadata(ADDRESS), '`principal`', 'Add the name of its contract'],
    [() => getFtMetadata('stx'), '`principal`', 'STX has no contract'],
    [() => getNftMetadata(CONTRACT, 1), '`tokenId`', 'a bigint or decimal digits'],
  ],
  servers: [
    [() => createSignInHandler({ origin: `${ORIGIN}/` }), '`origin`', 'without a slash'],
    [() => createSignInHandler({ origin: ORIGIN, sessionLifetime: 3_600 }), '`sessionLifetime`', 'milliseconds: a number from 60000'], // prettier-ignore
    [() => createSignInHandler({ origin: ORIGIN, statment: 'x' }), '`statment`', '`statement`?'],
    [
      () => createSignInHandler({ origin: ORIGIN, chains: ['stacks'] }),
      'createSignInHandler: `chains`',
      'stacks:mainnet',
    ],
    [
      () => createSignInVerifier({ domains: [] }),
      'createSignInVerifier, the policy: `domains`',
      'such as app.example.com',
    ],
    [() => toNode(createSignInHandler({ origin: ORIGIN })), '`handle`', '`handle` of create'],
    [() => createSignInHandler({ origin: ORIGIN }).getAccount(), '`request`', 'with its headers'],
    [
      () => createSignInHandler({ origin: ORIGIN }).getAccount(new Headers()),
      '`request`',
      'with its headers',
    ],
    [() => fetchSignIn(), '`base`', 'such as /auth'],
    [() => createSignIn({ endpoint: '/auth' }), '`getNonce`', '`fetchSignIn` makes it'],
    [
      () =>
        findPayment(
          { to: ADDRESS, asset: 'stx', amount: 1n, order: 'A', since: new Date(0) },
          { store: memoryPaymentStore() },
        ),
      '`expected.since`',
      'milliseconds since 1970',
    ],
    [() => createSignIn({ getNonce() {} }), '`verify`', '`fetchSignIn` makes it'],
    [
      () =>
        createSignIn({
          getNonce() {},
          verify() {},
          session: { chain: 'stacks', address: ADDRESS },
        }),
      '`session`',
      'such as "stacks:mainnet"',
    ],
    [() => createSignInHandler({}), '`origin`', 'such as https://app.example.com'],
    [
      () => createSignInMessage({ ...FIELDS, issuedAt: new Date(0) }),
      '`issuedAt`',
      'such as 2026-',
    ],
    [() => createSignInMessage({ ...FIELDS, issuedAt: undefined }), '`issuedAt`', 'a time in UTC'],
    [() => verifySignIn({}), '`domains`', 'such as app.example.com'],
    ...['domains', 'uris', 'chains', 'nonces'].map((field) => [
      () => createSignInVerifier({ ...POLICY, [field]: undefined }),
      `\`${field}\``,
      'must be',
    ]),
    [() => createSignIn('/auth'), '`options`', 'a plain object; got "/auth". Known: '],
    [() => createPaymentHandler({ origin: ORIGIN }), '`orders`', 'a function'],
    [() => createPaymentHandler({ origin: ORIGIN, orders() {}, store: {} }), '`store`', '`add`'],
  ],
};

/** Files whose errors without a page are caught: their text is in another error, or nobody sees it. */
const CAUGHT = [
  ...['bitcoin/psbt-inputs.ts', 'bitcoin/psbt-params.ts', 'bitcoin/scripts.ts'],
  ...['core/explain.ts', 'compat/app-network.ts', 'compat/psbt-sighash.ts'],
  ...[
    'contracts/abi-types.ts',
    'contracts/call-warnings.ts',
    'contracts/decode.ts',
    'http/to-node.ts',
    'metadata/watch-token.ts',
    'define/picker.ts',
    'frameworks/use-contract.ts',
    'lib/amount.ts',
    'lib/promises.ts',
    'payments/server/handler.ts',
    'sign-in/attempt.ts',
    'sign-in/call-server.ts',
  ],
  ...['verify/verify-message.ts', 'stacks/clarity.ts', 'stacks/next-nonce.ts'],
  ...[
    'stacks/stacks-transaction.ts',
    'transactions/sources/read-stacks-api.ts',
    'wallets/catalog.ts',
  ],
];

describe('a developer error', () => {
  let app;
  let page;
  before(() => {
    app = installPackage();
    page = readFileSync(join(app.folder, PAGE), 'utf8');
  });
  after(() => app?.remove());
  const hasAnchor = (id) => assert.ok(page.includes(`<a id="${id}">`), `#${id} is missing`);

  for (const [title, run] of Object.entries(MISTAKES)) {
    it(`ends with a page that the package contains: ${title}`, async () => {
      const error = await Promise.resolve()
        .then(run)
        .then(
          () => assert.fail('nothing was thrown'),
          (thrown) => thrown,
        );
      const [, address] = / See (\S+)$/.exec(error.message) ?? assert.fail(error.message);
      const [file, anchor] = address.split('#');
      assert.equal(file, PAGE);
      hasAnchor(anchor);
    });
  }

  for (const [where, mistakes] of Object.entries(REMEDIES)) {
    it(`names the field and the remedy: ${where}`, async () => {
      for (const [run, field, remedy] of mistakes) {
        const { message } = await Promise.resolve()
          .then(run)
          .then(
            () => assert.fail(`nothing was thrown: ${run}`),
            (thrown) => thrown,
          );
        for (const part of [field, remedy, PAGE]) assert.ok(message.includes(part), message);
      }
    });
  }

  it('ends with a page wherever the sources create an error', () => {
    const without = new Set();
    for (const path of readdirSync(SOURCES, { recursive: true })) {
      if (!path.endsWith('.ts') || path.endsWith('.test.ts') || path.startsWith('testing/'))
        continue;
      const text = readFileSync(new URL(path, SOURCES), 'utf8');
      for (const { index } of text.matchAll(/new (?:Type|Range|Syntax)?Error\(/g)) {
        if (!/^[^(]+\(\s*withDocs\(/.test(text.slice(index))) without.add(path);
      }
    }
    assert.deepEqual([...without].sort(), CAUGHT.toSorted());
  });

  it('has a section for each code', () => {
    const read = (path) => readFileSync(new URL(path, SOURCES), 'utf8');
    const [, transactions] = /TransactionErrorCode =([^;]*);/.exec(
      read('transactions/transaction-error.ts'),
    );
    const codes = [
      ...read('errors.ts').matchAll(/^ {2}\w+: (-\d+),$/gm),
      ...(read('metadata/metadata-error.ts') + read('metadata/units.ts')).matchAll(
        /^ {2}\| '([\w-]+)'/gm,
      ),
      ...transactions.matchAll(/'([\w-]+)'/g),
    ].map(([, code]) => code);
    assert.ok(codes.length > 25, codes.join());
    codes.forEach(hasAnchor);
  });

  it('names an anchor that exists, wherever the source has one', () => {
    for (const path of readdirSync(SOURCES, { recursive: true })) {
      if (!path.endsWith('.ts') || path.endsWith('.test.ts')) continue;
      const text = readFileSync(new URL(path, SOURCES), 'utf8');
      const topics = [
        ...text.matchAll(/errors\.md#([\w-]+)['"]/g),
        ...text.matchAll(/withDocs\((?:[^()]|\([^()]*\))*?'([\w-]+)',?\s*\)/g),
      ];
      for (const [, topic] of topics) hasAnchor(topic);
    }
  });
});
