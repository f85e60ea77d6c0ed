import { describe } from '../errors.js';
import { callServer } from './call-server.js';
import { readNonceAnswer, refuseAnswer, SignInAnswerError } from './fetch-sign-in.js';
import { getChainLines, readLines, writeFields } from './message.js';
import type { SignInIdentity, SignInOptions, SignInRequest } from './types.js';

/**
 * Milliseconds. A server accepts a message for five minutes: the page replaces its nonce after two, so that the user
 * has at least three.
 */
const NONCE_LIFETIME = 120_000;
/** Milliseconds from the issue of a message to its expiry, unless the server says another time. */
const MESSAGE_LIFETIME = 600_000;

/** What the server gives for the next sign-in, and the texts for accounts. */
interface Prepared {
  readonly request: Promise<SignInRequest>;
  /** False until the server has answered. */
  isReady: boolean;
  /** Until when the nonce is used, by the clock of the page. */
  readonly until: number;
  readonly messages: Map<string, Promise<string>>;
}

/** Fetches the nonce of the next sign-in, and writes the text that an account signs. */
export class SignInMessages {
  readonly #options: SignInOptions;
  readonly #getSignal: () => AbortSignal;
  #prepared: Prepared | undefined;

  /** @param getSignal the signal that cancels what is asked of the server now */
  constructor(options: SignInOptions, getSignal: () => AbortSignal) {
    this.#options = options;
    this.#getSignal = getSignal;
  }

  /** True if a text can be written without asking for another nonce. */
  get hasNonce(): boolean {
    return !!this.#getFresh()?.isReady;
  }

  /** Forgets the nonce: it was used, or is of another session. Returns whether there was one. */
  discard(): boolean {
    const hadNonce = this.#prepared !== undefined;
    this.#prepared = undefined;
    return hadNonce;
  }

  /** Forgets a nonce that the server has not given yet. */
  discardPending(): void {
    if (!this.#prepared?.isReady) this.#prepared = undefined;
  }

  /** The text for the account, with a nonce that is not too old. Callers share one request for a nonce. */
  async write(account: SignInIdentity): Promise<string> {
    const prepared = this.#getFresh() ?? this.#fetchNonce();
    try {
      return await this.#writeWith(prepared, account);
    } catch (error) {
      // Another call may have asked for another nonce meanwhile.
      if (this.#prepared === prepared) this.#prepared = undefined;
      throw error;
    }
  }

  async #writeWith(prepared: Prepared, account: SignInIdentity): Promise<string> {
    const { createMessage, timeout } = this.#options;
    const request = await prepared.request;
    if (!createMessage) return writeMessage(account, request);
    // `createMessage` is called again only for another account or a new nonce.
    const { messages } = prepared;
    const name = `${account.chain} ${account.address}`;
    const message =
      messages.get(name) ??
      callServer(
        (call) => writeMessage(account, request, (fields) => createMessage(fields, call)),
        timeout,
        this.#getSignal(),
      );
    messages.set(name, message);
    return message;
  }

  /** What the server has given, unless its nonce is too old. */
  #getFresh(): Prepared | undefined {
    const prepared = this.#prepared;
    const remaining = prepared ? prepared.until - Date.now() : 0;
    // It is longer if the clock was set back.
    const isFresh = remaining > 0 && remaining <= NONCE_LIFETIME;
    return prepared && (!prepared.isReady || isFresh) ? prepared : undefined;
  }

  #fetchNonce(): Prepared {
    const until = Date.now() + NONCE_LIFETIME;
    const { getNonce, timeout } = this.#options;
    const answer = callServer((call) => getNonce(call), timeout, this.#getSignal());
    const request = answer.then(readNonceAnswer).finally(() => (prepared.isReady = true));
    const prepared: Prepared = { request, isReady: false, until, messages: new Map() };
    return (this.#prepared = prepared);
  }
}

/**
 * The text to sign, for this page.
 *
 * @throws TypeError that names the field and its value
 */
async function writeMessage(
  account: SignInIdentity,
  request: SignInRequest,
  createMessage?: SignInOptions['createMessage'],
): Promise<string> {
  const { nonce, statement, resources, issuedAt = new Date().toISOString() } = request;
  const { expirationTime = new Date(Date.parse(issuedAt) + MESSAGE_LIFETIME).toISOString() } =
    request;
  const { host: domain, origin: uri } = location;
  const times = { issuedAt, expirationTime };
  const fields = { domain, uri, ...account, nonce, statement, resources, ...times };
  // Refuses what the server would refuse, before the user is asked to sign it.
  if (!createMessage) return writeFields(fields, refuseAnswer);
  const text = await createMessage(fields);
  const expected = fromPage({ ...fields, ...getChainLines(account.chain) });
  if (fromPage(readLines(text)) === expected) return text;
  throw new SignInAnswerError(
    `createMessage must return text with ${expected}; got ${describe(text)}`,
  );
}

/** The values that the text of a server must have in common with the page. No field of a text has a line break. */
const fromPage = (fields: Readonly<Record<string, unknown>> | undefined) =>
  ['domain', 'name', 'address', 'uri', 'id', 'nonce'].map((field) => fields?.[field]).join('\n');
