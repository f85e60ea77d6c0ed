import { describe, JsonRpcError, JsonRpcErrorCode, keepArrays } from '../errors.js';
import { attempt } from '../lib/safe-access.js';
import { shareTask, type SharedTask } from '../lib/shared-task.js';
import type { Call } from './connect-attempts.js';
import { chooseWallet, type Chosen } from './choose-wallet.js';
import type { Discovery } from './discovery.js';
import type { SelectWallet, WalletSelection } from './picker.js';
import type { Target } from './remembered-wallet.js';
import type { Session } from './session.js';
import type { RequestOptions } from './types.js';

/** The picker of a client, and the choice that is made with it now. */
export interface PickerSlot {
  select: SelectWallet | undefined;
  open?: OpenChoice | undefined;
}

/** Callers that need a choice at once share it. */
interface OpenChoice {
  readonly task: SharedTask<Chosen<unknown>>;
  /** Whose answer the task resolves with. */
  readonly first: Asking;
}

/** What is asked of the wallet that the user chooses. */
interface Asking {
  readonly options: RequestOptions;
  readonly call: Call;
  readonly ask: (target: Target, signal: AbortSignal | undefined) => Promise<unknown>;
}

export interface PickingDeps {
  readonly picker: PickerSlot;
  readonly discovery: Discovery;
  readonly session: Session;
}

/**
 * Lets the user choose a wallet and asks that one. A method that connects asks while the picker is open,
 * so that it can show a failure and offer to try again; any other asks once, after the picker has closed.
 */
export async function askChosen(deps: PickingDeps, given: Asking): Promise<unknown> {
  const { picker, discovery, session } = deps;
  const { ask } = given;
  const options = offeredBy(given.options);
  const asking = { ...given, options };
  const { signal } = options;
  let providerId: string | undefined;
  while (providerId === undefined) {
    signal?.throwIfAborted();
    if (!picker.select) providerId = onlyInstalled(discovery, options);
    else {
      const choice = (picker.open ??= openPicker(deps, picker.select, asking));
      const chosen = await choice.task.join(signal);
      // Another caller's picker, perhaps with other approved ids: ask with one of our own.
      if (!isApproved(chosen.providerId, options)) continue;
      if (chosen.isAnswered && isSameRequest(choice.first, asking)) return chosen.answer;
      ({ providerId } = chosen);
    }
  }
  const target = targetOf(discovery, providerId, options);
  if (options.persistWalletSelect !== false) session.adopt(target);
  return ask(target, signal);
}

function openPicker(
  { picker, discovery, session }: PickingDeps,
  select: SelectWallet,
  first: Asking,
): OpenChoice {
  const { options, call, ask } = first;
  const lastProviderId = session.providerId;
  const selectionFor = (signal: AbortSignal) =>
    ({
      __proto__: null, // what a page added to Object.prototype is not a part of it
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
        // The answer of a caller that has left since was not remembered.
        return options.signal?.aborted ? { ...chosen, isAnswered: false } : chosen;
      },
      () => (picker.open = undefined),
    ),
  };
}

/** A wallet that the caller names and that is not installed is the only one that is offered. */
function offeredBy(options: RequestOptions): RequestOptions {
  const { providerId } = options;
  return providerId === undefined
    ? options
    : ({ __proto__: null, ...options, approvedProviderIds: [providerId] } as RequestOptions);
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

/** True where one answer serves both: the same is asked for, and the same becomes of it. */
function isSameRequest(one: Asking, other: Asking): boolean {
  if (one === other) return true;
  const [key, otherKey] = [one, other].map(({ call, options }) => {
    const { network, enableOverrides, enableLocalStorage, persistWalletSelect } = options;
    const flags = [enableOverrides, enableLocalStorage, persistWalletSelect];
    const parts = [call.method, call.params ?? {}, network, ...flags.map((flag) => flag !== false)];
    return attempt(() => JSON.stringify(parts, keepArrays));
  });
  return key !== undefined && key === otherKey;
}

/** Without a picker there is a choice only where there is nothing to choose. */
function onlyInstalled(discovery: Discovery, options: RequestOptions): string {
  const { installed } = discovery.list(options);
  const [only, ...more] = installed;
  if (only && !more.length) return only.id;
  throw new JsonRpcError(
    JsonRpcErrorCode.UnknownError,
    only
      ? `There are ${installed.length} wallets to choose from (${installed.map(({ id }) => id).join(', ')}) and no picker: pass \`provider\`, narrow \`approvedProviderIds\` to one, or set \`selectWallet\` on the client.`
      : 'No wallet is installed that this page approves of; pass `provider`, or ask the user to install one.',
  );
}
