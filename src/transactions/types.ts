import type { SentAmount } from '../methods/sent-amount.js';
import type { NetworkName } from '../stacks/address.js';
import type { Unsubscribe } from '../lib/store.js';
import type { AbortSignal, Fetch } from '../lib/web-types.js';

export type TransactionChain = 'stacks' | 'bitcoin';

/** The block that contains a transaction. */
export interface TransactionBlock {
  readonly height: number;
  readonly hash?: string | undefined;
  /** Milliseconds since 1970. */
  readonly minedAt?: number | undefined;
  /** Stacks: the height of the Bitcoin block that it belongs to. */
  readonly burnHeight?: number | undefined;
}

/** There is nothing to read. */
export interface Untracked {
  readonly status: 'untracked';
  /**
   * `signed`: signed and not sent, as for a sponsor. `proposed`: proposed to the other signers. `no-txid`: the
   * wallet gave no id. `no-source`: there is no public service for this network; give a base URL.
   */
  readonly reason: 'signed' | 'proposed' | 'no-txid' | 'no-source';
}

/** Sent, and not seen by the service yet. */
export interface Submitted {
  readonly status: 'submitted';
  /** Milliseconds since 1970. */
  readonly since: number;
  /** The service has not found it after two minutes, or no longer finds it. This is not a failure. */
  readonly notFound?: boolean | undefined;
}

/** Waiting for a block. */
export interface Pending {
  readonly status: 'pending';
  /** Milliseconds since 1970: when the service received it, or when it was first seen here. */
  readonly since: number;
  /** The account has sent no transaction with this earlier nonce, which must come first. */
  readonly waitingForNonce?: number | undefined;
}

/** In a block. */
interface Mined {
  readonly block: TransactionBlock;
  /** Blocks from this one to the newest, or fewer: the newest is read only for more than one confirmation. */
  readonly depth: number;
  /** Stacks: Bitcoin blocks since this one, if it was read. */
  readonly bitcoinDepth?: number | undefined;
  /**
   * The value that the contract returned, as Clarity text. Only a service's text: check `status`, not this. After a
   * post-condition it is the value that would have been returned: often `(ok true)`. Undefined if the service did not
   * return it: of transactions that are found in blocks together, it is read for at most five.
   */
  readonly result?: string | undefined;
  /** Six Bitcoin blocks deep on Stacks, ten blocks on Bitcoin. */
  readonly final: boolean;
}

/** In a block, and executed. */
export interface Confirmed extends Mined {
  readonly status: 'confirmed';
}

/** In a block, and without effect. The fee is paid. */
export interface Failed extends Mined {
  readonly status: 'failed';
  /** `response`: the contract refused. `post-condition`: a post-condition stopped it. `skipped`: not executed. */
  readonly reason: 'response' | 'post-condition' | 'skipped';
  readonly vmError?: string | undefined;
}

/** Another transaction with the same nonce, or that spends the same coin, took its place. */
export interface Replaced {
  readonly status: 'replaced';
  /** Its id, if it is known. */
  readonly by?: string | undefined;
  /** The state of that transaction, only with `followReplacement`. */
  readonly byState?: TransactionState | undefined;
  /** True if the service does not report it: concluded from the account's nonce or a spent coin. */
  readonly inferred?: boolean | undefined;
}

/** No longer waiting for a block. It may come back if someone sends it again. */
export interface Dropped {
  readonly status: 'dropped';
  readonly reason: 'expired' | 'too-expensive' | 'problematic' | 'unknown';
  readonly inferred?: boolean | undefined;
}

/** The service gave an unknown answer, or one that does not distinguish success from failure. */
export interface Unknown {
  readonly status: 'unknown';
  readonly raw: string;
  readonly block?: TransactionBlock | undefined;
}

/** The state of a transaction. No status is final by itself: a reorganization of the chain can undo each. */
export type TransactionState =
  | Untracked
  | Submitted
  | Pending
  | Confirmed
  | Failed
  | Replaced
  | Dropped
  | Unknown;

/** Public data of a transaction that a service returned. It distinguishes a replacement from a drop later. */
export interface Sighting {
  readonly sender?: string | undefined;
  readonly nonce?: number | undefined;
  /** Bitcoin: the first coin that it spends, `txid:index`. */
  readonly coin?: string | undefined;
}

/** The result of reading one transaction. `missing`: the source does not find it, which is not a failure. */
export type Reading = (
  | { readonly status: 'missing' }
  | Omit<Pending, 'since'>
  | Omit<Confirmed, 'depth' | 'bitcoinDepth' | 'final'>
  | Omit<Failed, 'depth' | 'bitcoinDepth' | 'final'>
  | Omit<Replaced, 'byState'>
  | Dropped
  | Unknown
) & { readonly since?: number | undefined; readonly seen?: Sighting | undefined };

/** A transaction for a source to read. */
export interface TransactionToRead {
  readonly id: string;
  /** Its sender: what a service said, else the account that was passed. Undefined if neither is known. */
  readonly sender: string | undefined;
  readonly seen: Sighting | undefined;
  /** Whether to find out if an earlier nonce is missing. */
  readonly asksNonce: boolean;
  /**
   * True for a transaction that was sent more than two minutes ago and is still not found, and at the first reading of one
   * of which it is not known when it was sent.
   */
  readonly isOverdue: boolean;
  /** True if it was in a block when it was read last. */
  readonly isMined: boolean;
}

/** The heights of the newest blocks. */
export interface Tip {
  readonly height: number;
  readonly burnHeight?: number | undefined;
}

/** An answer of a service: 200 with JSON; 404 or 410, with JSON or undefined; or 501, with undefined. */
export interface SourceAnswer {
  readonly status: number;
  readonly json: unknown;
}

/**
 * Sends a GET request to a path of the source. Rejects if it may not be sent now, and for any other answer. `maxBytes`: the most
 * bytes of the answer. Default: 1 MiB.
 */
export type Get = (path: string, maxBytes?: number) => Promise<SourceAnswer>;

/** Options of a source. */
export interface SourceOptions {
  /** The URL of the service. Default: the public one of mainnet, where there is one. */
  readonly baseUrl?: string | undefined;
  readonly fetch?: Fetch | undefined;
  /** Multiplies the pauses between reads, 0.001 to 1000. For a chain of your own; default: 1. */
  readonly pace?: number | undefined;
  /** Requests a minute to its host. For a chain of your own; default: 12 to all services together. */
  readonly perMinute?: number | undefined;
}

/** A service that reports the state of transactions: `stacksApi`, `mempoolSpace`, `esplora`. */
export interface TransactionSource extends SourceOptions {
  /**
   * Sources with the same name, URL and options share a poller for each network. The name and the URL identify the
   * source in the list of recent transactions.
   */
  readonly name: string;
  readonly chain: TransactionChain;
  readonly baseUrl: string;
  /** One request reads many ids. */
  readonly isBatched?: boolean | undefined;
  /** Yields each result once it is read, so that none is lost if a later request is refused. */
  read(
    transactions: readonly TransactionToRead[],
    get: Get,
  ): AsyncIterable<readonly [id: string, reading: Reading]>;
  tip(get: Get): Promise<Tip | undefined>;
}

/** The requested depth in blocks: a number, or `bitcoin` for `final`. 0: read once, whatever the result. */
export type Confirmations = number | 'bitcoin';

export interface TrackOptions {
  /** Default: that of `source`, else of `method`; else `stacks`. */
  readonly chain?: TransactionChain | undefined;
  /**
   * Default: the page's, else `mainnet`. If `account`, or else the signed transaction in a result, cannot be on that: the network
   * that this shows.
   */
  readonly network?: NetworkName | undefined;
  /** Reads until it is this deep, at most 1,000,000. Default: 1. */
  readonly confirmations?: Confirmations | undefined;
  /** Also tracks a replacement: its state is in `byState`. Not the replacement of a replacement. Default: false. */
  readonly followReplacement?: boolean | undefined;
  /** Where to read. Default: the page's service (see `configure`), else the public one of the network. */
  readonly source?: TransactionSource | undefined;
  /** Another URL for the default source. */
  readonly baseUrl?: string | undefined;
  /** Keeps it in the list of recent transactions. Default: true. */
  readonly store?: boolean | undefined;
  /** For the list of recent transactions: the address, the method and a text of the page. */
  readonly account?: string | undefined;
  readonly method?: string | undefined;
  readonly label?: string | undefined;
  /** For the list of recent transactions: what a transfer moves out of the account. Default: none is shown. */
  readonly amount?: SentAmount | undefined;
  /** When it was sent, milliseconds since 1970, not seconds. Default: now. */
  readonly sentAt?: number | undefined;
}

export interface UntilOptions {
  /** Also of a replacement that is followed. Default: that of the handle, at least 1. */
  readonly confirmations?: Confirmations | undefined;
  /** Aborting rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds, at most 2,147,483,647; then rejects with `timeout`. Ends the waiting, not the transaction. Default: none. */
  readonly timeout?: number | undefined;
}

/** A transaction that is tracked. It is read while there is a subscriber. */
export interface TransactionHandle extends AsyncIterable<TransactionState> {
  /** `0x` and lower-case hex on Stacks, lower-case hex on Bitcoin. Undefined: untracked. */
  readonly id: string | undefined;
  readonly chain: TransactionChain;
  /** The network on which it is read. */
  readonly network: NetworkName;
  /** The source that reports the state: its name and URL. Undefined: untracked. */
  readonly source: string | undefined;
  readonly state: TransactionState;
  /** Why the last read failed; undefined after a successful read. Unrelated to the state of the transaction. */
  readonly trouble: Trouble | undefined;
  /** Calls the listener after every change of `state` or `trouble`. */
  subscribe(listener: () => void): Unsubscribe;
  /**
   * Resolves with the state once the transaction is seen (`pending`), or in a block at the requested depth. Reads the service:
   * a state that was stored in an earlier visit, or by another tab, is not enough.
   *
   * @throws TransactionError with a `code`: {@link TransactionFailedError} `failed`, {@link ReplacedError} `replaced`,
   * {@link DroppedError} `dropped`, {@link TimeoutError} `timeout`; else `stopped` or `untracked`
   */
  until(status: 'confirmed' | 'pending', options?: UntilOptions): Promise<TransactionState>;
  /** Ends all subscriptions and waits of this handle. */
  stop(): void;
}

/** Why a read failed. */
export interface Trouble {
  readonly code: 'rate-limited' | 'network' | 'bad-response' | 'bad-request';
  readonly message: string;
}

/** A transaction in the list of recent ones, as one source reports it. */
export interface RecentTransaction {
  readonly id: string;
  readonly chain: TransactionChain;
  /** The network on which it was tracked: a known name in its usual case, such as `testnet`, else as the page wrote it. */
  readonly network: NetworkName;
  /** The source that reported `state`: its name and URL, such as `stacks-api https://api.hiro.so`. */
  readonly source: string;
  /** The address that sent it, if the page or the wallet said so. */
  readonly account?: string | undefined;
  /** The method of the request that sent it, such as `stx_transferStx`. */
  readonly method?: string | undefined;
  /** The `label` of `trackTransaction`. */
  readonly label?: string | undefined;
  /**
   * What it moves out of the account if it is executed: of a transfer that this page sent, as it was requested, without the fee.
   */
  readonly amount?: SentAmount | undefined;
  /** When it was sent, else when it was tracked first, in milliseconds since 1970. */
  readonly sentAt: number;
  readonly state: TransactionState;
}

export interface RecentFilter {
  /** An address that sent. Default: any. */
  readonly account?: string | undefined;
  readonly network?: string | undefined;
}
