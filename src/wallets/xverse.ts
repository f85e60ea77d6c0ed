import { JsonRpcErrorCode } from '../errors.js';
import { toDecimal } from '../lib/amount.js';
import { psbtToBase64 } from '../bitcoin/psbt-params.js';
import { read } from '../lib/safe-access.js';
import { canonicalAddress, type GetAddressesParams } from '../methods/address-methods.js';
import type { MethodName, MethodParams } from '../methods/index.js';
import type { DeployContractParams } from '../methods/stx_deployContract.js';
import { modeName, networkField } from '../methods/transaction.js';
import { networkIn, provenNetwork, rowsIn } from './networks.js';
import { xverseInfo } from './xverse-info.js';
import { cannot, checkNetwork, refuseUnread, wire, without } from './outgoing.js';
import { inputsByAddress } from './psbt.js';
import { defineWallet, writeStandard, type Answers } from './standard.js';
import type { RequestContext, Wallet, WireRequest } from './wallet.js';

/** The network names of `wallet_connect`, by ours. Its Regtest is the devnet of Stacks. */
const NETWORKS: Readonly<Record<string, string>> = {
  mainnet: 'Mainnet',
  testnet: 'Testnet',
  testnet4: 'Testnet4',
  signet: 'Signet',
  regtest: 'Regtest',
  devnet: 'Regtest',
};

function ownName(method: string, network: string): string {
  const name = Object.hasOwn(NETWORKS, network) && NETWORKS[network];
  if (name) return name;
  const known = Object.entries(NETWORKS).map(([each]) => each);
  throw cannot(method, 'network', network, `this wallet supports ${known.join(', ')}`);
}

/** Used for `getAddresses`, which in Xverse requires purposes and a connection. `wallet_connect` requires neither. */
function walletConnect(
  method: string,
  params: GetAddressesParams,
  { network }: RequestContext,
): WireRequest {
  const all = {
    ...without(params, 'network'),
    ...(network !== undefined && { network: ownName(method, network) }),
  };
  return wire('wallet_connect', Object.entries(all).length > 0 ? all : undefined);
}

/** Refuses params for which Xverse (0.49 and 0.54) and its schemas have no field. */
function refuseDropped(method: string, params: object): void {
  const { sponsored, postConditions, clarityVersion } = params as DeployContractParams;
  if (sponsored) {
    throw cannot(method, 'sponsored', sponsored, 'this wallet may ignore it: the user would pay');
  }
  if (method === 'stx_transferStx' && postConditions?.length) {
    throw cannot(
      method,
      'postConditions',
      postConditions,
      'this wallet drops them from a transfer',
    );
  }
  if (clarityVersion !== undefined) {
    const reason = 'this wallet drops it and uses its own default (Clarity 3 in known versions)';
    throw cannot(method, 'clarityVersion', clarityVersion, reason);
  }
}

/** Sends the request of a standard wallet, with `fields` added or replaced. */
function adjusted<M extends MethodName>(
  method: M,
  fields: (params: NonNullable<MethodParams<M>>, context: RequestContext) => object = () => ({}),
) {
  return async (
    params: NonNullable<MethodParams<M>>,
    context: RequestContext,
  ): Promise<WireRequest> => {
    checkNetwork(method, context);
    refuseUnread(method, params);
    refuseDropped(method, params);
    const request = await writeStandard(method)!(params, context);
    return wire(method, { ...(request.params as object), ...fields(params, context) });
  };
}

/** Some versions require the key that signs; others ignore it. */
function withPublicKey(
  { publicKey }: { publicKey?: string | undefined },
  context: RequestContext,
): object {
  const known = context.addresses.find(({ symbol }) => symbol === 'STX')?.publicKey;
  const key = publicKey ?? known;
  return key ? { publicKey: key } : {};
}

/** Why the account cannot use a method: no Bitcoin address, or a Ledger, which returns transactions unsigned (0.54). */
function unable(method: string, { addresses }: RequestContext): string | undefined {
  if (method === 'signMessage' && !addresses.some(({ symbol }) => symbol === 'BTC')) {
    return 'this wallet needs it, and the session holds no Bitcoin address; connect first';
  }
  return method === 'stx_signTransactions' &&
    addresses.some((row) => read(row, 'walletType') === 'ledger')
    ? 'with a Ledger this wallet returns it unsigned'
    : undefined;
}

function refuseUnable(
  method: string,
  field: string,
  value: unknown,
  context: RequestContext,
  signs = method,
): void {
  const reason = unable(signs, context);
  if (reason !== undefined) throw cannot(method, field, value, reason);
}

const answers = {
  getAddresses: (params, context) => walletConnect('getAddresses', params, context),
  stx_getAddresses: (params, context) => walletConnect('stx_getAddresses', params, context),
  // Xverse refuses any params here.
  stx_getAccounts: (_params, context) => {
    checkNetwork('stx_getAccounts', context);
    return wire('stx_getAccounts');
  },
  // The check allows at most 21 million bitcoin, which is a safe integer in satoshis.
  sendTransfer: adjusted('sendTransfer', (params) => ({
    recipients: params.recipients.map((recipient) => ({
      ...recipient,
      amount: Number(toDecimal(recipient.amount)),
    })),
  })),
  signMessage: ({ message, address, protocol = 'BIP322' }, context) => {
    checkNetwork('signMessage', context);
    const own = context.addresses.filter(({ symbol }) => symbol === 'BTC');
    const payment = own.find(({ purpose }) => purpose === 'payment') ?? own[0];
    if (address === undefined) refuseUnable('signMessage', 'address', address, context);
    const signer = address === undefined ? payment?.address : canonicalAddress(address);
    // Xverse would switch to the account that has the address, or show an error and not answer.
    if (own.length > 0 && !own.some((row) => row.address === signer)) {
      const accounts = own.map((row) => row.address).join(', ');
      throw cannot('signMessage', 'address', signer, `the connected account signs for ${accounts}`);
    }
    // If absent, Xverse chooses the protocol by the type of the account.
    return wire('signMessage', { message, address: signer, protocol });
  },
  signPsbt: async (params, context) => {
    checkNetwork('signPsbt', context);
    refuseUnread('signPsbt', params);
    return wire('signPsbt', {
      ...without(params, 'allowedSighash'),
      ...networkField(context.network),
      psbt: psbtToBase64(params.psbt),
      // If absent, one version crashes. If empty, Xverse signs nothing and reports success.
      signInputs: await inputsByAddress(params, context),
      broadcast: params.broadcast ?? false,
    });
  },
  stx_transferStx: adjusted('stx_transferStx', ({ postConditionMode: mode }) =>
    mode === undefined ? {} : { postConditionMode: modeName(mode) === 'allow' ? 1 : 2 },
  ),
  stx_transferSip10Ft: { asked: adjusted('stx_transferSip10Ft') },
  stx_transferSip9Nft: { asked: adjusted('stx_transferSip9Nft') },
  // 0.49 reads only `arguments`; newer schemas prefer `functionArgs`. 0.54 uses the post-conditions and their
  // mode; 0.49 drops both and signs in Deny mode without any, so that a call that moves an asset aborts.
  stx_callContract: adjusted('stx_callContract', ({ functionArgs = [] }) => ({
    functionArgs,
    arguments: functionArgs,
  })),
  stx_deployContract: adjusted('stx_deployContract'),
  // Xverse broadcasts by default; SIP-030 does not.
  stx_signTransaction: adjusted('stx_signTransaction', ({ broadcast = false }) => ({
    broadcast,
  })),
  stx_signTransactions: adjusted('stx_signTransactions', ({ transactions }, context) => {
    refuseUnable('stx_signTransactions', 'transactions', transactions, context);
    return {};
  }),
  stx_signMessage: adjusted('stx_signMessage', withPublicKey),
  stx_signStructuredMessage: adjusted('stx_signStructuredMessage', withPublicKey),
  stx_getNetworks: { asked: 'standard' },
  stx_updateProfile: { asked: 'standard' },
} satisfies Answers;

/** What Xverse and Fordefi have in common. sats-connect publishes the schemas. */
export const satsConnect = {
  answers,
  ignores: {
    // The mode of a transfer has no effect on the chain, either.
    stx_transferStx: ['address', 'fee', 'nonce', 'postConditionMode'],
    stx_callContract: ['address', 'fee', 'nonce'],
    stx_deployContract: ['address', 'fee', 'nonce'],
  },
  unable,
  errorCodes: {},
  gate: { code: JsonRpcErrorCode.MethodAccessDenied, request: { method: 'wallet_connect' } },
  disconnect: { method: 'wallet_disconnect' },
  // Xverse answers this without a window, and with -32002 before a connection. That Fordefi does so is inferred;
  // if it does not, its network is not known and the request is refused.
  silentNetwork: {
    request: { method: 'wallet_getAccount' },
    unless: /^(?:(?:stx_)?getAddresses|getInfo|wallet_.*)$/,
    // Without a name, mainnet is assumed; an address of another network takes precedence.
    read: (answer: unknown) => provenNetwork(rowsIn(answer), networkIn(answer) ?? 'mainnet'),
  },
} satisfies Partial<Wallet> & { answers: Answers };

export const xverse = defineWallet({
  ...xverseInfo,
  ...satsConnect,
  silentAccount: { method: 'wallet_getAccount' },
  changeNetwork: (network) =>
    wire('wallet_changeNetwork', { name: ownName('switchNetwork', network) }),
  // Xverse drops `sponsored` and makes the user pay. Its stx_signTransaction rebuilds a sponsored transfer or
  // deployment as one that the user pays (0.54); stx_signTransactions signs it unchanged.
  signsSponsored: (method, params, context) => {
    // Its version 0.54 has @stacks/transactions 7.0.6, which cannot read a transaction with the mode `originator`.
    refuseUnread(method, params);
    refuseUnable(method, 'sponsored', true, context, 'stx_signTransactions');
    return 'stx_signTransactions';
  },
  // Xverse sets no flag, but no other wallet has these two methods.
  isOwn: (provider) =>
    typeof read(provider, 'signMultipleTransactions') === 'function' &&
    typeof read(provider, 'createRepeatInscriptions') === 'function',
});
