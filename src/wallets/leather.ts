import { JsonRpcErrorCode } from '../errors.js';
import { addressKind } from '../lib/address.js';
import { read } from '../lib/guard.js';
import { psbtToHex } from '../lib/psbt-text.js';
import type { Amount, MethodName, MethodParams, SendTransferParams } from '../wire/methods.js';
import { LEATHER } from './catalog.js';
import { cannot, networkField, refuseMisread, wire, without } from './outgoing.js';
import { checkIndexes, namedInputs, refuseSighash } from './psbt.js';
import { standard } from './standard.js';
import type { Outgoing, RequestContext, Wallet, WireRequest } from './wallet.js';

/** Any other name is taken for mainnet, silently: signed and broadcast there. */
const NETWORKS = [
  'mainnet',
  'testnet',
  'testnet4',
  'signet',
  'sbtcTestnet',
  'sbtcDevenv',
  'devnet',
];
/** `stx_signMessage` has a list of its own. */
const MESSAGE_NETWORKS = ['mainnet', 'testnet', 'devnet'];

/** What standard sends, once what Leather would drop, misread or never answer is refused. */
function adjusted<M extends MethodName>(
  method: M,
  check: (params: NonNullable<MethodParams<M>>) => void = () => undefined,
) {
  return (
    params: NonNullable<MethodParams<M>>,
    context: RequestContext,
  ): WireRequest | Promise<WireRequest> => {
    refuseNetwork(method, context);
    refuseWideText(method, params);
    refuseMisread(method, params);
    check(params);
    const send = standard.outgoing[method] as NonNullable<Outgoing[M]>;
    return send(params, context);
  };
}

function refuseNetwork(method: string, { network }: RequestContext): void {
  const known = method === 'stx_signMessage' ? MESSAGE_NETWORKS : NETWORKS;
  if (network !== undefined && !known.includes(network)) {
    throw cannot(
      method,
      'network',
      network,
      `Leather knows ${known.join(', ')}, and takes any other for mainnet`,
    );
  }
}

/** What is encoded as hex on its way, whatever characters it holds. */
const ENCODED = ['functionArgs', 'assetId', 'postConditions', 'domain'];

/** Leather 6.73 passes requests through `btoa`, and never answers one with a character above U+00FF. */
function refuseWideText(method: string, params: object): void {
  if (method === 'stx_signMessage') return;
  for (const [field, value] of Object.entries(params)) {
    const isEncoded =
      ENCODED.includes(field) || (method === 'stx_signStructuredMessage' && field === 'message');
    if (!isEncoded && hasWideText(value)) {
      throw cannot(
        method,
        field,
        value,
        'Leather never answers a request with characters above U+00FF',
      );
    }
  }
}

function hasWideText(value: unknown): boolean {
  if (typeof value === 'string') return /[^\0-\xff]/.test(value);
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(([key, inner]) => hasWideText(key) || hasWideText(inner))
  );
}

/** Leather reads an amount as a number, which rounds it above 2^53. */
function refuseRounding(method: string, amount: Amount): void {
  if (!Number.isSafeInteger(Number(amount))) {
    throw cannot(
      method,
      'amount',
      amount,
      `Leather would round amounts above ${Number.MAX_SAFE_INTEGER}`,
    );
  }
}

/** Base58 does not tell one test network from another, and mainnet is what an absent network means. */
function refuseTestRecipients({ recipients }: SendTransferParams): void {
  if (recipients.some(({ address }) => addressKind(address)?.network === 'test')) {
    throw cannot(
      'sendTransfer',
      'network',
      undefined,
      'an address is on a test network; name which',
    );
  }
}

export const leather: Wallet = {
  ...standard,
  info: LEATHER,
  matches: (provider, id) => read(provider, 'isLeather') === true || id === LEATHER.id,
  outgoing: {
    ...standard.outgoing,
    getAddresses: adjusted('getAddresses'),
    stx_getAddresses: adjusted('stx_getAddresses'),
    stx_getAccounts: adjusted('stx_getAccounts'),
    sendTransfer: async (params, context) => {
      const request = await adjusted('sendTransfer')(params, context);
      if (context.network === undefined) refuseTestRecipients(params);
      // Its published schema wants the network named.
      const { network = 'mainnet' } = context;
      return wire(request.method, { ...(request.params as object), network });
    },
    signPsbt: async (params, context) => {
      refuseNetwork('signPsbt', context);
      refuseWideText('signPsbt', params);
      refuseSighash(params);
      await checkIndexes(params);
      const named = namedInputs(params);
      return wire('signPsbt', {
        ...without(params, 'psbt', 'signInputs', 'allowedSighash'),
        ...networkField(context),
        hex: psbtToHex(params.psbt),
        ...(named && { signAtIndex: named.map(({ index }) => index) }),
      });
    },
    stx_transferStx: adjusted('stx_transferStx', ({ amount, postConditions }) => {
      refuseRounding('stx_transferStx', amount);
      if (postConditions && postConditions.length > 0) {
        throw cannot(
          'stx_transferStx',
          'postConditions',
          postConditions,
          'Leather drops them from a transfer',
        );
      }
    }),
    stx_transferSip10Ft: adjusted('stx_transferSip10Ft', ({ amount }) =>
      refuseRounding('stx_transferSip10Ft', amount),
    ),
    stx_transferSip9Nft: adjusted('stx_transferSip9Nft'),
    stx_callContract: adjusted('stx_callContract'),
    stx_deployContract: adjusted('stx_deployContract'),
    stx_signTransaction: ({ broadcast, ...params }, context) => {
      if (broadcast) {
        throw cannot(
          'stx_signTransaction',
          'broadcast',
          broadcast,
          'Leather signs, and never broadcasts',
        );
      }
      return adjusted('stx_signTransaction')(params, context);
    },
    stx_signMessage: adjusted('stx_signMessage', ({ message }) => {
      if (message === '') {
        throw cannot('stx_signMessage', 'message', message, 'Leather cannot show an empty message');
      }
    }),
    stx_signStructuredMessage: adjusted('stx_signStructuredMessage'),
    stx_updateProfile: ({ profile }) => wire('stx_updateProfile', { person: profile }),
  },
  // -32000 is SERVER_ERROR in its own table; only 4001 is the user's no.
  errorCodes: { 4001: JsonRpcErrorCode.UserRejection, [-32000]: JsonRpcErrorCode.InternalError },
};
