import type { TransactionMethod } from '../stacks/unsigned-transaction.js';
import { cannotSend, JsonRpcErrorCode, keepArrays } from '../errors.js';
import { getNamedInputs, psbtToHex } from '../bitcoin/psbt-params.js';
import { attempt, getMethod, read } from '../lib/safe-access.js';
import { findMethod, type MethodName } from '../methods/index.js';
import { canonicalAddress, getAddressFormat, isMultisig } from '../stacks/address.js';
import { type AddressEntry, pickAddresses } from '../accounts/addresses.js';
import { leatherInfo } from './catalog.js';
import { cannotSendOn } from './network-remedy.js';
import type {
  WalletProvider,
  KnownCall,
  Send,
  Wallet,
  WalletAccount,
  WalletCall,
} from './wallet.js';
import { checkSigners, findBitcoinRows, sighashNumbers } from './psbt.js';
import {
  isOneOf,
  missing,
  NOT_STANDARD,
  omit,
  refuseReordered,
  refuseUnread,
  READABLE_CLARITY,
  refuseUnreadTransactions,
  signSponsored,
  sip030,
  toContractCall,
  type Newer,
} from './sip030.js';

export const leather: Wallet = {
  ...leatherInfo,
  matches: (provider, id) => id === leatherInfo.info.id || read(provider, 'isLeather') === true,
  supports: (method, account) =>
    MISSING.includes(method) ? false : (findPolicyFault(method, account) ?? true),
  async request(call, sendUnmapped) {
    const send: Send = (method, params, about) =>
      sendUnmapped(method, params, { ...about, errorCodes: ERROR_CODES });
    const isPhone = getVersion(call.provider) === PHONE_VERSION;
    // The phone app never answers a method that it does not have. The extension answers with an error.
    const isMissing = MISSING.includes(call.method as MethodName);
    if (isPhone && (call.isKnown ? isMissing : !PHONE_METHODS.includes(call.method))) {
      throw missing(call.method, 'the phone app of Leather');
    }
    if (!call.isKnown) return sip030(call, send);
    const fault = findPolicyFault(call.method, call);
    if (fault) throw cannotSend(call.method, 'address', call.addresses[0]?.address, fault);
    refuseReordered(call);
    if (read(call.params, 'sponsored') === true) {
      return sponsored(call as KnownCall<TransactionMethod>, sendUnmapped);
    }
    const { provider } = call;
    // The phone app never answers a request with the mode `originator`; the extension before 6.102 answers -32602.
    const reads: readonly Newer[] = isPhone
      ? []
      : ['descriptor', 'originator', ...readsOf(provider)];
    refuseUnread(call, reads, isPhone ? undefined : UNREADABLE);
    refuseLost(call);
    switch (call.method) {
      case 'sendTransfer':
        return sendTransfer(call, send);
      case 'signMessage':
        return signMessage(call, send);
      case 'signPsbt':
        return signPsbt(call, send);
      case 'stx_transferStx':
        return transferStx(call, send);
      case 'stx_transferSip10Ft':
      case 'stx_transferSip9Nft':
        // Leather's own methods (6.73.4) read the base units of a SIP-010 token as whole STX in their total, so that most
        // amounts cannot be approved; they round amounts above 2^53, drop the memo and the post-conditions, and do not take
        // a contract as the recipient.
        return send('stx_callContract', toContractCall(call).params, {
          ignores: ['fee', 'nonce'],
        });
      case 'stx_callContract':
      case 'stx_deployContract':
        return send(call.method, call.params, { ignores: ['fee', 'nonce'] });
      case 'stx_signTransaction':
        return signTransaction(call, send);
      case 'stx_signMessage':
      case 'stx_signStructuredMessage': {
        if (call.params.message === '') {
          throw cannotSend(call.method, 'message', '', 'Leather cannot show an empty message');
        }
        // Without a network, Leather's window for a message shows "Testnet".
        const params = { ...omit(call.params, 'publicKey'), ...onMainnet(call) };
        return send(call.method, params, { ignores: ['publicKey'] });
      }
      case 'stx_signTransactions':
        throw missing(call.method);
      case 'stx_updateProfile':
        return send(call.method, { person: call.params.profile });
      case 'getAddresses':
      case 'stx_getAddresses': {
        // The phone app has no multisig accounts, and does not answer what its schemas do not have.
        const ignores = isPhone ? NOT_STANDARD : ['message'];
        return send(call.method, withoutFields(call.params, ignores), { ignores });
      }
      case 'stx_getAccounts':
      case 'stx_getNetworks':
        return sip030(call, send);
      default:
        return call satisfies never;
    }
  },
};

/**
 * Why a multisig account (a "policy account", in versions after 6.107) cannot use a method: Leather refuses it without a
 * window (leather-io/mono, September 2026). A transfer of bitcoin and a call of a contract are proposed to the other
 * signers, and a transaction or a PSBT is signed with one more key.
 */
function findPolicyFault(
  method: string,
  { addresses }: Pick<WalletAccount, 'addresses'>,
): string | undefined {
  const definition = findMethod(method);
  if (!isPolicy(addresses) || MISSING.includes(method as MethodName)) return undefined;
  if (definition === undefined || definition.kind === 'addresses' || definition.kind === 'read')
    return undefined;
  const [symbol, chain] = definition.chain === 'stacks' ? (['STX', 'Stacks'] as const) : (['BTC', 'Bitcoin'] as const); // prettier-ignore
  if (pickAddresses(addresses, symbol).length === 0) {
    return `the connected multisig account has no address on ${chain}`;
  }
  return NOT_FOR_POLICIES.includes(method)
    ? 'Leather refuses it for a multisig account, whose other signers it cannot ask'
    : undefined;
}

const isPolicy = (addresses: readonly AddressEntry[]): boolean =>
  addresses.some(({ address }) => isMultisig(address));

/** The params without some fields; undefined if no other has a value. */
function withoutFields(params: object | undefined, fields: readonly string[]): object | undefined {
  const rest = omit<Record<string, unknown>>({ ...params }, ...fields);
  return Object.entries(rest).some(([, value]) => value !== undefined) ? rest : undefined;
}

const NOT_FOR_POLICIES: readonly string[] = [
  ...['signMessage', 'stx_signMessage', 'stx_signStructuredMessage'],
  ...['stx_transferStx', 'stx_deployContract'],
];

/** No known version has them. */
const MISSING: readonly MethodName[] = [
  'stx_getAccounts',
  'stx_getNetworks',
  'stx_updateProfile',
  'stx_signTransactions',
];

/** Methods that the phone app answers besides those of this library (2.104). It never answers any other. */
const PHONE_METHODS: readonly string[] = ['getInfo', 'supportedMethods'];

/**
 * In Leather, -32000 is SERVER_ERROR; only 4001 is the user's rejection. 16 means that the page must connect first, in
 * versions after 6.73.
 */
const ERROR_CODES = {
  4001: JsonRpcErrorCode.UserRejection,
  [-32000]: JsonRpcErrorCode.InternalError,
  16: JsonRpcErrorCode.MethodAccessDenied,
};

/** Leather silently uses mainnet for any other name: it signs and broadcasts there. */
const NETWORKS = [
  ...['mainnet', 'testnet', 'testnet4', 'signet'],
  ...['sbtcTestnet', 'sbtcDevenv', 'devnet'],
];
/** The list for `stx_signMessage`. Leather 6.73 also supports `mocknet`; newer versions refuse it for every method. */
const MESSAGE_NETWORKS = ['mainnet', 'testnet', 'devnet'];

/** What the phone app reports as its version. */
const PHONE_VERSION = 'version';

/** The version that Leather reports, which is a number as a text in the extension (inferred). */
function getVersion(provider: WalletProvider): string {
  const reporting = provider as WalletProvider & { getProductInfo?(): unknown };
  const info = attempt(() => getMethod(reporting, 'getProductInfo')?.());
  const version = read(info, 'version');
  return typeof version === 'string' ? version : '';
}

/** True for a version of the extension of at least 6.`least`. */
function isFrom(provider: WalletProvider, least: number): boolean {
  const [major = 0, minor = 0] = getVersion(provider).split('.').map(Number);
  return major > 6 || (major === 6 && minor >= least);
}

/**
 * True if Leather reads transactions with the post-condition mode `originator` and the condition `maybe-sent`, or of
 * Clarity 4 and 5: with @stacks/transactions 7.4, which is in the extension since its build 6.102.0. With 7.0.5, as in
 * 6.73.4, its window crashes, and answers only when the user closes it.
 */
const readsNewTransactions = (provider: WalletProvider): boolean => isFrom(provider, 102);

/**
 * The post-conditions on staking need @stacks/transactions 7.5, of 17 July 2026. It is inferred that the extension has it
 * after 6.107, of 23 July 2026, the last version whose date is known.
 */
const readsOf = (provider: WalletProvider): readonly Newer[] => [
  ...(readsNewTransactions(provider) ? (['originator', 'maybe-sent'] as const) : []),
  ...(isFrom(provider, 108) ? (['staking-postcondition', 'pox-postcondition'] as const) : []),
];

const newestClarity = (provider: WalletProvider): number =>
  readsNewTransactions(provider) ? 5 : READABLE_CLARITY;

const UNREADABLE = 'this version of Leather is not known to read it in a transaction';

/**
 * No version of Leather sponsors a transaction itself. The phone app (2.76) ignores `sponsored`, and the user would
 * pay. The extension (6.73 and newer) tries to broadcast after its answer, although the sponsor has not signed. It
 * never broadcasts what stx_signTransaction signs; newer versions set their own nonce and the sponsor's fee there.
 */
function sponsored(call: KnownCall<TransactionMethod>, send: Send): Promise<unknown> {
  refuseUnread(call, readsOf(call.provider), UNREADABLE);
  const version = read(call.params, 'clarityVersion');
  if (Number(version) > newestClarity(call.provider)) {
    throw cannotSend(call.method, 'clarityVersion', version, UNREADABLE);
  }
  return signSponsored(call, 'stx_signTransaction', (signing) => leather.request(signing, send));
}

async function signTransaction(
  call: KnownCall<'stx_signTransaction'>,
  send: Send,
): Promise<unknown> {
  const { method, params, provider } = call;
  const { broadcast } = params;
  if (broadcast) throw cannotSend(method, 'broadcast', true, 'Leather signs but never broadcasts');
  refuseUnreadTransactions(call, readsOf(provider), newestClarity(provider), UNREADABLE);
  return send(method, omit(params, 'broadcast'));
}

/** Refuses what Leather would drop, misread or never answer. */
function refuseLost(call: KnownCall): void {
  const { method, params, network } = call;
  const isBitcoinKey = method === 'signMessage' || method === 'signPsbt';
  const bitcoinAddresses = isBitcoinKey ? pickAddresses(call.addresses, 'BTC') : [];
  if (network === undefined && bitcoinAddresses.length > 0 && findBitcoinRows(call).length === 0) {
    const reason = `Leather signs for mainnet then, and the connected account is ${bitcoinAddresses.join(', ')}`;
    throw cannotSend(method, 'network', network, reason);
  }
  const networks = method === 'stx_signMessage' ? MESSAGE_NETWORKS : NETWORKS;
  if (network !== undefined && !networks.includes(network)) {
    const reason = `Leather supports ${networks.join(', ')}, and uses mainnet for any other name`;
    throw cannotSendOn(method, network, reason, { supported: networks });
  }
  for (const [field, value] of Object.entries(params ?? {})) {
    // The memo of a token is sent as hex, and the `message` of a request for addresses is not sent.
    if (
      value === undefined ||
      method === 'stx_signMessage' ||
      (field === 'memo' && method !== 'stx_transferStx') ||
      (field === 'message' && isOneOf(call, ['getAddresses', 'stx_getAddresses']))
    )
      continue;
    // Leather 6.73 encodes requests with `btoa`, and never answers one with a character above U+00FF.
    if (/[^\0-\xff]/.test(JSON.stringify(value, keepArrays))) {
      const reason = 'Leather never answers a request with characters above U+00FF';
      throw cannotSend(method, field, value, reason);
    }
  }
}

const onMainnet = ({ network = 'mainnet' }: WalletCall) => ({ network });

function sendTransfer(call: KnownCall<'sendTransfer'>, send: Send): Promise<unknown> {
  const { params, network } = call;
  const isTest = ({ address }: { address: string }) =>
    getAddressFormat(address)?.network === 'test';
  // A base58 address of a test network does not show which one, and no network means mainnet.
  if (network === undefined && params.recipients.some(isTest)) {
    const reason = 'an address is on a test network; name the network';
    throw cannotSend(call.method, 'network', undefined, reason);
  }
  // Leather's published schema requires the network.
  return send(call.method, { ...params, ...onMainnet(call) });
}

function signMessage(call: KnownCall<'signMessage'>, send: Send): Promise<unknown> {
  const { message } = call.params;
  return send('signMessage', { message, paymentType: paymentType(call), ...onMainnet(call) });
}

/**
 * The type of the address whose key signs a message. Leather has no field for the address: it signs for the
 * first address of this type in the current account.
 */
function paymentType({ params }: KnownCall<'signMessage'>): 'p2wpkh' | 'p2tr' {
  const { address, protocol } = params;
  const refuse = (field: string, value: unknown, reason: string) =>
    cannotSend('signMessage', field, value, reason);
  if (protocol === 'ECDSA') throw refuse('protocol', protocol, 'Leather supports only BIP-322');
  if (address === undefined) return 'p2wpkh';
  const written = canonicalAddress(address);
  if (/^(?:bc|tb|bcrt)1q.{38}$/.test(written)) return 'p2wpkh';
  if (/^(?:bc|tb|bcrt)1p/.test(written)) return 'p2tr';
  throw refuse('address', address, 'Leather signs only for native SegWit and Taproot addresses');
}

async function signPsbt(call: KnownCall<'signPsbt'>, send: Send): Promise<unknown> {
  const { params } = call;
  if (params.descriptor === undefined && isPolicy(call.addresses)) {
    const reason = 'Leather needs the descriptor of a multisig account, which is in its address';
    throw cannotSend('signPsbt', 'descriptor', undefined, reason);
  }
  // Leather signs with the keys of the current account, and leaves inputs of others unsigned.
  await checkSigners(call);
  const named = getNamedInputs(params);
  const allowedSighash = sighashNumbers(params);
  return send('signPsbt', {
    ...omit(params, 'psbt', 'signInputs', 'allowedSighash'),
    hex: psbtToHex(params.psbt),
    ...(named && { signAtIndex: named.map(({ index }) => index) }),
    // Read by the phone app and newer extensions. Extensions up to 6.107 sign with the type in the PSBT.
    ...(allowedSighash && { allowedSighash }),
  });
}

function transferStx(call: KnownCall<'stx_transferStx'>, send: Send): Promise<unknown> {
  const { amount, postConditions = [], postConditionMode: mode = 'deny' } = call.params;
  const cannot = (field: string, value: unknown, reason: string) =>
    cannotSend('stx_transferStx', field, value, reason);
  // Leather converts an amount to a number, which rounds amounts above 2^53.
  if (!Number.isSafeInteger(Number(amount))) {
    throw cannot('amount', amount, `Leather would round amounts above ${Number.MAX_SAFE_INTEGER}`);
  }
  if (mode !== 'deny') {
    throw cannot('postConditionMode', mode, 'Leather ignores it in a transfer, and builds deny');
  }
  if (postConditions.length > 0) {
    throw cannot('postConditions', postConditions, 'Leather drops them from a transfer');
  }
  return send(call.method, call.params, { ignores: ['fee', 'nonce'] });
}
