import { invalidParams, JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { networkName } from '../lib/network.js';
import { isPlain } from '../lib/plain-data.js';
import { methodNames, methodOf, type MethodName } from '../methods/index.js';
import type { WalletProvider } from '../wire/provider.js';
import { catalog, type WalletName } from './catalog.js';
import { reportedNetwork } from './networks.js';
import { cannot, wire } from './outgoing.js';
import type { Incoming, Outgoing, RequestContext, Wallet, WireRequest } from './wallet.js';

/** A step of a table, whichever method it is for. */
type Step = (params: object, context: RequestContext) => WireRequest | Promise<WireRequest>;

/**
 * How a wallet answers a method: as SIP-030 says; not at all; or asked with params of its own. Each method is
 * listed: a new one does not compile until every wallet says how it answers.
 */
export type Answers = {
  readonly [M in MethodName]: 'standard' | 'missing' | NonNullable<Outgoing[M]>;
};

/** What a wallet's own file says of it; its row of the catalog says the rest. */
interface OwnPart extends Omit<Wallet, 'info' | 'create' | 'matches' | 'outgoing' | 'incoming'> {
  readonly answers: Answers;
  /** True for its provider, also where that is not found under its id. Never throws. */
  readonly isOwn?: (provider: WalletProvider) => boolean;
}

/** A wallet of the catalog. */
export function walletWith(name: WalletName, { isOwn, ...wallet }: OwnPart): Wallet {
  const row: Pick<Wallet, 'info' | 'create'> = catalog[name];
  return tableOf({
    ...row,
    matches: (provider, id) => id === row.info.id || isOwn?.(provider) === true,
    ...wallet,
  });
}

/** Results are read as those of SIP-030 are. */
function tableOf({
  answers,
  ...wallet
}: Omit<Wallet, 'outgoing' | 'incoming'> & { readonly answers: Answers }): Wallet {
  const outgoing: Record<string, Step> = {};
  for (const [method, answer] of Object.entries(answers) as [
    MethodName,
    'standard' | 'missing' | Step,
  ][]) {
    const step = typeof answer === 'string' ? STEPS[answer](method) : answer;
    if (step) outgoing[method] = step;
  }
  return { reportedNetwork, ...wallet, outgoing, incoming };
}

/** The params as SIP-030 writes them; undefined for a method that takes them as they are. */
export function writeStandard(method: MethodName): Step | undefined {
  const write = methodOf(method)?.write;
  return write && ((params, { network }) => wire(method, write(params, network)));
}

const STEPS: Readonly<Record<'standard' | 'missing', (method: MethodName) => Step | undefined>> = {
  standard: writeStandard,
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

/** What SIP-030 has. */
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
  stx_signMessage: 'standard',
  stx_signStructuredMessage: 'standard',
  stx_updateProfile: 'standard',
};

/** A wallet that keeps to SIP-030. */
export const standard: Wallet = tableOf({
  info: { id: 'standard', name: 'Wallet' },
  matches: () => true,
  answers: sip030,
  errorCodes: {},
});

/**
 * True where the network of the options is meant for the params of a method that no table adjusts: one that
 * this library does not know, or any with `enableOverrides: false`.
 *
 * @throws JsonRpcError -32602 where the params hold another value in its place that is no name
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
 * The params as they are, with the network of the options where {@link addsNetwork} says so.
 *
 * @throws JsonRpcError -32602 where the params are no object that a network could be added to
 */
export function withNetwork(method: string, params: unknown, network: string | undefined): unknown {
  if (network === undefined || !addsNetwork(method, params, network)) return params;
  if (params !== undefined && params !== null && !isPlain(params)) {
    throw cannot(method, 'network', network, 'its params are not an object that could hold it');
  }
  return { ...params, network: networkName(network) };
}

/** `enableOverrides: false`: nothing is adjusted, whichever wallet it is. */
export const unadjusted = {
  __proto__: null,
  info: standard.info,
  matches: () => false,
  outgoing: {},
  incoming: {},
  errorCodes: {},
  reportedNetwork,
} as unknown as Wallet;
