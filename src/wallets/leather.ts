import { JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { getAddressFormat } from '../stacks/address.js';
import { bareHex, hexToBytes } from '../lib/bytes.js';
import { loadModule } from '../lib/promises.js';
import { attempt, read } from '../lib/safe-access.js';
import { getNamedInputs, psbtToHex } from '../bitcoin/psbt-params.js';
import { canonicalAddress } from '../methods/address-methods.js';
import type { MethodName, MethodParams } from '../methods/index.js';
import type { SendTransferParams } from '../methods/sendTransfer.js';
import type { SignBitcoinMessageParams } from '../methods/signMessage.js';
import type { UpdateProfileParams } from '../methods/stx_updateProfile.js';
import type { DeployContractParams } from '../methods/stx_deployContract.js';
import { modeName, networkField, type TransactionParams } from '../methods/transaction.js';
import type { WalletProvider } from './provider.js';
import type { Amount } from '../methods/values.js';
import { leatherInfo } from './leather-info.js';
import {
  asContractCall,
  cannot,
  refuseUnread,
  senderOf,
  type TokenTransfer,
  wire,
  without,
} from './outgoing.js';
import { checkSigners, sighashNumbers } from './psbt.js';
import { defineWallet, notInSip030, writeStandard } from './standard.js';
import type { RequestContext, WireRequest } from './wallet.js';

/** Leather silently uses mainnet for any other name: it signs and broadcasts there. */
const NETWORKS = [
  'mainnet',
  'testnet',
  'testnet4',
  'signet',
  'sbtcTestnet',
  'sbtcDevenv',
  'devnet',
];
/** The list for `stx_signMessage`. Leather 6.73 also supports `mocknet`; newer versions refuse it for every method. */
const MESSAGE_NETWORKS = ['mainnet', 'testnet', 'devnet'];

function refuseNetwork(method: string, { network }: RequestContext): void {
  const known = method === 'stx_signMessage' ? MESSAGE_NETWORKS : NETWORKS;
  if (network !== undefined && !known.includes(network)) {
    throw cannot(
      method,
      'network',
      network,
      `Leather supports ${known.join(', ')}, and uses mainnet for any other name`,
    );
  }
}

/**
 * The version that Leather reports, else an empty string. The phone app reports the word "version", the extension a
 * number (inferred). A wallet that reports neither may be either of them.
 */
function version(provider: WalletProvider): string {
  const info = attempt(() =>
    (provider as unknown as { getProductInfo(): unknown }).getProductInfo(),
  );
  const named = read(info, 'version');
  return typeof named === 'string' ? named : '';
}

/**
 * True if Leather reads transactions with the post-condition mode `originator`, or of Clarity 4 and 5: with
 * @stacks/transactions 7.4, which is in the extension since its build 6.102.0. With 7.0.5, as in 6.73.4, its window
 * crashes, and answers only when the user closes it.
 */
function readsNewTransactions(provider: WalletProvider): boolean {
  const [major = 0, minor = 0] = version(provider).split('.').map(Number);
  return major > 6 || (major === 6 && minor >= 102);
}

const UNREADABLE = 'this version of Leather is not known to read it in a transaction';

/**
 * No version of Leather sponsors a transaction itself. The phone app (2.76) ignores `sponsored`, and the user would
 * pay. The extension (6.73 and newer) tries to broadcast after its answer, although the sponsor has not signed. It
 * never broadcasts what stx_signTransaction signs; newer versions set their own nonce and the sponsor's fee there.
 */
function signsSponsored(method: string, params: TransactionParams, { provider }: RequestContext) {
  const isNew = readsNewTransactions(provider);
  if (!isNew) refuseUnread(method, params, UNREADABLE);
  const { clarityVersion = 1 } = params as DeployContractParams;
  if (Number(clarityVersion) > (isNew ? 5 : 3)) {
    throw cannot(method, 'clarityVersion', clarityVersion, UNREADABLE);
  }
  return 'stx_signTransaction' as const;
}

/** Refuses a transaction of the page with the post-condition mode `originator`, if Leather may not read it. */
async function refuseUnreadable(transaction: string, { provider }: RequestContext): Promise<void> {
  if (readsNewTransactions(provider)) return;
  const { readTransaction } = await loadModule(
    'checks what is signed',
    () => import('../stacks/stacks-transaction.js'),
  );
  const { postConditionMode } = readTransaction(hexToBytes(bareHex(transaction) ?? ''));
  if (postConditionMode === 3) {
    const reason = `its post-condition mode is originator, and ${UNREADABLE}`;
    throw cannot('stx_signTransaction', 'transaction', transaction, reason);
  }
}

/** Methods that the phone app answers besides those in `answers` below (2.104). */
const PHONE_METHODS = ['getInfo', 'supportedMethods'];

const isPhoneApp = (provider: WalletProvider): boolean => version(provider) === 'version';

/** Refuses an address whose checksum is wrong, if the wallet is the phone app: it would never answer. */
async function refuseUnanswered(
  method: string,
  params: object,
  { provider }: RequestContext,
): Promise<void> {
  if (!isPhoneApp(provider)) return;
  const { decodeAddress } = await loadModule(
    'checks addresses',
    () => import('../stacks/stacks-address.js'),
  );
  for (const field of ['recipient', 'contract', 'asset', 'address'] as const) {
    const value = read(params, field);
    const owner = typeof value === 'string' ? (value.split(/[.:]/, 1)[0] ?? '') : '';
    if (getAddressFormat(owner)?.chain === 'stacks' && decodeAddress(owner) === undefined) {
      throw cannot(method, field, value, 'its checksum is wrong, which Leather never answers');
    }
  }
}

/** Refuses a method that this library does not have, if the phone app would never answer it. */
function refuseUnknownOnPhone(method: string, { provider }: RequestContext): void {
  if (!isPhoneApp(provider) || PHONE_METHODS.includes(method)) return;
  throw new JsonRpcError(
    JsonRpcErrorCode.MethodNotFound,
    `${method}: the phone app of Leather never answers a method that it does not have.`,
  );
}

/** Fields that are sent as hex, so that they may contain any character. */
const ENCODED = ['functionArgs', 'assetId', 'postConditions', 'domain'];

/** Leather 6.73 encodes requests with `btoa`, and never answers one with a character above U+00FF. */
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

/** Leather converts an amount to a number, which rounds amounts above 2^53. */
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

/** Refuses base58 addresses of test networks: they do not show which one, and no network means mainnet. */
function refuseTestRecipients({ recipients }: SendTransferParams): void {
  if (recipients.some(({ address }) => getAddressFormat(address)?.network === 'test')) {
    throw cannot(
      'sendTransfer',
      'network',
      undefined,
      'an address is on a test network; name the network',
    );
  }
}

/**
 * The type of the address whose key signs a message. Leather has no field for the address: it signs for the
 * first address of this type in the current account.
 */
function paymentType(
  { address, protocol }: SignBitcoinMessageParams,
  { addresses }: RequestContext,
): 'p2wpkh' | 'p2tr' {
  const refuse = (field: string, value: unknown, reason: string) =>
    cannot('signMessage', field, value, reason);
  if (protocol === 'ECDSA') throw refuse('protocol', protocol, 'Leather supports only BIP-322');
  if (address === undefined) return 'p2wpkh';
  const written = canonicalAddress(address);
  const own = addresses.filter(({ symbol }) => symbol === 'BTC').map((entry) => entry.address);
  if (own.length > 0 && !own.includes(written)) {
    throw refuse('address', address, `the connected account signs for ${own.join(', ')}`);
  }
  if (/^(?:bc|tb|bcrt)1q.{38}$/.test(written)) return 'p2wpkh';
  if (/^(?:bc|tb|bcrt)1p/.test(written)) return 'p2tr';
  throw refuse('address', address, 'Leather signs only for native SegWit and Taproot addresses');
}

/** Refuses what Leather would drop, misread or never answer. */
async function refuseLost(
  method: MethodName,
  params: object,
  context: RequestContext,
): Promise<void> {
  refuseNetwork(method, context);
  refuseWideText(method, params);
  // The phone app never answers a request with the mode `originator`; the extension before 6.102 answers -32602.
  if (isPhoneApp(context.provider)) refuseUnread(method, params);
  await refuseUnanswered(method, params, context);
}

/** Sends the request of a standard wallet, after the checks of `refuseLost` and of `check`. */
function adjusted<M extends MethodName>(
  method: M,
  check: (params: NonNullable<MethodParams<M>>) => void = () => undefined,
) {
  return async (
    params: NonNullable<MethodParams<M>>,
    context: RequestContext,
  ): Promise<WireRequest> => {
    await refuseLost(method, params, context);
    check(params);
    return writeStandard(method)!(params, context);
  };
}

/** A method that no known version of Leather has. The extension answers with an error, the phone app never answers. */
function askedInExtension<P extends object>(
  method: MethodName,
  send: (params: P, context: RequestContext) => WireRequest | Promise<WireRequest>,
) {
  const asked = (params: P, context: RequestContext) => {
    if (isPhoneApp(context.provider)) {
      throw new JsonRpcError(
        JsonRpcErrorCode.MethodNotFound,
        `${method}: the phone app of Leather does not have it.`,
      );
    }
    return send(params, context);
  };
  return { asked };
}

/**
 * Sends a token transfer as a contract call. Leather's own methods for it (6.73.4) read the base units of a SIP-010
 * token as whole STX in their total, so that most amounts cannot be approved; they round amounts above 2^53, drop the
 * memo and the post-conditions, and do not take a contract as the recipient.
 */
function tokenTransfer(method: 'stx_transferSip10Ft' | 'stx_transferSip9Nft') {
  return async (params: TokenTransfer, context: RequestContext) => {
    // The memo is sent as hex.
    await refuseLost(method, without(params as { memo?: string }, 'memo'), context);
    const sender = senderOf(method, params, context);
    const call = await asContractCall(method, params, sender);
    return writeStandard('stx_callContract')!(call, context);
  };
}

/** Names mainnet if there is no network: otherwise Leather's window for a message shows "Testnet". */
function onMainnet<P>(
  send: (params: P, context: RequestContext) => WireRequest | Promise<WireRequest>,
) {
  return (params: P, context: RequestContext) =>
    send(params, { ...context, network: context.network ?? 'mainnet' });
}

export const leather = defineWallet({
  ...leatherInfo,
  isOwn: (provider) => read(provider, 'isLeather') === true,
  signsSponsored,
  checkUnknown: refuseUnknownOnPhone,
  ignores: {
    stx_transferStx: ['fee', 'nonce', 'address'],
    stx_transferSip10Ft: ['fee', 'nonce'],
    stx_transferSip9Nft: ['fee', 'nonce'],
    stx_callContract: ['fee', 'nonce', 'address'],
    stx_deployContract: ['fee', 'nonce'],
    ...notInSip030,
  },
  answers: {
    getAddresses: adjusted('getAddresses'),
    stx_getAddresses: adjusted('stx_getAddresses'),
    stx_getAccounts: askedInExtension('stx_getAccounts', adjusted('stx_getAccounts')),
    stx_getNetworks: askedInExtension('stx_getNetworks', (params: object) =>
      wire('stx_getNetworks', Object.entries(params).length > 0 ? params : undefined),
    ),
    sendTransfer: async (params, context) => {
      const request = await adjusted('sendTransfer')(params, context);
      if (context.network === undefined) refuseTestRecipients(params);
      // Leather's published schema requires the network.
      const { network = 'mainnet' } = context;
      return wire(request.method, { ...(request.params as object), network });
    },
    signMessage: (params, context) => {
      refuseNetwork('signMessage', context);
      refuseWideText('signMessage', params);
      const network = context.network ?? 'mainnet';
      return wire('signMessage', {
        message: params.message,
        paymentType: paymentType(params, context),
        network,
      });
    },
    signPsbt: async (params, context) => {
      refuseNetwork('signPsbt', context);
      refuseWideText('signPsbt', params);
      if (isPhoneApp(context.provider)) refuseUnread('signPsbt', params);
      // Leather signs with the keys of the current account, and leaves inputs of others unsigned.
      await checkSigners(params, context);
      const named = getNamedInputs(params);
      const allowedSighash = sighashNumbers(params);
      return wire('signPsbt', {
        ...without(params, 'psbt', 'signInputs', 'allowedSighash'),
        ...networkField(context.network),
        hex: psbtToHex(params.psbt),
        ...(named && { signAtIndex: named.map(({ index }) => index) }),
        // Read by the phone app and newer extensions. Extensions up to 6.107 sign with the type in the PSBT.
        ...(allowedSighash && { allowedSighash }),
      });
    },
    stx_transferStx: adjusted('stx_transferStx', (params) => {
      const { amount, postConditions, postConditionMode: mode = 'deny' } = params;
      refuseRounding('stx_transferStx', amount);
      if (modeName(mode) !== 'deny') {
        const reason = 'Leather ignores it in a transfer, and builds deny';
        throw cannot('stx_transferStx', 'postConditionMode', mode, reason);
      }
      if (postConditions && postConditions.length > 0) {
        throw cannot(
          'stx_transferStx',
          'postConditions',
          postConditions,
          'Leather drops them from a transfer',
        );
      }
    }),
    stx_transferSip10Ft: tokenTransfer('stx_transferSip10Ft'),
    stx_transferSip9Nft: tokenTransfer('stx_transferSip9Nft'),
    stx_callContract: adjusted('stx_callContract'),
    stx_deployContract: adjusted('stx_deployContract'),
    stx_signTransaction: async (given, context) => {
      const { broadcast } = given;
      const params = without(given, 'broadcast');
      if (broadcast) {
        throw cannot(
          'stx_signTransaction',
          'broadcast',
          broadcast,
          'Leather signs but never broadcasts',
        );
      }
      await refuseUnreadable(params.transaction, context);
      return adjusted('stx_signTransaction')(params, context);
    },
    stx_signTransactions: 'missing',
    stx_signMessage: onMainnet(
      adjusted('stx_signMessage', ({ message }) => {
        if (message === '') {
          throw cannot(
            'stx_signMessage',
            'message',
            message,
            'Leather cannot show an empty message',
          );
        }
      }),
    ),
    stx_signStructuredMessage: onMainnet(adjusted('stx_signStructuredMessage')),
    stx_updateProfile: askedInExtension('stx_updateProfile', ({ profile }: UpdateProfileParams) =>
      wire('stx_updateProfile', { person: profile }),
    ),
  },
  // In Leather, -32000 is SERVER_ERROR; only 4001 is the user's rejection. 16 means that the page must connect
  // first, in versions after 6.73.
  errorCodes: {
    4001: JsonRpcErrorCode.UserRejection,
    [-32000]: JsonRpcErrorCode.InternalError,
    16: JsonRpcErrorCode.MethodAccessDenied,
  },
});
