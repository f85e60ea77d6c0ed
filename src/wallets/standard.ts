import { invalidParams, JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { normalizeNetwork } from '../stacks/network.js';
import { isPlain } from '../lib/plain-data.js';
import { methodNames, methodOf, type MethodName } from '../methods/index.js';
import type { WalletProvider } from './provider.js';
import { reportedNetwork } from './networks.js';
import { cannot, refuseUnread, wire } from './outgoing.js';
import type {
  Incoming,
  KnownWallet,
  Outgoing,
  RequestContext,
  Wallet,
  WireRequest,
} from './wallet.js';

/** A member of {@link Answers}, for any method. */
type Answer = 'standard' | 'missing' | Step | { readonly asked: 'standard' | Step };

/** A function of {@link Outgoing}, for any method. */
type Step = (params: object, context: RequestContext) => WireRequest | Promise<WireRequest>;

/** How a method is sent: as in SIP-030, or with the wallet's own params. */
type Sent<M extends MethodName> = 'standard' | NonNullable<Outgoing[M]>;

/**
 * How a wallet supports each method. `missing`: it does not have it, and is not asked. `asked`: no known version has
 * it, but the wallet is asked, since a later version may have it. All methods are listed, so that a new one does not
 * compile until every wallet has an entry for it.
 */
export type Answers = {
  readonly [M in MethodName]: Sent<M> | 'missing' | { readonly asked: Sent<M> };
};

/** The definition in a wallet's file. */
interface Definition
  extends
    KnownWallet,
    Omit<Wallet, keyof KnownWallet | 'matches' | 'outgoing' | 'incoming' | 'lacks'> {
  readonly answers: Answers;
  /** True for the wallet's provider, even if it is found under another id. Never throws. */
  readonly isOwn?: (provider: WalletProvider) => boolean;
}

/** Defines a known wallet. */
export function defineWallet({ isOwn, ...wallet }: Definition): Wallet {
  const { id } = wallet.info;
  const matches: Wallet['matches'] = (provider, at) => at === id || isOwn?.(provider) === true;
  return tableOf({ matches, ...wallet });
}

/** Creates the wallet of a definition. Results are read as in SIP-030. */
function tableOf({
  answers,
  ...wallet
}: Omit<Wallet, 'outgoing' | 'incoming'> & { readonly answers: Answers }): Wallet {
  const outgoing: Record<string, Step> = {};
  const lacks: MethodName[] = [];
  for (const [method, answer] of Object.entries(answers) as [MethodName, Answer][]) {
    const sent = typeof answer === 'object' ? answer.asked : answer;
    const step = typeof sent === 'string' ? STEPS[sent](method) : sent;
    if (step) outgoing[method] = step;
    if (sent !== answer || answer === 'missing') lacks.push(method);
  }
  return { reportedNetwork, ...wallet, outgoing, incoming, lacks };
}

/** Refuses what a wallet that conforms to SIP-030 is not known to read, and sends the rest as in SIP-030. */
function standardStep(method: MethodName): Step | undefined {
  const write = writeStandard(method);
  return (
    write &&
    ((params, context) => {
      refuseUnread(method, params);
      return write(params, context);
    })
  );
}

/** Converts params to the format of SIP-030. Undefined for a method whose params are sent unchanged. */
export function writeStandard(method: MethodName): Step | undefined {
  const write = methodOf(method)?.write;
  return write && ((params, { network }) => wire(method, write(params, network)));
}

const STEPS: Readonly<Record<'standard' | 'missing', (method: MethodName) => Step | undefined>> = {
  standard: standardStep,
  missing: (method) => () => {
    throw new JsonRpcError(
      JsonRpcErrorCode.MethodNotFound,
      `${method}: this wallet does not have this method.`,
    );
  },
};

const incoming = Object.fromEntries(
  methodNames.map((method) => [method, methodOf(method)?.read]),
) as Incoming;

/** The methods of SIP-030. */
export const sip030: Answers = {
  getAddresses: 'standard',
  sendTransfer: 'standard',
  signMessage: 'missing',
  signPsbt: 'standard',
  stx_getAddresses: 'standard',
  stx_getAccounts: 'standard',
  stx_getNetworks: 'standard',
  stx_transferStx: 'standard',
  stx_transferSip10Ft: 'standard',
  stx_transferSip9Nft: 'standard',
  stx_callContract: 'standard',
  stx_deployContract: 'standard',
  stx_signTransaction: 'standard',
  stx_signTransactions: 'standard',
  stx_signMessage: 'standard',
  stx_signStructuredMessage: 'standard',
  stx_updateProfile: 'standard',
};

/** The fields that SIP-030 does not have: they are not sent, or have no effect. */
export const notInSip030 = {
  getAddresses: ['message'],
  stx_getAddresses: ['message'],
  stx_signMessage: ['publicKey'],
  stx_signStructuredMessage: ['publicKey'],
} as const;

/** A wallet that conforms to SIP-030. */
export const standard: Wallet = tableOf({
  info: { id: 'standard', name: 'Wallet' },
  matches: () => true,
  answers: sip030,
  ignores: notInSip030,
  unknownSupport: ['stx_signTransactions'],
  errorCodes: {},
});

/**
 * True if the network of the options has to be added to the params of a method that is not adjusted for the
 * wallet: an unknown method, or any method with `enableOverrides: false`.
 *
 * @throws JsonRpcError -32602 if the params have a `network` that is not a name
 */
export function addsNetwork(method: string, params: unknown, network: string | undefined): boolean {
  const known = methodOf(method);
  const hasField = !known || known.write !== undefined;
  if (network === undefined || !hasField) return false;
  const own = isPlain(params) ? params['network'] : undefined;
  if (own === undefined || own === null) return true;
  if (typeof own !== 'string' || own === '') {
    throw invalidParams(method, 'network', own, 'the name of a network');
  }
  return false;
}

/**
 * The params with the network of the options, if {@link addsNetwork} returns true; else unchanged.
 *
 * @throws JsonRpcError -32602 if the params are not an object
 */
export function withNetwork(method: string, params: unknown, network: string | undefined): unknown {
  if (network === undefined || !addsNetwork(method, params, network)) return params;
  if (params !== undefined && params !== null && !isPlain(params)) {
    throw cannot(method, 'network', network, 'the params are not an object to add it to');
  }
  return { ...params, network: normalizeNetwork(network) };
}

/** For `enableOverrides: false`: nothing is adjusted for any wallet. */
export const unadjusted = {
  __proto__: null,
  info: standard.info,
  matches: () => false,
  outgoing: {},
  incoming: {},
  errorCodes: {},
  reportedNetwork,
} as unknown as Wallet;
