import { JsonRpcErrorCode } from '../errors.js';
import { toDecimal } from '../lib/amount.js';
import { psbtToBase64 } from '../lib/psbt-text.js';
import type { GetAddressesParams } from '../methods/addresses.js';
import type { MethodName, MethodParams } from '../methods/index.js';
import { modeName, networkField, type TransactionParams } from '../methods/transaction.js';
import { networkIn, provenNetwork, rowsIn } from './networks.js';
import { cannot, checkNetwork, refuseMisread, wire, without } from './outgoing.js';
import { inputsByAddress } from './psbt.js';
import { writeStandard, type Answers } from './standard.js';
import type { RequestContext, WireRequest } from './wallet.js';

/** As `wallet_connect` writes them: with a capital. Its Regtest is Stacks' devnet. */
const NETWORKS: Readonly<Record<string, string>> = {
  mainnet: 'Mainnet',
  testnet: 'Testnet',
  testnet4: 'Testnet4',
  signet: 'Signet',
  regtest: 'Regtest',
  devnet: 'Regtest',
};

/** `getAddresses` there wants purposes and a connection: `wallet_connect` gives both at once. */
function walletConnect(
  method: string,
  params: GetAddressesParams,
  { network }: RequestContext,
): WireRequest {
  if (network !== undefined && !Object.hasOwn(NETWORKS, network)) {
    throw cannot(
      method,
      'network',
      network,
      `this wallet knows ${Object.entries(NETWORKS)
        .map(([name]) => name)
        .join(', ')}`,
    );
  }
  const all = {
    ...without(params, 'network'),
    ...(network !== undefined && { network: NETWORKS[network] }),
  };
  return wire('wallet_connect', Object.entries(all).length > 0 ? all : undefined);
}

/** What Xverse (0.49 and 0.54) and its schemas have no field for, whatever the page sends. */
function refuseDropped(method: string, params: object): void {
  const { sponsored, postConditions } = params as TransactionParams;
  if (sponsored) {
    throw cannot(method, 'sponsored', sponsored, 'this wallet ignores it: the user would pay');
  }
  if (method === 'stx_transferStx' && postConditions?.length) {
    throw cannot(
      method,
      'postConditions',
      postConditions,
      'this wallet drops them from a transfer',
    );
  }
}

/** What standard sends, with `fields` over it. */
function adjusted<M extends MethodName>(
  method: M,
  fields: (params: NonNullable<MethodParams<M>>, context: RequestContext) => object = () => ({}),
) {
  return async (
    params: NonNullable<MethodParams<M>>,
    context: RequestContext,
  ): Promise<WireRequest> => {
    checkNetwork(method, context);
    refuseMisread(method, params);
    refuseDropped(method, params);
    const request = await writeStandard(method)!(params, context);
    return wire(method, { ...(request.params as object), ...fields(params, context) });
  };
}

/** Some builds want the key that signs; others ignore it. */
function withPublicKey(
  { publicKey }: { publicKey?: string | undefined },
  context: RequestContext,
): object {
  const known = context.addresses.find(({ symbol }) => symbol === 'STX')?.publicKey;
  const key = publicKey ?? known;
  return key ? { publicKey: key } : {};
}

const answers: Answers = {
  getAddresses: (params, context) => walletConnect('getAddresses', params, context),
  stx_getAddresses: (params, context) => walletConnect('stx_getAddresses', params, context),
  // Any params at all are refused there.
  stx_getAccounts: (_params, context) => {
    checkNetwork('stx_getAccounts', context);
    return wire('stx_getAccounts');
  },
  // All 21 million bitcoin, which is what was checked, are a safe number of satoshis.
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
    const signer = address ?? payment?.address;
    if (signer === undefined) {
      const reason =
        'this wallet needs it, and the session holds no Bitcoin address; connect first';
      throw cannot('signMessage', 'address', signer, reason);
    }
    // Absent, the protocol depends on the kind of the account.
    return wire('signMessage', { message, address: signer, protocol });
  },
  signPsbt: async (params, context) => {
    checkNetwork('signPsbt', context);
    return wire('signPsbt', {
      ...without(params, 'allowedSighash'),
      ...networkField(context.network),
      psbt: psbtToBase64(params.psbt),
      // Left out, one version crashes; empty, it signs nothing and reports success.
      signInputs: await inputsByAddress(params, context),
      broadcast: params.broadcast ?? false,
    });
  },
  stx_transferStx: adjusted('stx_transferStx', ({ postConditionMode: mode }) =>
    mode === undefined ? {} : { postConditionMode: modeName(mode) === 'allow' ? 1 : 2 },
  ),
  stx_transferSip10Ft: adjusted('stx_transferSip10Ft'),
  stx_transferSip9Nft: adjusted('stx_transferSip9Nft'),
  // 0.49 reads `arguments` alone, newer schemas prefer `functionArgs`. 0.54 heeds post-conditions and
  // their mode; 0.49 drops both, and signs in Deny with none: what moves an asset aborts there.
  stx_callContract: adjusted('stx_callContract', ({ functionArgs = [] }) => ({
    functionArgs,
    arguments: functionArgs,
  })),
  stx_deployContract: adjusted('stx_deployContract'),
  // Its default is to broadcast; SIP-030's is not.
  stx_signTransaction: adjusted('stx_signTransaction', ({ broadcast = false }) => ({
    broadcast,
  })),
  stx_signMessage: adjusted('stx_signMessage', withPublicKey),
  stx_signStructuredMessage: adjusted('stx_signStructuredMessage', withPublicKey),
  stx_getNetworks: 'standard',
  stx_updateProfile: 'standard',
};

/** Xverse's dialect, of which sats-connect publishes the schemas. */
export const satsConnect = {
  answers,
  errorCodes: {},
  gate: { code: JsonRpcErrorCode.MethodAccessDenied, request: { method: 'wallet_connect' } },
  disconnect: { method: 'wallet_disconnect' },
  // Xverse answers it without a window, and -32002 before a connection. That Fordefi does is inferred:
  // where it does not, the network is not known, and the request refused.
  silentNetwork: {
    request: { method: 'wallet_getAccount' },
    unless: /^(?:(?:stx_)?getAddresses|getInfo|wallet_.*)$/,
    // Any name will do to begin with: where an address contradicts it, that decides.
    read: (answer: unknown) => provenNetwork(rowsIn(answer), networkIn(answer) ?? 'mainnet'),
  },
};
