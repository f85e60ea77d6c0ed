/** What the watchers of balances and names have in common: the client of an account, the network, and when to read again. */
import { getDefaultClient } from '../core/client.js';
import type { WalletClient } from '../core/types.js';
import * as option from '../lib/read-options.js';
import type { NetworkName } from '../stacks/address.js';
import { canBeOn, getAddressFormat, getNetwork } from '../stacks/address.js';
import { ContractError, type ContractErrorCode } from './contract-error.js';
import { checkPageNetwork, checkPrincipal, READ_OPTIONS, type ReadOptions } from './stacks-node.js';

/** Milliseconds before a read that failed is repeated, unless the service names a longer time. */
const RETRY = 30_000;
/** Errors that may be temporary. */
const TEMPORARY: readonly ContractErrorCode[] = ['network', 'rate-limited'];

/** The options of the watchers of an account: those of its reader, and who is asked when. */
export interface WatchAccountOptions extends ReadOptions {
  /**
   * The client whose network is the default. If it has none, the address is read on that of its wallet if it is connected, else
   * on its own. Default: that of the page.
   */
  readonly client?: WalletClient | undefined;
  /** Called before each read, which waits for it, such as until an element is visible. Default: it does not wait. */
  readonly beforeRead?: (() => Promise<unknown> | undefined) | undefined;
}

export const WATCH_OPTIONS: option.OptionTable<WatchAccountOptions> = {
  ...READ_OPTIONS,
  client: option.client,
  beforeRead: option.func,
};

/** Whether a read that failed with this error is repeated. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof ContractError && TEMPORARY.includes(error.code);

/** Milliseconds until a read that failed is repeated; undefined if it would fail again. */
export const getRetryDelay = (error: unknown): number | undefined =>
  error instanceof ContractError && isTemporary(error)
    ? Math.max(error.retryAfter ?? 0, RETRY)
    : undefined;

/** A page's own `fetch` may throw anything. */
export const toContractError = (caller: string, thrown: unknown): ContractError =>
  thrown instanceof ContractError
    ? thrown
    : new ContractError('network', `${caller}: it could not be read.`, {
        cause: thrown,
      });

/** An account that is read, and the network on which it is read now. */
export class AccountNetwork {
  readonly client: WalletClient;
  readonly #address: string;
  readonly #network: NetworkName | undefined;

  constructor(address: string, { client, network }: WatchAccountOptions) {
    this.client = client ?? getDefaultClient();
    this.#address = address;
    this.#network = network;
  }

  /** Undefined: that of the reader. */
  get current(): NetworkName | undefined {
    const named = this.#network ?? this.client.network;
    if (named !== undefined) return named;
    const { network } = this.client.state;
    const format = getAddressFormat(this.#address);
    const isThere = network !== undefined && format !== undefined && canBeOn(format, network);
    return this.#isConnected && isThere ? network : getNetwork(this.#address);
  }

  get #isConnected(): boolean {
    return this.client.state.stxAddress === this.#address;
  }

  /** @throws ContractError `invalid`; `wrong-network` for an address that cannot be on the network of the client */
  check(caller: string): void {
    checkPrincipal(caller, 'address', this.#address);
    if (this.#network !== undefined) return;
    const { network } = this.client;
    checkPageNetwork(caller, this.#address, network, 'the client', this.#isConnected);
  }

  /** Calls back when it is read on another network. */
  watch(changed: () => void): () => void {
    let last = this.current;
    return this.client.subscribe(() => {
      if (this.current === last) return;
      last = this.current;
      changed();
    });
  }
}
