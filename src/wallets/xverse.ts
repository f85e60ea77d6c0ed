import type { TransactionMethod } from '../stacks/unsigned-transaction.js';
import { cannotSend, clip, isJsonRpcError, JsonRpcErrorCode, keepArrays } from '../errors.js';
import { within } from '../lib/promises.js';
import { empty, read } from '../lib/safe-access.js';
import { unexpectedAnswer, type MethodName } from '../methods/index.js';
import {
  canBeOn,
  canonicalAddress,
  getAddressFormat,
  getNetwork,
  getNetworkFamily,
  isSameNetwork,
} from '../stacks/address.js';
import {
  pickAddresses,
  networkIn,
  provenNetwork,
  reportedNetwork,
  rowsIn,
} from '../accounts/addresses.js';
import { inputsByAddress } from './psbt.js';
import {
  omit,
  refuseReordered,
  refuseUnread,
  refuseUnreadTransactions,
  signSponsored,
  sip030,
} from './sip030.js';
import type { KnownCall, Send, Wallet, WalletAccount, WalletCall } from './wallet.js';
import { fordefiInfo, xverseInfo } from './catalog.js';
import { cannotSendOn } from './network-remedy.js';

/** Xverse. sats-connect publishes the schemas of its requests. */
export const xverse: Wallet = {
  ...xverseInfo,
  // Xverse sets no flag, but no other wallet has these two methods.
  matches: (provider, id) =>
    id === xverseInfo.info.id ||
    (typeof read(provider, 'signMultipleTransactions') === 'function' &&
      typeof read(provider, 'createRepeatInscriptions') === 'function'),
  supports,
  async request(call, send) {
    if (read(call.params, 'sponsored') === true) {
      return sponsored(call as KnownCall<TransactionMethod>, send);
    }
    if (!call.isKnown || call.method !== 'stx_deployContract') return request(call, send);
    return request(call, async (method, ...sent) => {
      if (method === call.method) await refuseWrongDeployment(call, send);
      return send(method, ...sent);
    });
  },
  // Its permission is for one account and one network: for another one it answers -32002 (read in the source of 0.54).
  askAccount: (send) =>
    within(send('wallet_getAccount'), QUESTION_LIMIT).catch((error: unknown) => {
      if (read(error, 'code') === JsonRpcErrorCode.MethodAccessDenied) throw error;
      return undefined;
    }),
  disconnect: (send) => send('wallet_disconnect'),
  get networks() {
    return [...NETWORKS, 'devnet'];
  },
  async changeNetwork(network, send) {
    try {
      await send('wallet_changeNetwork', { name: toXverseNetwork('switchNetwork', network) });
    } catch (error) {
      // It fails if it is on that network already.
      if (!isJsonRpcError(error) || error.code !== JsonRpcErrorCode.InvalidParams) throw error;
      const text = `${error.message} ${JSON.stringify(error.data, keepArrays)}`;
      if (!/already active/i.test(text)) throw error;
    }
    return withinLimit(send('wallet_getAccount'));
  },
};

/** Fordefi publishes no schema. It is treated like Xverse until more is known. */
export const fordefi: Wallet = {
  ...fordefiInfo,
  matches: (provider, id) => id === fordefiInfo.info.id || read(provider, 'isFordefi') === true,
  supports,
  request,
  // Inferred. A failure says nothing then.
  askAccount: (send) => withinLimit(send('wallet_getAccount')),
  disconnect: (send) => send('wallet_disconnect'),
};

/** No known version has them. The wallet is asked nevertheless, since a later version may have them. */
const MISSING: readonly MethodName[] = [
  'stx_getNetworks',
  'stx_updateProfile',
  'stx_transferSip10Ft',
  'stx_transferSip9Nft',
];
/** The methods that have a field for the network, or for which it does not matter. All others send none. */
const ANY_NETWORK =
  /^(?:(?:stx_)?getAddresses|stx_getNetworks|stx_updateProfile|getInfo|wallet_.*)$/;

function supports(method: MethodName, account: WalletAccount): boolean | string {
  if (MISSING.includes(method)) return false;
  const [network, current] = [account.network, account.reportedNetwork()];
  if (!ANY_NETWORK.test(method) && !isSameNetwork(network, current)) {
    return `the wallet is on ${current}, and its requests have no field for ${network}`;
  }
  return whyUnable(method, account) ?? true;
}

/** Why the account cannot use a method: no Bitcoin address, or a Ledger, which returns transactions unsigned (0.54). */
function whyUnable(method: string, { addresses }: WalletAccount): string | undefined {
  if (method === 'signMessage' && pickAddresses(addresses, 'BTC').length === 0) {
    return 'this wallet needs it, and the session holds no Bitcoin address; connect first';
  }
  return method === 'stx_signTransactions' &&
    addresses.some((row) => read(row, 'walletType') === 'ledger')
    ? 'with a Ledger this wallet returns it unsigned'
    : undefined;
}

async function request(call: WalletCall, send: Send): Promise<unknown> {
  if (!call.isKnown) {
    if (call.network !== undefined && !ANY_NETWORK.test(call.method)) {
      (await askNetwork(call, send))();
    }
    return sip030(call, send);
  }
  refuseReordered(call);
  // Neither Xverse (0.49 and 0.54) nor its schemas have a field for these.
  refuseUnread(call);
  if (read(call.params, 'sponsored') === true) {
    const reason = 'this wallet may ignore it: the user would pay';
    throw cannotSend(call.method, 'sponsored', true, reason);
  }
  switch (call.method) {
    case 'getAddresses':
    case 'stx_getAddresses':
      return connect(call, send);
    case 'stx_getAccounts':
      return getAccounts(call, send);
    case 'signMessage':
      return signMessage(call, send);
    case 'signPsbt':
      return signPsbt(call, send);
    case 'sendTransfer':
      return sendOnNetwork(call, send, {
        ...call.params,
        // The check allows at most 21 million bitcoin, which is a safe integer in satoshis.
        recipients: call.params.recipients.map((recipient) => ({
          ...recipient,
          amount: Number(recipient.amount),
        })),
      });
    case 'stx_transferStx': {
      const { postConditions = [], postConditionMode: mode } = call.params;
      if (postConditions.length > 0) {
        const reason = 'this wallet drops them from a transfer';
        throw cannotSend(call.method, 'postConditions', postConditions, reason);
      }
      const params = mode && { postConditionMode: mode === 'allow' ? 1 : 2 };
      // The mode of a transfer has no effect on the chain, either.
      const ignores = ['fee', 'nonce', 'postConditionMode'];
      return sendOnNetwork(call, send, { ...call.params, ...params }, ignores);
    }
    case 'stx_callContract': {
      // 0.49 reads only `arguments`; newer schemas prefer `functionArgs`. 0.54 uses the post-conditions and their
      // mode; 0.49 drops both and signs in Deny mode without any, so that a call that moves an asset aborts.
      const { functionArgs = [] } = call.params;
      const params = { ...call.params, functionArgs, arguments: functionArgs };
      return sendOnNetwork(call, send, params, ['fee', 'nonce']);
    }
    case 'stx_deployContract': {
      const { clarityVersion } = call.params;
      if (clarityVersion !== undefined) {
        const reason =
          'this wallet drops it and uses its own default (Clarity 3 in known versions)';
        throw cannotSend(call.method, 'clarityVersion', clarityVersion, reason);
      }
      return sendOnNetwork(call, send, call.params, ['fee', 'nonce']);
    }
    case 'stx_signTransaction':
      refuseUnreadTransactions(call);
      // Xverse broadcasts by default; SIP-030 does not.
      return sendOnNetwork(call, send, {
        ...call.params,
        broadcast: call.params.broadcast ?? false,
      });
    case 'stx_signTransactions': {
      const reason = whyUnable(call.method, call);
      if (reason) throw cannotSend(call.method, 'transactions', call.params.transactions, reason);
      refuseUnreadTransactions(call);
      return sendOnNetwork(call, send, call.params);
    }
    case 'stx_signMessage':
    case 'stx_signStructuredMessage': {
      // Some versions require the key that signs; others ignore it.
      const connectedKey = call.addresses.find(({ symbol }) => symbol === 'STX')?.publicKey;
      const publicKey = call.params.publicKey ?? connectedKey;
      return sendOnNetwork(call, send, { ...call.params, ...(publicKey && { publicKey }) });
    }
    case 'stx_transferSip10Ft':
    case 'stx_transferSip9Nft':
      return sendOnNetwork(call, send, call.params);
    case 'stx_getNetworks':
    case 'stx_updateProfile':
      return sip030(call, send);
    default:
      return call satisfies never;
  }
}

/** Sends a request that has no field for the network, if the wallet is on the requested one. */
async function sendOnNetwork(
  call: WalletCall,
  send: Send,
  params: object,
  ignores: readonly string[] = [],
): Promise<unknown> {
  (await askNetwork(call, send))();
  return send(call.method, params, { ignores });
}

/** Used for `getAddresses`, which in Xverse requires purposes and a connection. `wallet_connect` requires neither. */
function connect(
  { method, params = empty(), network }: KnownCall<'getAddresses' | 'stx_getAddresses'>,
  send: Send,
): Promise<unknown> {
  const { message } = params;
  const name = network === undefined ? undefined : toXverseNetwork(method, network);
  const sent = message === undefined && name === undefined ? undefined : { message, network: name };
  return send('wallet_connect', sent, { ignores: ['allowPolicyAccounts'] });
}

async function getAccounts(call: KnownCall<'stx_getAccounts'>, send: Send): Promise<unknown> {
  const checkNetwork = await askNetwork(call, send);
  checkNetwork();
  try {
    // Xverse refuses any params here.
    return await send('stx_getAccounts');
  } catch (error) {
    // It requires permission first, which `wallet_connect` asks for.
    if (read(error, 'code') !== JsonRpcErrorCode.MethodAccessDenied) throw error;
  }
  const connected = await send('wallet_connect');
  assertNetwork(call, reportedNetwork(connected) ?? checkNetwork());
  return send('stx_getAccounts');
}

async function signMessage(call: KnownCall<'signMessage'>, send: Send): Promise<unknown> {
  const { message, address, protocol } = call.params;
  const bitcoinRows = call.addresses.filter(({ symbol }) => symbol === 'BTC');
  const payment = bitcoinRows.find(({ purpose }) => purpose === 'payment') ?? bitcoinRows[0];
  const reason = address === undefined ? whyUnable('signMessage', call) : undefined;
  if (reason) throw cannotSend('signMessage', 'address', address, reason);
  const signer = address === undefined ? payment?.address : canonicalAddress(address);
  // Without a protocol, Xverse chooses one by the type of the account.
  const answer = await sendOnNetwork(call, send, { message, address: signer, protocol });
  const answered = read(answer, 'address');
  // An address of another account is an error, too, of which `signMessage` tells more.
  const isOtherAddress = answered !== signer && bitcoinRows.some((row) => row.address === answered);
  if (isOtherAddress) throw unexpectedAnswer(call, answer);
  return answer;
}

async function signPsbt(call: KnownCall<'signPsbt'>, send: Send): Promise<unknown> {
  const checkNetwork = await askNetwork(call, send);
  const current = checkNetwork();
  // If absent, one version crashes. If empty, Xverse signs nothing and reports success.
  const signInputs = await inputsByAddress(call, call.network ?? current);
  checkNetwork();
  const { broadcast = false } = call.params;
  const params = omit(call.params, 'allowedSighash');
  return send('signPsbt', { ...params, broadcast, signInputs });
}

/**
 * Xverse drops `sponsored` and makes the user pay. Its stx_signTransaction rebuilds a sponsored transfer or deployment
 * as one that the user pays (0.54); stx_signTransactions signs it unchanged.
 */
function sponsored(call: KnownCall<TransactionMethod>, send: Send): Promise<unknown> {
  refuseReordered(call);
  // Its version 0.54 has @stacks/transactions 7.0.6, which reads no transaction with the mode `originator`, or with
  // post-conditions of SIP-040 or SIP-045.
  refuseUnread(call);
  const reason = whyUnable('stx_signTransactions', call);
  if (reason) throw cannotSend(call.method, 'sponsored', true, reason);
  return signSponsored(call, 'stx_signTransactions', (signing) => request(signing, send));
}

/**
 * On mainnet, Xverse 0.54.2 builds a transaction for testnet, whose code is a token of its own request, and broadcasts it
 * (driven, November 2026). No later version was seen. The version is asked for without a window.
 *
 * @throws JsonRpcError -32602 for mainnet, or an unknown network, unless the version is a later one
 */
async function refuseWrongDeployment(call: WalletCall, send: Send): Promise<void> {
  const { addresses, network = call.reportedNetwork() } = call;
  const effectiveNetwork = network ?? getNetwork(pickAddresses(addresses, 'STX')[0]) ?? 'mainnet';
  if (getNetworkFamily(effectiveNetwork) !== 'mainnet') return;
  const assumed = { network: undefined };
  const version = read(await withinLimit(send('getInfo', undefined, { assumed })), 'version');
  if (isAfter(version, [0, 54, 2])) return;
  const which = typeof version === 'string' ? clip(version, 20) : 'an unknown version';
  const reason = `Xverse up to 0.54.2 builds a deployment of other code, for testnet; this is ${which}`;
  throw cannotSend(call.method, 'network', effectiveNetwork, reason);
}

/** True for a version after this one. False for anything that is not a version. */
function isAfter(version: unknown, other: readonly number[]): boolean {
  const parts = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})/.exec(String(version))?.slice(1).map(Number);
  const at = parts?.findIndex((part, index) => part !== other[index]) ?? -1;
  return at >= 0 && parts![at]! > other[at]!;
}

const NETWORKS = ['mainnet', 'testnet', 'testnet4', 'signet', 'regtest'];

/** The name in `wallet_connect`, with a capital letter. Its Regtest is the devnet of Stacks. */
function toXverseNetwork(method: string, network: string): string {
  const name = network === 'devnet' ? 'regtest' : network;
  if (NETWORKS.includes(name)) return name.charAt(0).toUpperCase() + name.slice(1);
  const supported = [...NETWORKS, 'devnet'];
  const reason = `this wallet supports ${supported.join(', ')}`;
  throw cannotSendOn(method, network, reason, { supported });
}

/** Milliseconds. A wallet answers a question without a window at once, unless the extension has to be started. */
const QUESTION_LIMIT = 3_000;

/**
 * The network that the wallet is on. It is asked, without a window, if the caller named a network and the wallet does not
 * report changes by events (that these report every change is inferred). Xverse refuses before a connection (-32002). That
 * Fordefi answers is inferred; if it does not, its network is not known and the request is refused.
 *
 * @returns a function that returns its network, as far as it is known, if that is the requested one now; throws if not
 */
async function askNetwork(call: WalletCall, send: Send): Promise<() => string | undefined> {
  const { network, isNetworkOrAccountNamed, isReportedNetworkCurrent } = call;
  const reported = call.reportedNetwork();
  const isCurrent = reported !== undefined && isReportedNetworkCurrent;
  let asked = reported;
  if (isNetworkOrAccountNamed && !isCurrent && network !== undefined && getNetworkFamily(network)) {
    const assumed = { network: reported ?? network };
    const question = send('wallet_getAccount', undefined, { assumed });
    const answer = await withinLimit(question);
    asked =
      answer === assumed
        ? assumed.network
        : // Without a name, mainnet is assumed; an address of another network takes precedence.
          provenNetwork(rowsIn(answer), networkIn(answer) ?? 'mainnet');
  }
  return () => {
    const now = call.reportedNetwork();
    return assertNetwork(call, now === reported ? asked : now);
  };
}

/** The answer to a question without a window; undefined if it fails or takes too long. */
const withinLimit = (answer: Promise<unknown>): Promise<unknown> =>
  within(answer, QUESTION_LIMIT).catch(() => undefined);

/**
 * The wallet must be on the requested network. If its network is not known, an address in the params is sufficient (a
 * wallet on another network refuses it); a name is not.
 */
function assertNetwork(call: WalletCall, current: string | undefined): string | undefined {
  const { method, network, isNetworkOrAccountNamed, addresses } = call;
  if (network === undefined) return current;
  if (current !== undefined && isSameNetwork(network, current)) return current;
  const refuse = (reason: string, instead: string) =>
    cannotSendOn(method, network, `${reason}; ${instead}`, { current, instead });
  const instead = `ask the user to choose ${network} in the wallet`;
  if (current !== undefined) {
    throw refuse(`the wallet is on ${current}, and its requests have no network`, instead);
  }
  // Before a connection the wallet does not report its network. stx_getAccounts is sent again after the connection.
  if (isNetworkOrAccountNamed && method !== 'stx_getAccounts') {
    const connected = pickAddresses(addresses, 'STX').length > 0;
    const reason = 'its requests have no network, and it did not report its own; connect first';
    throw cannotSendOn(method, network, reason, { connected });
  }
  const shown = getAddressFormat(addresses[0]?.address);
  if (!getNetworkFamily(network) || (shown && !canBeOn(shown, network))) {
    const reason =
      'the wallet is on the network of its addresses, and its requests have no network';
    throw refuse(reason, instead);
  }
  return current;
}
