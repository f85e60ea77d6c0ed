import { describe } from '../errors.js';
import { BASE_URL, joinUrl, parseBaseUrl } from '../http/base-url.js';
import { HttpError, SMALL_ANSWER } from '../http/fetch-json.js';
import { BACKGROUND } from '../http/pauses.js';
import { GET, getReader, type ServiceReader, type ServiceRequest } from '../http/service.js';
import { bare } from '../lib/safe-access.js';
import { canBeOn, getAddressFormat } from '../stacks/address.js';
import { assertNetwork, INFO_TIMEOUT, NODE_INFO } from '../stacks/node-network.js';
import { STACKS_API } from './options.js';
import type { TransactionRecord } from './record.js';
import { GRACE, isMined, sighting } from './states.js';
import type {
  Get,
  Reading,
  SourceAnswer,
  Tip,
  TransactionSource,
  TransactionToRead,
  Trouble,
} from './types.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** A pending transaction for this long may wait for one with an earlier nonce. */
const LONG = 30 * SECOND;

/** Requests a minute to all services together, from this page. */
const PER_MINUTE = 12;

/** The times of the requests of the last minute: by host for sources with their own limit, else `all`. */
const requests = new Map<string, readonly number[]>();

/** A request that was not sent, or whose answer says nothing about a transaction. */
class ReadError extends Error {
  /** `busy`: the requests of this minute are used up. */
  readonly code: Trouble['code'] | 'busy';
  /** When the next request may be sent, milliseconds since 1970. Undefined: after the pause of the host. */
  readonly retryAt: number | undefined;

  constructor(code: ReadError['code'], message: string, retryAt?: number) {
    super(message);
    this.code = code;
    this.retryAt = retryAt;
  }
}

function toReadError(error: unknown): ReadError {
  if (error instanceof ReadError) return error;
  if (!(error instanceof HttpError)) return new ReadError('bad-response', String(error));
  return error.code === 'wrong-network'
    ? new ReadError('bad-request', error.message, Infinity)
    : new ReadError(error.kind, error.message);
}

/** A depth comes from the tip alone: a source of the page may pass on other fields. */
const NO_DEPTH = { depth: undefined, bitcoinDepth: undefined, final: undefined };

/** Why a read failed, and when the next one may be sent, milliseconds since 1970. `busy` is no fault of the service. */
export interface ReadFailure {
  readonly code: Trouble['code'] | 'busy';
  readonly message: string;
  readonly retryAt: number;
}

/** Sends the requests of a source for the transactions of a network. */
export class SourceReader {
  readonly #source: TransactionSource;
  readonly #network: string;
  readonly #baseUrl: string | undefined;
  readonly #reader: ServiceReader;
  /** The origin of the source. */
  readonly #host: string;

  constructor(source: TransactionSource, network: string) {
    this.#source = source;
    this.#network = network;
    this.#baseUrl = parseBaseUrl(source.baseUrl);
    this.#host = this.#baseUrl ? new URL(this.#baseUrl).origin : '';
    this.#reader = getReader(source.fetch);
  }

  /**
   * Yields what the source says of each transaction, once it is read.
   *
   * @param fresh ignores the pause of the host: the page is online again
   */
  async *read(
    records: readonly TransactionRecord[],
    signal: AbortSignal,
    fresh: boolean,
  ): AsyncGenerator<readonly [id: string, reading: Reading], void> {
    const get: Get = (path, maxBytes) => this.#get(path, signal, fresh, maxBytes);
    for await (const [id, answer] of this.#source.read(this.#toReads(records), get)) {
      const reading = bare({ ...answer, ...NO_DEPTH });
      if (this.#isOfOtherNetwork(reading)) continue;
      if (reading.status === 'missing') await this.#compareNetwork(signal, fresh);
      yield [id, reading];
    }
  }

  /** The newest block. */
  tip(signal: AbortSignal, fresh: boolean): Promise<Tip | undefined> {
    return this.#source.tip((path, maxBytes) => this.#get(path, signal, fresh, maxBytes));
  }

  toFailure(error: unknown): ReadFailure {
    const { code, message, retryAt = this.#pauseEnd } = toReadError(error);
    return { code, message, retryAt };
  }

  /** What a source is told of the transactions that it reads. */
  #toReads(due: readonly TransactionRecord[]): readonly TransactionToRead[] {
    const now = Date.now();
    return due.map(({ id, state, seen, account, sentAt, hasSentAt, readAt }) => ({
      id,
      sender: seen?.sender ?? this.#toSender(account),
      seen,
      asksNonce: state.status === 'pending' && now - state.since > LONG * (this.#source.pace ?? 1),
      isOverdue:
        state.status === 'submitted' && (now - sentAt > GRACE || (!hasSentAt && readAt === 0)),
      isMined: isMined(state),
    }));
  }

  /** True if the sender of a transaction cannot be on the network of this poller. */
  #isOfOtherNetwork({ seen }: Reading): boolean {
    const format = getAddressFormat(seen?.sender);
    return format !== undefined && !canBeOn(format, this.#network);
  }

  /** The account as a sender on this network. It becomes a part of URLs, so only an address is accepted. */
  #toSender(account: string | undefined): string | undefined {
    const format = getAddressFormat(account);
    const isSender = format?.chain === 'stacks' && canBeOn(format, this.#network);
    return isSender ? sighting(account, undefined).sender : undefined;
  }

  /**
   * A service of another network finds no transaction of this one.
   *
   * @throws HttpError `wrong-network` for such a service, which is not read again
   */
  async #compareNetwork(signal: AbortSignal, fresh: boolean): Promise<void> {
    const { name, fetch } = this.#source;
    const baseUrl = this.#baseUrl;
    // Only this source is known to have the route.
    if (name !== STACKS_API || baseUrl === undefined) return;
    const service = { baseUrl, network: this.#network, fetch };
    const readInfo = (shared: AbortSignal) => {
      const request = { ...this.#toRequest(fresh), timeout: INFO_TIMEOUT, maxBytes: SMALL_ANSWER };
      return this.#reader.send(joinUrl(baseUrl, NODE_INFO), request, shared);
    };
    await assertNetwork(service, { maxAge: 0, signal }, readInfo);
  }

  /** When the host is asked again after a failure: after its pause, else in a minute. */
  get #pauseEnd(): number {
    const until = this.#baseUrl === undefined ? 0 : this.#reader.pauseEnd(this.#baseUrl);
    return until > Date.now() ? until : Date.now() + MINUTE;
  }

  #toRequest(fresh: boolean): ServiceRequest {
    return {
      ...GET,
      rules: BACKGROUND,
      fresh,
      // Bypasses the cache, which may contain an old answer. Without own headers, which would need a preflight.
      cache: 'no-store',
      onSend: () => this.#countRequest(),
    };
  }

  async #get(
    path: string,
    signal: AbortSignal,
    fresh: boolean,
    maxBytes?: number,
  ): Promise<SourceAnswer> {
    if (this.#baseUrl === undefined) {
      const message = `baseUrl must be ${BASE_URL}; got ${describe(this.#source.baseUrl)}.`;
      throw new ReadError('bad-request', message, Infinity);
    }
    const url = joinUrl(this.#baseUrl, path);
    const answer = await this.#reader.read(
      url,
      { ...this.#toRequest(fresh), maxBytes },
      { maxAge: 0, signal },
    );
    const { status, json } = answer;
    if ([200, 404, 410, 501].includes(status)) return { status, json };
    const error = this.#reader.refuse(url, answer);
    throw status === 400 ? new ReadError('bad-request', error.message, Infinity) : error;
  }

  /** @throws ReadError `busy` if the requests of this minute are used up */
  #countRequest(): void {
    const { perMinute } = this.#source;
    const key = perMinute ? this.#host : 'all';
    const limit = perMinute ?? PER_MINUTE;
    const now = Date.now();
    // Forgets hosts without a request in the last minute.
    for (const [host, times] of requests) if (times.at(-1)! <= now - MINUTE) requests.delete(host);
    // The clock of the computer may have been set back.
    const sent = (requests.get(key) ?? []).filter((time) => time > now - MINUTE && time <= now);
    if (sent.length >= limit) {
      throw new ReadError('busy', 'Too many requests.', sent.at(-limit)! + MINUTE);
    }
    requests.set(key, [...sent, now]);
  }
}
