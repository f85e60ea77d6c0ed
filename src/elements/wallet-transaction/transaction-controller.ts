import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { SentTransaction } from '../../client/types.js';
import { mergeOptions } from '../../lib/read-options.js';
import { read } from '../../lib/safe-access.js';
import { isMined, milliseconds, toText } from '../../transactions/states.js';
import { trackTransaction } from '../../transactions/track.js';
import type {
  Confirmations,
  RecentTransaction,
  TransactionHandle,
  TransactionState,
} from '../../transactions/types.js';
import type { Unsubscribe } from '../../lib/store.js';
import { watchNear } from '../controllers/visibility-controller.js';

/** The properties that define what the element shows. */
interface Host extends ReactiveControllerHost, Element {
  readonly txid: string;
  readonly chain: 'stacks' | 'bitcoin';
  readonly network: string;
  readonly confirmations: Confirmations;
  readonly withoutPoll: boolean;
  readonly followReplacement: boolean;
  readonly baseUrl: string;
  readonly transaction: SentTransaction | RecentTransaction | object | undefined;
}

/** The controllers whose elements announce changes: one for each transaction, so that nothing is announced twice. */
const announcers = new Map<string, TransactionController>();

/** Tracks the transaction of an element, and reads it while the element is near the viewport. */
export class TransactionController implements ReactiveController {
  readonly #host: Host;
  readonly #changed: (state: TransactionState, previous: TransactionState) => void;
  #handle: TransactionHandle | undefined;
  #key = '';
  #isNear = false;
  #unwatch: Unsubscribe | undefined;
  #undo: Unsubscribe | undefined;
  #last: TransactionState | undefined;
  #wasInBlock = false;

  /** `changed` is called after each change of the state. */
  constructor(host: Host, changed: (state: TransactionState, previous: TransactionState) => void) {
    this.#host = host;
    this.#changed = changed;
    host.addController(this);
  }

  /** Undefined while there is no valid id. */
  get handle(): TransactionHandle | undefined {
    return this.#handle;
  }

  /** Whether the transaction is pending again after it was in a block. */
  get wasInBlock(): boolean {
    return this.#wasInBlock;
  }

  /** Whether the element announces changes: of several elements with the same transaction, the first one does. */
  get announces(): boolean {
    const key = this.#announced;
    return !key || announcers.get(key) === this;
  }

  /** What is announced: a transaction, as one source reports it. */
  get #announced(): string | undefined {
    const { id, network, source } = this.#handle ?? {};
    return id && [id, network, source].join('\n');
  }

  hostConnected(): void {
    this.#unwatch = watchNear(this.#host, (isNear) => {
      this.#isNear = isNear;
      this.#host.requestUpdate();
    });
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#unwatch?.();
    this.#isNear = false;
    this.#release();
  }

  /** Tracks the transaction of the element's current properties. */
  update(): void {
    const key = this.#getKey();
    if (key !== this.#key) {
      this.#release();
      this.#key = key;
      this.#handle = this.#track();
      this.#last = this.#handle?.state;
      this.#wasInBlock = false;
    }
    const handle = this.#handle;
    if (handle && this.#isNear) this.#undo ??= handle.subscribe(this.#read);
    else this.#stopReading();
    const announced = this.#announced;
    if (announced && !announcers.has(announced)) announcers.set(announced, this);
  }

  #getKey(): string {
    const { txid, chain, network, followReplacement, baseUrl, transaction } = this.#host;
    const all = [txid, chain, network, this.#depth, followReplacement, baseUrl];
    return all.map(String).join('\n') + getObjectKey(transaction);
  }

  /** The number of blocks that the element waits for, or `bitcoin`. A page may set anything. */
  get confirmations(): Confirmations {
    const { confirmations: asked } = this.#host;
    return asked === 'bitcoin' || (Number.isInteger(asked) && asked >= 1 && asked < 1e6)
      ? asked
      : 1;
  }

  get #depth(): Confirmations {
    return this.#host.withoutPoll ? 0 : this.confirmations;
  }

  #track(): TransactionHandle | undefined {
    const host = this.#host;
    const { transaction, followReplacement, baseUrl } = host;
    const sent = isSent(transaction) ? mergeOptions<SentFields>(transaction) : undefined;
    const text = host.txid?.trim();
    if (!transaction && !text) return undefined;
    const own = sent ?? mergeOptions<SentFields>();
    const { account, method, label, sentAt, chain = host.chain, network = host.network } = own;
    try {
      return trackTransaction(sent ? getTxid(sent) : (transaction ?? text), {
        chain: chain === 'bitcoin' ? 'bitcoin' : 'stacks',
        network: network || undefined,
        store: sent ? undefined : false,
        account,
        method,
        label,
        sentAt: milliseconds(sentAt),
        confirmations: this.#depth,
        followReplacement: Boolean(followReplacement),
        baseUrl: baseUrl || undefined,
      });
    } catch (error) {
      console.error('<wallet-transaction> shows nothing:', (error as Error).message, host);
      return undefined;
    }
  }

  #stopReading(): void {
    this.#undo?.();
    this.#undo = undefined;
  }

  #release(): void {
    this.#stopReading();
    const announced = this.#announced ?? '';
    if (announcers.get(announced) === this) announcers.delete(announced);
    this.#key = '';
  }

  readonly #read = (): void => {
    const state = this.#handle?.state;
    const previous = this.#last;
    if (!state || !previous) return;
    this.#host.requestUpdate();
    this.#last = state;
    if (toText(previous) === toText(state)) return;
    if (previous.status !== state.status) {
      this.#wasInBlock = state.status === 'pending' && (this.#wasInBlock || isMined(previous));
    }
    this.#changed(state, previous);
  };
}

type SentFields = Partial<SentTransaction & RecentTransaction>;

/** True for the `sent` event of a client, and for a recent transaction. */
const isSent = (transaction: object | undefined): transaction is SentFields =>
  read(transaction, 'sentAt') !== undefined;

/** The id of a sent or of a recent transaction. */
const getTxid = (transaction: object): string =>
  String(read(transaction, 'txid') ?? read(transaction, 'id') ?? '');

let objects = 0;
const numbers = new WeakMap<object, string>();

/** The same text for the same object, or for an object with the same transaction. */
function getObjectKey(transaction: object | undefined): string {
  if (!transaction) return '';
  if (isSent(transaction)) {
    const { chain, network, account, method, label } = mergeOptions<SentFields>(transaction);
    return toText([getTxid(transaction), chain, network, account, method, label]);
  }
  const known = numbers.get(transaction) ?? String((objects += 1));
  numbers.set(transaction, known);
  return known;
}
