import { JsonRpcErrorCode } from '../errors.js';
import { addressKind } from '../lib/address.js';
import { toDecimal } from '../lib/amount.js';
import { agrees, canBeOn, isKnown } from '../lib/network.js';
import { psbtToBase64 } from '../lib/psbt-text.js';
import type { GetAddressesParams, MethodName, MethodParams } from '../wire/methods.js';
import { cannot, modeName, recipientsWith, refuseMisread, wire, without } from './outgoing.js';
import { inputsByAddress } from './psbt.js';
import { standard } from './standard.js';
import type { Outgoing, RequestContext, Wallet, WireRequest } from './wallet.js';

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
      `this wallet knows ${Object.keys(NETWORKS).join(', ')}`,
    );
  }
  const all = {
    ...without(params, 'network'),
    ...(network !== undefined && { network: NETWORKS[network] }),
  };
  return wire('wallet_connect', Object.keys(all).length > 0 ? all : undefined);
}

/**
 * None of its other methods has a field for the network: it must be on the one meant, as far as it
 * reported one, or as its addresses show.
 */
function checkNetwork(method: string, { network, walletNetwork, addresses }: RequestContext): void {
  const shown = addressKind(addresses[0]?.address);
  const isThere =
    walletNetwork === undefined
      ? network === undefined || (isKnown(network) && (!shown || canBeOn(shown, network)))
      : agrees(network, walletNetwork);
  if (!isThere) {
    const on = walletNetwork ?? 'the one of its addresses';
    throw cannot(
      method,
      'network',
      network,
      `the wallet is on ${on}, and takes none with a request`,
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
    const send = standard.outgoing[method] as NonNullable<Outgoing[M]>;
    const request = await send(params, context);
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

/** Xverse's dialect, of which sats-connect publishes the schemas: what the wallets of its family spread. */
export const satsConnect: Wallet = {
  ...standard,
  outgoing: {
    ...standard.outgoing,
    getAddresses: (params, context) => walletConnect('getAddresses', params, context),
    stx_getAddresses: (params, context) => walletConnect('stx_getAddresses', params, context),
    // Any params at all are refused there.
    stx_getAccounts: (_params, context) => {
      checkNetwork('stx_getAccounts', context);
      return wire('stx_getAccounts');
    },
    // All 21 million bitcoin, which is what was checked, are a safe number of satoshis.
    sendTransfer: adjusted('sendTransfer', (params) => ({
      recipients: recipientsWith(params, (amount) => Number(toDecimal(amount))),
    })),
    signPsbt: async (params, context) => {
      checkNetwork('signPsbt', context);
      return wire('signPsbt', {
        ...without(params, 'allowedSighash'),
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
    // Older versions read `arguments` alone, newer ones prefer `functionArgs`.
    stx_callContract: adjusted('stx_callContract', ({ functionArgs = [] }) => ({
      functionArgs,
      arguments: functionArgs,
    })),
    stx_deployContract: adjusted('stx_deployContract', ({ clarityVersion }) =>
      clarityVersion === undefined ? {} : { clarityVersion: Number(toDecimal(clarityVersion)) },
    ),
    // Its default is to broadcast; SIP-030's is not.
    stx_signTransaction: adjusted('stx_signTransaction', ({ broadcast = false }) => ({
      broadcast,
    })),
    stx_signMessage: adjusted('stx_signMessage', withPublicKey),
    stx_signStructuredMessage: adjusted('stx_signStructuredMessage', withPublicKey),
  },
  gate: { code: JsonRpcErrorCode.MethodAccessDenied, request: { method: 'wallet_connect' } },
  disconnect: { method: 'wallet_disconnect' },
};
