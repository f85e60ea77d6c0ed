import { JsonRpcErrorCode } from '../errors.js';
import { isSameNetwork } from '../stacks/network.js';
import { mergeOptions } from '../lib/read-options.js';
import { isRecord } from '../lib/safe-access.js';
import { methodOf, nearMethod } from '../methods/index.js';
import { knownWallets } from '../wallets/catalog.js';
import { walletFor } from '../wallets/index.js';
import type { MethodName } from '../methods/index.js';
import type { Wallet } from '../wallets/wallet.js';
import type { WalletProvider } from '../wallets/provider.js';
import { checkCall } from './check-params.js';
import { toJsonRpcError } from './normalize-error.js';
import {
  builtCall,
  contextOf,
  planOf,
  planRequest,
  verificationOf,
  wireOf,
  type PlanDeps,
} from './prepared-request.js';
import type { Explanation, RequestOptions, Support, Targeted } from './types.js';
import { copyParams, readRequestOptions } from './read-input.js';
import type { ChoiceDeps } from './choice.js';
import { getKnownWallet } from './session.js';
import { asksNetwork } from './wallet-network.js';

/** The dependencies of a request. Not imported from `request.ts`, because that module loads this one. */
export type OnDemandDeps = ChoiceDeps & PlanDeps;

/** Stands for a wallet that is not installed. It is never asked. */
const NOT_INSTALLED: WalletProvider = {
  request: () => Promise.reject(new Error('This wallet is not installed.')),
};

/** For every known wallet, runs the steps of a request that do not ask the wallet. */
export async function explain(
  deps: OnDemandDeps,
  defaults: RequestOptions | undefined,
  method: string,
  params?: unknown,
  given?: RequestOptions,
): Promise<readonly Explanation[]> {
  const options = optionsOf('explain', defaults, given);
  const { discovery, session, wallets = [] } = deps;
  const { installed } = discovery.list(options);
  const listed = [...installed, ...[...wallets, ...knownWallets].map(({ info }) => info)];
  const byId = new Map(listed.map((info) => [info.id, info] as const));
  const { wallet: current } = session;
  return Promise.all(
    [...byId.values()].map(async ({ id, name }) => {
      const provider = discovery.provider(id);
      const target = { provider: provider ?? NOT_INSTALLED, id };
      return {
        providerId: id,
        name,
        installed: provider !== undefined,
        connected: session.state.status === 'connected' && current?.id === id,
        ...(await outcomeOf(deps, options, { method, params, target })),
      };
    }),
  );
}

type Outcome = Pick<Explanation, 'outcome' | 'request' | 'error' | 'ignores' | 'assumedNetwork'>;

async function outcomeOf(
  deps: OnDemandDeps,
  options: RequestOptions,
  { method, params: given, target }: Omit<Targeted, 'network'>,
): Promise<Outcome> {
  let assumed: Pick<Outcome, 'assumedNetwork'> = {};
  try {
    const params = copyParams(method, given);
    let call: Targeted = { method, params, target, network: checkCall(method, params, options) };
    for (;;) {
      const plan = await planRequest(deps, options, call);
      const { wallet, context: known } = plan;
      let context = known;
      if (plan.comparesNetwork && asksNetwork(deps.session, known)) {
        const walletNetwork = known.walletNetwork ?? known.network;
        context = { ...known, walletNetwork };
        assumed = walletNetwork === undefined ? {} : { assumedNetwork: walletNetwork };
      }
      const built = await builtCall(plan, context);
      if (built) {
        call = { ...call, network: plan.network, ...built };
        continue;
      }
      await verificationOf(plan, context);
      const request = await wireOf(plan, context);
      const outcome = lacks(wallet, call.method) ? 'unsupported' : 'sent';
      return { outcome, request, ignores: ignoredFields(wallet, call), ...assumed };
    }
  } catch (thrown) {
    const error = toJsonRpcError(thrown);
    const isMissing = error.code === JsonRpcErrorCode.MethodNotFound;
    return { outcome: isMissing ? 'unsupported' : 'refused', error, ignores: [], ...assumed };
  }
}

const lacks = (wallet: Wallet, method: string) =>
  wallet.lacks?.includes(method as MethodName) === true;

function ignoredFields({ ignores = {} }: Wallet, { method, params }: Targeted): readonly string[] {
  const fields = Object.hasOwn(ignores, method) ? (ignores[method as MethodName] ?? []) : [];
  return isRecord(params) ? fields.filter((field) => params[field] !== undefined) : [];
}

/** Whether the wallet of the session, or that of the options, supports a method. */
export function supports(
  deps: OnDemandDeps,
  defaults: RequestOptions | undefined,
  method: string,
  given?: RequestOptions,
): Support {
  const options = optionsOf('supports', defaults, given);
  const target = getKnownWallet(deps, 'supports', options);
  if (!target) return { supported: undefined, reason: 'No wallet is connected.' };
  const { provider, id } = target;
  const wallet = walletFor(provider, id, deps.wallets);
  const { name } = deps.discovery.list().installed.find((each) => each.id === id) ?? wallet.info;
  const found = { name, ...(id !== undefined && { providerId: id }) };
  if (!methodOf(method)) {
    const near = nearMethod(method);
    const hint = near ? ` Did you mean "${near}"?` : '';
    return {
      ...found,
      supported: undefined,
      reason: `${method} is not a method of this library.${hint}`,
    };
  }
  if (wallet.unknownSupport?.includes(method as MethodName)) {
    return {
      ...found,
      supported: undefined,
      reason: `It is not known whether ${name} has ${method}.`,
    };
  }
  const reason = whyNot(deps, options, wallet, {
    method,
    params: {},
    target,
    network: options.network,
  });
  return reason === undefined
    ? { ...found, supported: true }
    : { ...found, supported: false, reason: `${name}: ${reason}.` };
}

function whyNot(
  deps: OnDemandDeps,
  options: RequestOptions,
  wallet: Wallet,
  call: Targeted,
): string | undefined {
  const { method } = call;
  if (lacks(wallet, method)) return `this wallet does not have ${method}`;
  const { comparesNetwork } = planOf(deps, options, call);
  const { network, walletNetwork } = contextOf(deps, options, call);
  if (comparesNetwork && !isSameNetwork(network, walletNetwork)) {
    return `the wallet is on ${walletNetwork}, and its requests have no field for ${network}`;
  }
  return wallet.unable?.(method, contextOf(deps, options, call));
}

/** The options of a call, with the defaults of the client. */
export function optionsOf(
  caller: string,
  defaults: RequestOptions | undefined,
  given: RequestOptions | undefined,
): RequestOptions {
  return mergeOptions<RequestOptions>(defaults, readRequestOptions(caller, given));
}
