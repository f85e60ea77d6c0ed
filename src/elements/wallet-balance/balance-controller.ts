import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { WalletClient } from '../../client/types.js';
import { getFtBalance, getStxBalance } from '../../contracts/balances.js';
import { ContractError } from '../../contracts/contract-error.js';
import type { Unsubscribe } from '../../lib/store.js';
import type { NetworkName } from '../../methods/values.js';
import { recentTransactions, watchRecentTransactions } from '../../transactions/recent.js';
import { isSettled } from '../../transactions/states.js';
import { trackSent, trackTransaction } from '../../transactions/track.js';
import type { TransactionHandle } from '../../transactions/types.js';
import { VisibilityController } from '../controllers/visibility-controller.js';

/** Milliseconds for which a balance is not read again when the user returns to the page. */
const FRESH = 10_000;
/** Milliseconds before a read that failed is repeated, unless the service names a longer time. */
const RETRY = 30_000;
/** Errors that may be temporary. */
const TEMPORARY: readonly string[] = ['network', 'rate-limited'];

/** What an element shows. */
export interface BalanceQuery {
  readonly client: WalletClient;
  readonly address: string;
  /** An asset identifier, or `stx`. */
  readonly asset: string;
  readonly network: NetworkName | undefined;
}

export type BalanceStatus = 'disconnected' | 'loading' | 'ready' | 'error';

/**
 * Reads a balance while its host is near the viewport: at first, after a transaction of the account is in a block, and when
 * the user returns to the page.
 */
export class BalanceController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #near: VisibilityController;
  #query: BalanceQuery | undefined;
  #stop = new AbortController();
  #status: BalanceStatus = 'disconnected';
  #balance: bigint | undefined;
  #isReading = false;
  #isOld = false;
  #readAt = 0;
  #error: unknown;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    this.#near = new VisibilityController(host);
    host.addController(this);
  }

  get status(): BalanceStatus {
    return this.#status;
  }

  /** Base units: those that were read last. Undefined before that. */
  get balance(): bigint | undefined {
    return this.#balance;
  }

  /** Whether the error may be temporary. */
  get isTemporary(): boolean {
    return this.#error instanceof ContractError && TEMPORARY.includes(this.#error.code);
  }

  /** Reads this balance, unless it is read already. */
  follow(query: BalanceQuery | undefined): void {
    if (!this.#host.isConnected || isSame(query, this.#query)) return;
    this.#end();
    this.#query = query;
    if (!query) return;
    const { signal } = (this.#stop = new AbortController());
    this.#status = 'loading';
    const undo = watchMined(query, this.reload);
    signal.addEventListener('abort', undo);
    const returned = (): void => {
      if (!document.hidden && Date.now() - this.#readAt > FRESH) this.reload();
    };
    document.addEventListener('visibilitychange', returned, { signal });
    window.addEventListener('focus', returned, { signal });
    this.reload();
  }

  /** Reads the balance again. A pending read may have been answered before the reason to do so: then reads after it. */
  readonly reload = (): void => {
    this.#isOld = true;
    if (this.#query && !this.#isReading) void this.#read(this.#query, this.#stop.signal);
  };

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#end();
  }

  #end(): void {
    this.#stop.abort();
    this.#query = this.#balance = this.#error = undefined;
    this.#isReading = false;
    this.#status = 'disconnected';
  }

  async #read(query: BalanceQuery, signal: AbortSignal): Promise<void> {
    this.#isReading = true;
    while (this.#isOld) {
      await this.#near.whenNear();
      if (signal.aborted) return;
      this.#isOld = false;
      this.#become('loading');
      try {
        const balance = await readBalance(query, signal);
        if (signal.aborted) return;
        this.#balance = balance;
        this.#readAt = Date.now();
        this.#become('ready');
      } catch (error) {
        if (signal.aborted) return;
        this.#fail(error, signal);
      }
    }
    this.#isReading = false;
  }

  #fail(error: unknown, signal: AbortSignal): void {
    // A busy service is no error: it is asked again.
    const isBusy = error instanceof ContractError && error.code === 'rate-limited';
    this.#become(isBusy ? 'loading' : 'error', error);
    if (!this.isTemporary) {
      console.error('<wallet-balance> shows nothing:', (error as Error).message, this.#host);
      return;
    }
    const { retryAfter = 0 } = error as ContractError;
    const timer = setTimeout(this.reload, Math.max(retryAfter, RETRY));
    signal.addEventListener('abort', () => clearTimeout(timer));
  }

  #become(status: BalanceStatus, error?: unknown): void {
    this.#status = status;
    this.#error = error;
    this.#host.requestUpdate();
  }
}

async function readBalance(query: BalanceQuery, signal: AbortSignal): Promise<bigint> {
  const { address, asset, network } = query;
  const options = { network, signal };
  if (asset !== 'stx') return getFtBalance(address, asset, options);
  const { available } = await getStxBalance(address, options);
  return available;
}

/** Calls back when a Stacks transaction of the account has left the mempool. Reads those that are in it. */
function watchMined({ client, address }: BalanceQuery, changed: () => void): Unsubscribe {
  const ends: Unsubscribe[] = [];
  const followed = new Set<string>();
  const follow = (id: string | undefined, track: () => TransactionHandle): void => {
    if (!id || followed.has(id)) return;
    // First: to track it changes the list of recent transactions.
    followed.add(id);
    const handle = track();
    const undo = handle.subscribe(() => {
      if (!isSettled(handle.state)) return;
      undo();
      changed();
    });
    ends.push(undo);
  };
  const followRecent = (): void => {
    for (const one of recentTransactions({ account: address })) {
      const { id, chain, network, account, method, label, sentAt, state } = one;
      if (chain !== 'stacks' || isSettled(state)) continue;
      follow(id, () => trackTransaction(id, { chain, network, account, method, label, sentAt }));
    }
  };
  ends.push(
    trackSent(client, (handle, { chain }) => {
      if (chain === 'stacks') follow(handle.id, () => handle);
    }),
    watchRecentTransactions(followRecent),
  );
  followRecent();
  return () => {
    for (const end of ends) end();
  };
}

function isSame(a: BalanceQuery | undefined, b: BalanceQuery | undefined): boolean {
  if (!a || !b) return a === b;
  return (
    a.client === b.client &&
    a.address === b.address &&
    a.asset === b.asset &&
    a.network === b.network
  );
}
