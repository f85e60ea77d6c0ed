import { abortable } from '../lib/abort.js';
import { JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import type { Discovery } from './discovery.js';
import type { SelectWallet, WalletChoice, WalletList } from './picker.js';
import { toJsonRpcError } from './normalize-error.js';
import type { Session } from './session.js';
import { markTold } from './told.js';
import type { RequestOptions } from './types.js';

/** Asks the wallet of an id for its addresses. */
export type Attempt = (providerId: string, signal: AbortSignal) => Promise<unknown>;

/** What connecting means to the caller that opens the picker: see {@link WalletSelection}'s `attempt`. */
export interface Connecting {
  readonly method: string;
  readonly attempt: Attempt;
}

/** The choice, and what the wallet answered where it was connected while the picker was open. */
export interface Picked extends WalletChoice {
  readonly connection?: { readonly method: string; readonly result: unknown };
}

/** The picker of a client, and the one that is open; callers that need a choice at once share it. */
export interface PickerSlot {
  select: SelectWallet | undefined;
  open?: SharedPicker | undefined;
}

interface SharedPicker {
  join(signal: AbortSignal | undefined): Promise<Picked>;
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
    picker.open ??= openPicker(deps, picker.select, options, connecting);
    const picked = await picker.open.join(signal);
    // The picker that was shared may have been another caller's, with other approved ids.
    if (approvedProviderIds?.includes(picked.providerId) ?? true) return picked;
  }
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
  let connection: (Picked['connection'] & { readonly id: string }) | undefined;
  const attempt = connecting && {
    attempt: async (id: string, signal: AbortSignal) => {
      const { method } = connecting;
      connection = { id, method, result: await connecting.attempt(id, signal) };
    },
  };
  const selection = {
    ...discovery.list(options),
    signal: closing.signal,
    watch: (changed: (list: WalletList) => void) => discovery.watch(changed, options),
    ...(approvedProviderIds && { approvedProviderIds }),
    ...(lastProviderId !== undefined && { lastProviderId }),
    ...attempt,
  };
  const picked = (async (): Promise<Picked> => {
    try {
      const { providerId } = await select(selection);
      return connection?.id === providerId ? { providerId, connection } : { providerId };
    } catch (error) {
      const failure = toJsonRpcError(error);
      markTold(failure);
      throw failure;
    } finally {
      picker.open = undefined;
    }
  })();
  picked.catch(() => {}); // every caller that joined hears of it
  let callers = 0;
  return {
    async join(signal) {
      callers++;
      try {
        return await abortable(picked, signal);
      } finally {
        if (!--callers) closing.abort(signal?.reason);
      }
    },
  };
}

/** Without a picker there is a choice only where there is nothing to choose. */
function onlyInstalled(discovery: Discovery, options: RequestOptions): WalletChoice {
  const { installed } = discovery.list(options);
  const [only, ...more] = installed;
  if (only && !more.length) return { providerId: only.id };
  throw new JsonRpcError(
    JsonRpcErrorCode.UnknownError,
    only
      ? `There are ${installed.length} wallets to choose from (${installed.map(({ id }) => id).join(', ')}) and no picker: pass \`provider\`, narrow \`approvedProviderIds\` to one, or set \`selectWallet\` on the client.`
      : 'No wallet is installed that this page approves of; pass `provider`, or ask the user to install one.',
  );
}
