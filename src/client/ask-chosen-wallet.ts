import { describe, JsonRpcError, JsonRpcErrorCode, keepArrays, withDocs } from '../errors.js';
import { mergeOptions } from '../lib/read-options.js';
import { attempt } from '../lib/safe-access.js';
import { shareTask, type SharedTask } from '../lib/promises.js';
import type { Call } from './connect-attempts.js';
import { chooseWallet, type Chosen } from './choose-wallet.js';
import type { Discovery } from './discovery.js';
import type { SelectWallet, WalletSelection } from './picker.js';
import type { Target } from './remembered-wallet.js';
import type { Session } from './session.js';
import type { RequestOptions } from './types.js';

/** The picker of a client, and the choice that is pending, if any. */
export interface PickerSlot {
  select: SelectWallet | undefined;
  open?: OpenChoice | undefined;
}

/** A pending choice, shared by all callers that need one at the same time. */
interface OpenChoice {
  readonly task: SharedTask<Chosen<unknown>>;
  /** The request of the caller that opened the picker. The task resolves with its answer. */
  readonly first: PendingRequest;
}

/** A request to the wallet that the user chooses. */
interface PendingRequest {
  readonly options: RequestOptions;
  readonly call: Call;
  readonly ask: (target: Target, signal: AbortSignal | undefined) => Promise<unknown>;
}

export interface ChosenWalletDeps {
  readonly picker: PickerSlot;
  readonly discovery: Discovery;
  readonly session: Session;
}

/**
 * Lets the user choose a wallet and sends the request to it. A method that connects is sent while the picker is
 * open, so that the picker can show an error and offer a retry; any other is sent once, after it has closed.
 */
export async function askChosenWallet(
  deps: ChosenWalletDeps,
  given: PendingRequest,
): Promise<unknown> {
  const { picker, discovery, session } = deps;
  const { ask } = given;
  const options = restrictToProviderId(given.options);
  const pending = { ...given, options };
  const { signal } = options;
  let providerId: string | undefined;
  while (providerId === undefined) {
    signal?.throwIfAborted();
    if (!picker.select) providerId = onlyInstalled(discovery, options);
    else {
      const choice = (picker.open ??= openPicker(deps, picker.select, pending));
      const chosen = await choice.task.join(signal);
      // The choice was made in the picker of another caller, with other approved ids: open another picker.
      if (!isApproved(chosen.providerId, options)) continue;
      if (chosen.isAnswered && isSameRequest(choice.first, pending)) return chosen.answer;
      ({ providerId } = chosen);
    }
  }
  const target = targetOf(discovery, providerId, options);
  if (options.persistWalletSelect !== false) session.adopt(target);
  return ask(target, signal);
}

function openPicker(
  { picker, discovery, session }: ChosenWalletDeps,
  select: SelectWallet,
  first: PendingRequest,
): OpenChoice {
  const { options, call, ask } = first;
  const lastProviderId = session.providerId;
  const selectionFor = (signal: AbortSignal) =>
    ({
      __proto__: null, // ignores properties that a page added to Object.prototype
      ...discovery.list(options),
      signal,
      watch: (changed) => discovery.watch(changed, options),
      ...(lastProviderId !== undefined && { lastProviderId }),
    }) as WalletSelection;
  const connect = async (id: string, signal: AbortSignal) =>
    ask(targetOf(discovery, id, options), signal);
  return {
    first,
    task: shareTask(
      async (signal) => {
        const chosen = await chooseWallet(
          () => select(selectionFor(signal)),
          call.connectAttempt && connect,
          signal,
        );
        targetOf(discovery, chosen.providerId, options);
        // If the first caller has aborted, its answer was not stored, so the others send their own requests.
        return options.signal?.aborted ? { ...chosen, isAnswered: false } : chosen;
      },
      () => (picker.open = undefined),
    ),
  };
}

/** If the caller names a wallet that is not installed, the picker offers only that one. */
function restrictToProviderId(options: RequestOptions): RequestOptions {
  const { providerId } = options;
  return providerId === undefined
    ? options
    : mergeOptions<RequestOptions>(options, { approvedProviderIds: [providerId] });
}

function isApproved(id: string, { approvedProviderIds }: RequestOptions): boolean {
  return approvedProviderIds?.includes(id) ?? true;
}

function targetOf(discovery: Discovery, id: string, options: RequestOptions): Target {
  const provider = isApproved(id, options) ? discovery.provider(id) : undefined;
  if (provider) return { provider, id };
  const why = isApproved(id, options)
    ? 'is not on this page (any more)'
    : 'is not among `approvedProviderIds`';
  throw new JsonRpcError(
    JsonRpcErrorCode.UnknownError,
    `The chosen wallet ${describe(id)} ${why}.`,
  );
}

/** True if both requests can use one answer: they are equal, and the answer is stored in the same way. */
function isSameRequest(one: PendingRequest, other: PendingRequest): boolean {
  if (one === other) return true;
  const [key, otherKey] = [one, other].map(({ call, options }) => {
    const { network, enableOverrides, enableLocalStorage, persistWalletSelect } = options;
    const flags = [enableOverrides, enableLocalStorage, persistWalletSelect];
    const parts = [call.method, call.params ?? {}, network, ...flags.map((flag) => flag !== false)];
    return attempt(() => JSON.stringify(parts, keepArrays));
  });
  return key !== undefined && key === otherKey;
}

/** Used without a picker: the only installed wallet, else an error. */
function onlyInstalled(discovery: Discovery, options: RequestOptions): string {
  const { installed } = discovery.list(options);
  const [only, ...more] = installed;
  if (only && !more.length) return only.id;
  throw new JsonRpcError(
    JsonRpcErrorCode.UnknownError,
    withDocs(
      only
        ? `There are ${installed.length} wallets to choose from (${installed.map(({ id }) => id).join(', ')}) and no picker: pass \`provider\`, narrow \`approvedProviderIds\` to one, or set \`selectWallet\` on the client.`
        : 'No wallet that this page allows is installed; pass `provider`, or ask the user to install one.',
      JsonRpcErrorCode.UnknownError,
    ),
  );
}
