/**
 * Every function with options refuses a misspelled name with the nearest one, and anything but a plain object. The names
 * come from the published declarations, so that a new option is tested without a change here.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import * as core from '../../dist/core/index.js';
import * as contracts from '../../dist/contracts/index.js';
import * as svelte from '../../dist/frameworks/svelte.js';
import { watchPayment } from '../../dist/payments/index.js';
import * as payments from '../../dist/payments/server/index.js';
import * as metadata from '../../dist/metadata/index.js';
import * as signIn from '../../dist/sign-in/index.js';
import * as transactions from '../../dist/transactions/index.js';
import * as verify from '../../dist/verify/index.js';

const PRINCIPAL = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token';
const TXID = `0x${'5a'.repeat(32)}`;
const EXPECTED = {
  ...{ to: 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE', asset: 'stx', amount: 1n, order: 'A-1' },
};
const PROVIDER = { request: async () => ({}) };
const client = core.createWalletClient();
const ABI = {
  functions: [
    { name: 'get', access: 'read_only', args: [], outputs: { type: 'uint128' } },
    { name: 'put', access: 'public', args: [], outputs: { type: 'bool' } },
  ],
  variables: [],
  maps: [{ name: 'all', key: 'uint128', value: 'uint128' }],
  fungible_tokens: [],
  non_fungible_tokens: [],
};
const token = contracts.contract(ABI, { contract: PRINCIPAL });

/** By the type of the options: each function that takes them. `argument`: its name, if it is not `options`. */
const FUNCTIONS = {
  RequestOptions: {
    calls: {
      connect: core.connect,
      request: (options) => core.request(options, 'getAddresses'),
      'client.connect': client.connect,
      'client.request': (options) => client.request(options, 'getAddresses'),
      'client.wallets': client.wallets,
      'client.watchWallets': (options) => client.watchWallets(() => {}, options),
      'client.with': client.with,
      'client.explain': (options) => client.explain('getAddresses', undefined, options),
      'client.supports': (options) => client.supports('getAddresses', options),
      'client.availableNetworks': client.availableNetworks,
      'client.switchNetwork': (options) => client.switchNetwork('testnet', options),
    },
  },
  WalletClientOptions: { calls: { createWalletClient: core.createWalletClient } },
  RawOptions: {
    calls: {
      requestRaw: (options) => core.requestRaw(PROVIDER, 'getAddresses', undefined, options),
      'client.requestRaw': (options) =>
        client.requestRaw(PROVIDER, 'getAddresses', undefined, options),
    },
  },
  MetadataClientOptions: { calls: { createMetadataClient: metadata.createMetadataClient } },
  FtMetadataOptions: {
    calls: {
      getFtMetadata: (options) => metadata.getFtMetadata(PRINCIPAL, options),
      getNftMetadata: (options) => metadata.getNftMetadata(PRINCIPAL, '1', options),
      getSftMetadata: (options) => metadata.getSftMetadata(PRINCIPAL, '1', options),
    },
  },
  TokensOptions: { calls: { getTokens: (options) => metadata.getTokens([PRINCIPAL], options) } },
  FtQuery: { argument: 'query', calls: { searchFts: metadata.searchFts } },
  FormatUnitsOptions: {
    calls: { formatUnits: (options) => metadata.formatUnits(1n, 6, options) },
  },
  ParseUnitsOptions: { calls: { parseUnits: (options) => metadata.parseUnits('1', 6, options) } },
  Gateways: {
    argument: 'gateways',
    calls: {
      safeLink: (gateways) => metadata.safeLink('https://a.example', gateways),
      safeImage: (gateways) => metadata.safeImage('https://a.example', gateways),
    },
  },
  SignInOptions: { calls: { createSignIn: signIn.createSignIn } },
  FetchSignInOptions: {
    calls: { fetchSignIn: (options) => signIn.fetchSignIn('/auth', options) },
  },
  SignInPolicy: {
    argument: 'policy',
    calls: {
      createSignInVerifier: verify.createSignInVerifier,
      verifySignIn: (policy) => verify.verifySignIn({ message: '', signature: '' }, policy),
    },
  },
  StructuredDomain: {
    argument: 'domain',
    calls: { verifyStructuredData: (domain) => verify.verifyStructuredData({}, domain) },
  },
  SignInHandlerOptions: { calls: { createSignInHandler: verify.createSignInHandler } },
  VerifyPaymentOptions: {
    calls: {
      verifyPayment: (options) => payments.verifyPayment(TXID, EXPECTED, options),
      findPayment: (options) => payments.findPayment(EXPECTED, options),
    },
  },
  WatchPaymentOptions: { calls: { watchPayment } },
  PaymentHandlerOptions: { calls: { createPaymentHandler: payments.createPaymentHandler } },
  SignInFields: {
    argument: 'fields',
    calls: { createSignInMessage: verify.createSignInMessage },
  },
  SourceOptions: {
    calls: {
      stacksApi: transactions.stacksApi,
      mempoolSpace: transactions.mempoolSpace,
      esplora: transactions.esplora,
    },
  },
  TrackOptions: {
    calls: {
      trackTransaction: (options) => transactions.trackTransaction(TXID, options),
      trackSent: (options) => transactions.trackSent(client, undefined, options),
    },
  },
  UntilOptions: {
    calls: {
      until: (options) => {
        const handle = transactions.trackTransaction(TXID, { store: false });
        setTimeout(() => handle.stop(), 30);
        return handle.until('confirmed', options);
      },
    },
  },
  RecentFilter: {
    argument: 'filter',
    calls: {
      recentTransactions: transactions.recentTransactions,
      clearRecentTransactions: transactions.clearRecentTransactions,
    },
  },
  ContractOptions: { calls: { contract: (options) => contracts.contract(ABI, options) } },
  IsPrincipalOptions: {
    calls: { isPrincipal: (options) => contracts.isPrincipal(PRINCIPAL, options) },
  },
  ContractReadOptions: {
    calls: {
      'contract.read': (options) => token.read.get({}, options),
      'contract.simulate': (options) => token.simulate.put({}, options),
    },
  },
  ReadOptions: {
    calls: {
      getStxBalance: (options) => contracts.getStxBalance(PRINCIPAL, options),
      getFtBalance: (options) => contracts.getFtBalance(PRINCIPAL, `${PRINCIPAL}::honey`, options),
    },
  },
  WatchTokenOptions: {
    calls: { watchToken: (options) => metadata.watchToken(PRINCIPAL, options) },
  },
  WatchBalanceOptions: {
    calls: {
      watchBalance: (options) => contracts.watchBalance(PRINCIPAL, options),
    },
  },
  WatchNameOptions: {
    calls: { watchName: (options) => contracts.watchName(PRINCIPAL, options) },
  },
  UseRecentTransactionsOptions: {
    calls: { useRecentTransactions: svelte.useRecentTransactions },
  },
  FtBalancesOptions: {
    calls: { getFtBalances: (options) => contracts.getFtBalances(PRINCIPAL, options) },
  },
  UseWalletOptions: {
    calls: {
      useWallet: svelte.useWallet,
      useWallets: svelte.useWallets,
      useNetwork: svelte.useNetwork,
      useRequest: (options) => svelte.useRequest('getAddresses', options),
      useContractCall: (options) => svelte.useContractCall(token, 'put', options),
    },
  },
};

/** What a text or a search is made of: null is a mistake. */
const FIELDS = ['SignInFields', 'StructuredDomain'];

/** Tested in a browser: src/frameworks/wallet.options.test.ts and fixtures/dev-wallet/install.test.ts. */
const IN_BROWSER = [
  'UseTokenOptions',
  'UseTransactionOptions',
  'UseContractReadOptions',
  'DevWalletOptions',
];
/** Folders without exported functions. */
const INTERNAL = /^(?:elements|http|lib|answers|methods|wallets|dev-wallet\/\w+\/)/;

const DIST = new URL('../../dist/', import.meta.url);
const DECLARATIONS = readdirSync(DIST, { recursive: true })
  .filter((file) => file.endsWith('.d.ts') && !INTERNAL.test(file) && !/^c(?:ompat|dn)/.test(file))
  .map((file) => readFileSync(new URL(file, DIST), 'utf8'));
const SOURCE = DECLARATIONS.join('\n');

/** The names of the fields of a type, with those that it inherits. */
function fieldsOf(type) {
  const found =
    new RegExp(`interface ${type}(?: extends ([^{]+))? \\{\\n([^]*?)\\n\\}`).exec(SOURCE) ??
    new RegExp(`type ${type} = (Pick<[^;]+);`).exec(SOURCE);
  assert.ok(found, type);
  const [, base = '', body = ''] = found;
  const [, helper, inherited = base.trim(), names = ''] =
    /^(Omit|Pick)<(\w+), (.+)>$/.exec(base.trim()) ?? [];
  const own = [...body.matchAll(/^ {4}(?:readonly )?(\w+)\??[:(]/gm)].map(([, name]) => name);
  const listed = [...names.matchAll(/'(\w+)'/g)].map(([, name]) => name);
  const all = inherited ? fieldsOf(inherited) : [];
  const kept = helper ? all.filter((name) => listed.includes(name) === (helper === 'Pick')) : all;
  return [...new Set([...kept, ...own])];
}

/** A name with one mistake: a letter too few, too many, swapped or of the other case. */
const misspelled = (names) =>
  fc
    .tuple(
      fc.constantFrom(...names.filter((name) => name.length > 2)),
      fc.constantFrom('missing', 'double', 'swapped', 'case'),
      fc.nat(),
    )
    .map(([name, mistake, nat]) => {
      const at = nat % name.length;
      const [before, letter, after] = [name.slice(0, at), name[at], name.slice(at + 1)];
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
      const wrong = {
        missing: before + after,
        double: before + letter + letter + after,
        swapped: before + after.slice(0, 1) + letter + after.slice(1),
        case: before + other + after,
      }[mistake];
      return { name, wrong };
    })
    .filter(({ wrong }) => !names.includes(wrong) && !(wrong in Object.prototype));

const errorOf = async (call, options) => {
  try {
    await call(options);
  } catch (error) {
    return error;
  }
  return assert.fail('There was no error.');
};

class Options {
  inherited = 1;
}

describe('options', () => {
  it('are tested for every exported type of options', () => {
    // The others are options of no exported function.
    const types = [
      ...SOURCE.matchAll(
        /export (?:interface|type) (\w+(?:Options|Settings|Filter|Policy)|FtQuery|Gateways)\b/g,
      ),
    ].map(([, type]) => type);
    const others = [
      'DiscoveryOptions',
      'CheckedPolicy',
      'TransactionSettings',
      'CallOptions',
      'MapOptions',
      'NodeOptions',
      'WatchAccountOptions',
      // test/services/fees-blocks-faucet.test.mjs
      'FeeOptions',
      'FaucetOptions',
      // Those of `watchBalance` and `watchName`, without `signal`.
      'UseBalanceOptions',
      'UseNameOptions',
    ];
    const tested = [...Object.keys(FUNCTIONS), ...IN_BROWSER, ...others];
    assert.ok(types.length > 15);
    assert.deepEqual(
      types.filter((type) => !tested.includes(type)),
      [],
    );
  });

  for (const [type, { argument = 'options', calls }] of Object.entries(FUNCTIONS)) {
    for (const [title, call] of Object.entries(calls)) {
      it(`of ${title}: a misspelled name is an error with the nearest name`, async () => {
        const names = fieldsOf(type);
        await fc.assert(
          fc.asyncProperty(misspelled(names), async ({ name, wrong }) => {
            const { message } = await errorOf(call, { [wrong]: 1 });
            assert.match(message, new RegExp(`\`${wrong}\` is not a known option\\. Did you mean`));
            const [, hint] = /Did you mean `(\w+)`/.exec(message);
            // Another name may be as near.
            if (hint !== name) assert.ok(names.includes(hint) && hint[0] === name[0], message);
          }),
          { numRuns: 60 },
        );
      });

      it(`of ${title}: anything but a plain object is an error that names the argument`, async () => {
        // A text as the first argument of `request` is a method.
        const texts = title.endsWith('request') ? [] : ['full', ''];
        const given = [...texts, 5, 0, true, ['full'], [], null, () => {}, new Options()];
        for (const options of given) {
          const { message } = await errorOf(call, options);
          assert.match(message, new RegExp(`\`${argument}\` must be `), String(options));
        }
      });

      if (!FIELDS.includes(type)) {
        it(`of ${title}: null is an absent option`, async () => {
          const { fetch } = globalThis;
          globalThis.fetch = () => Promise.reject(new TypeError('offline'));
          try {
            // Wrong options are refused before anything is asked, or soon after.
            const refusalOf = async (options, ms = 20) => {
              const calling = (async () => void (await call(options)))();
              const late = new Promise((resolve) => setTimeout(resolve, ms).unref());
              return Promise.race([calling.catch(({ message }) => message), late]);
            };
            for (const name of fieldsOf(type)) {
              const message = (await refusalOf({ [name]: null })) ?? '';
              // The same refusal may come later on a busy machine.
              const without = (await refusalOf({}, message ? 5_000 : 20)) ?? '';
              if (message !== without) assert.doesNotMatch(message, new RegExp(`\\b${name}\\b`));
            }
          } finally {
            globalThis.fetch = fetch;
          }
        });
      }

      it(`of ${title}: an accessor is an error, and is not called`, async () => {
        const [name] = fieldsOf(type);
        let count = 0;
        const options = Object.defineProperty({}, name, {
          enumerable: true,
          get: () => (count += 1),
        });
        const { message } = await errorOf(call, options);
        assert.match(message, new RegExp(`\`${name}\` must be plain data: it is an accessor`));
        assert.equal(count, 0);
      });
    }
  }
});
