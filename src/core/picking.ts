import { abortable } from '../lib/abort.js';
import { describe, isJsonRpcError, JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import type { Discovery } from './discovery.js';
import type { SelectWallet, WalletChoice, WalletList, WalletSelection } from './picker.js';
import { toJsonRpcError } from './normalize-error.js';
import type { Session } from './session.js';
import { markShown } from './shown-errors.js';
import type { RequestOptions } from './types.js';

/** Asks the wallet of an id for its addresses. */
export type Attempt = (providerId: string, signal: AbortSignal) => Promise<unknown>;

/** What connecting means to the caller that opens the picker: see {@link WalletSelection}'s `attempt`. */
export interface Connecting {
  /** What is asked for, as text: callers with the same one share the answer. Undefined: nobody shares it. */
  readonly purpose: string | undefined;
  readonly attempt: Attempt;
}

/** The choice, and what the wallet answered where it was connected while the picker was open. */
export interface Picked extends WalletChoice {
  readonly connection: { readonly by: Connecting; readonly result: unknown } | undefined;
}

/** The picker of a client, and the one that is open; callers that need a choice at once share it. */
export interface PickerSlot {
  select: SelectWallet | undefined;
  open?: SharedPicker | undefined;
}

interface SharedPicker {
  join(signal: AbortSignal | undefined): Promise<Picked>;
  /** Closes it; every caller is rejected with this reason. */
  end(reason: Error): void;
}

export interface PickingDeps {
  readonly picker: PickerSlot;
  readonly discovery: Discovery;
  readonly session: Session;
}

/** Lets the user choose a wallet. */
export async function choose(
  deps: PickingDeps,
  options: RequestOptions,
  connecting: Connecting | undefined,
): Promise<Picked> {
  const { approvedProviderIds, signal } = options;
  const { picker } = deps;
  for (;;) {
    signal?.throwIfAborted();
    if (!picker.select) return onlyInstalled(deps.discovery, options);
    const shared = picker.open;
    const picked = await (
      shared ?? (picker.open = openPicker(deps, picker.select, options, connecting))
    ).join(signal);
    // The picker that was shared was another caller's, perhaps with other approved ids.
    if (approvedProviderIds?.includes(picked.providerId) ?? true) return picked;
    if (!shared) throw unapproved(picked.providerId);
  }
}

function unapproved(id: string): JsonRpcError {
  return new JsonRpcError(
    JsonRpcErrorCode.UnknownError,
    `The picker chose ${describe(id)}, which is not among \`approvedProviderIds\`.`,
  );
}

function openPicker(
  { picker, discovery, session }: PickingDeps,
  select: SelectWallet,
  options: RequestOptions,
  connecting: Connecting | undefined,
): SharedPicker {
  const closing = new AbortController();
  const { approvedProviderIds } = options;
  const lastProviderId = session.providerId;
  let connection: (NonNullable<Picked['connection']> & { readonly id: string }) | undefined;
  const attempt = connecting && {
    attempt: async (id: string, signal: AbortSignal) => {
      closing.signal.throwIfAborted();
      if (approvedProviderIds && !approvedProviderIds.includes(id)) throw unapproved(id);
      connection = { id, by: connecting, result: await connecting.attempt(id, signal) };
    },
  };
  const selection = {
    __proto__: null, // what a page added to Object.prototype is not a part of it
    ...discovery.list(options),
    signal: closing.signal,
    watch: (changed: (list: WalletList) => void) => discovery.watch(changed, options),
    ...(approvedProviderIds && { approvedProviderIds }),
    ...(lastProviderId !== undefined && { lastProviderId }),
    ...attempt,
  } as unknown as WalletSelection;
  const choosing = (async (): Promise<Picked> => {
    try {
      // Also one that throws at once does so after `picker.open` was set.
      const { providerId } = await (async () => select(selection))();
      // What a caller asked for that has left since was not remembered.
      const isConnected = connection?.id === providerId && !options.signal?.aborted;
      return { providerId, connection: isConnected ? connection : undefined };
    } catch (error) {
      const failure = toJsonRpcError(error);
      // Any other failure is of a picker that could not be loaded, or broke: the user has seen nothing.
      if (isJsonRpcError(error) && error !== closing.signal.reason) markShown(failure);
      throw failure;
    } finally {
      close();
    }
  })();
  const picked = abortable(choosing, closing.signal);
  picked.catch(() => {}); // every caller that joined hears of it
  let callers = 0;
  const shared: SharedPicker = {
    async join(signal) {
      callers++;
      try {
        return await abortable(picked, signal);
      } finally {
        if (!--callers) shared.end(signal?.reason as Error);
      }
    },
    end(reason) {
      close();
      closing.abort(reason);
    },
  };
  return shared;

  /** Nobody joins it any more, even where it does not close when it is told to. */
  function close(): void {
    if (picker.open === shared) picker.open = undefined;
  }
}

/** Without a picker there is a choice only where there is nothing to choose. */
function onlyInstalled(discovery: Discovery, options: RequestOptions): Picked {
  const { installed } = discovery.list(options);
  const [only, ...more] = installed;
  if (only && !more.length) return { providerId: only.id, connection: undefined };
  throw new JsonRpcError(
    JsonRpcErrorCode.UnknownError,
    only
      ? `There are ${installed.length} wallets to choose from (${installed.map(({ id }) => id).join(', ')}) and no picker: pass \`provider\`, narrow \`approvedProviderIds\` to one, or set \`selectWallet\` on the client.`
      : 'No wallet is installed that this page approves of; pass `provider`, or ask the user to install one.',
  );
}
