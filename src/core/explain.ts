import { JsonRpcErrorCode } from '../errors.js';
import { bare, read } from '../lib/safe-access.js';
import { findMethod, findNearMethod, type MethodName } from '../methods/index.js';
import { knownWallets } from '../wallets/catalog.js';
import { findWallet } from '../wallets/index.js';
import type { WalletProvider, Send } from '../wallets/wallet.js';
import type { ChoiceDeps } from './choice.js';
import { checkParams, type CheckedParams } from './params.js';
import { toJsonParams, toJsonRpcError } from './raw.js';
import { findRequestedWallet } from './session.js';
import type { Explanation, RequestOptions, Support, PageWallet } from './types.js';
import { createCall, type WalletCallDeps } from './wallet-call.js';

/** Those of a request, which loads this module. */
type ExplainDeps = ChoiceDeps & WalletCallDeps;

/** Stands for a wallet that is not installed. It is never asked. */
const NOT_INSTALLED: WalletProvider = {
  request: () => Promise.reject(new Error('This wallet is not installed.')),
};

/** For every known wallet, makes the request, with a `send` that records what it is given and stops there. */
export async function explain(
  deps: ExplainDeps,
  options: RequestOptions,
  method: string,
  copying: Promise<unknown>,
): Promise<readonly Explanation[]> {
  const { discovery, session } = deps;
  const { installed } = discovery.list(options);
  const listed = [...installed, ...[...deps.getWallets(), ...knownWallets].map(({ info }) => info)];
  const byId = new Map(listed.map((info) => [info.id, info] as const));
  const { addresses } = session.state;
  const checking = copying.then((params) => checkParams(method, params, options, addresses));
  return Promise.all(
    [...byId.values()].map(async ({ id, name }) => {
      const provider = discovery.provider(id);
      return {
        providerId: id,
        name,
        installed: provider !== undefined,
        connected: session.state.status === 'connected' && session.followWallet()?.id === id,
        ...(await explainFor(deps, options, checking, { provider: provider ?? NOT_INSTALLED, id })),
      };
    }),
  );
}

type WalletExplanation = Pick<
  Explanation,
  'outcome' | 'request' | 'error' | 'ignores' | 'assumedNetwork'
>;

async function explainFor(
  deps: ExplainDeps,
  options: RequestOptions,
  checking: Promise<CheckedParams>,
  pageWallet: PageWallet,
): Promise<WalletExplanation> {
  let recorded: { readonly method: string; readonly params?: unknown } | undefined;
  let ignores: readonly string[] = [];
  let assumed: Pick<WalletExplanation, 'assumedNetwork'> = {};
  try {
    const checked = await checking;
    const { wallet, call } = await createCall(deps, options, checked, pageWallet, options.signal);
    const send: Send = (method, params, about) => {
      const { assumed: answer, ignores: fields = [] } = bare(about ?? {});
      if (answer) {
        const { network } = answer;
        assumed = network === undefined ? {} : { assumedNetwork: network };
        return Promise.resolve(answer);
      }
      recorded ??= { method, params: toJsonParams(method, params) };
      ignores = fields;
      return Promise.reject(new Error('Recorded.'));
    };
    try {
      await wallet.request(call, send);
    } catch (error) {
      if (!recorded) throw error;
    }
    const isMissing =
      recorded?.method === call.method &&
      call.isKnown &&
      wallet.supports?.(call.method, call) === false;
    return {
      outcome: isMissing ? 'unsupported' : 'sent',
      ...(recorded && { request: recorded }),
      ignores: ignores.filter((field) => read(call.params, field) !== undefined),
      ...assumed,
    };
  } catch (thrown) {
    const error = toJsonRpcError(thrown);
    const isMissing = error.code === JsonRpcErrorCode.MethodNotFound;
    return { outcome: isMissing ? 'unsupported' : 'refused', error, ignores: [], ...assumed };
  }
}

/** Whether the wallet of the session, or that of the options, supports a method. */
export function supports(deps: ExplainDeps, options: RequestOptions, method: string): Support {
  const pageWallet = findRequestedWallet(deps, 'supports', options);
  if (!pageWallet) return { supported: undefined, reason: 'No wallet is connected.' };
  const { provider, id } = pageWallet;
  const wallet = findWallet(provider, id, deps.getWallets());
  const { name } = deps.discovery.list().installed.find((each) => each.id === id) ?? wallet.info;
  const description = { name, ...(id !== undefined && { providerId: id }) };
  if (!findMethod(method)) {
    const near = findNearMethod(method);
    const hint = near ? ` Did you mean "${near}"?` : '';
    const reason = `${method} is not a method of this library.${hint}`;
    return { ...description, supported: undefined, reason };
  }
  const { addresses, network: reported } = deps.session.getStateForRequest(provider);
  const account = { addresses, network: options.network, reportedNetwork: () => reported };
  const supported = wallet.supports?.(method as MethodName, account);
  if (supported === undefined) {
    const reason = `It is not known whether ${name} has ${method}.`;
    return { ...description, supported, reason };
  }
  if (supported === true) return { ...description, supported };
  const reason = supported || `this wallet does not have ${method}`;
  return { ...description, supported: false, reason: `${name}: ${reason}.` };
}
