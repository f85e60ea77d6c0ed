import {
  describe,
  invalidParams,
  isJsonRpcError,
  JsonRpcError,
  JsonRpcErrorCode,
  withDocs,
} from '../errors.js';
import { abortable, shareTask, type SharedTask } from '../lib/promises.js';
import { isMisspelled } from '../lib/read-options.js';
import { toKey } from '../lib/to-key.js';
import { createStore, type Store, type Unsubscribe } from '../lib/store.js';
import { native } from '../lib/safe-access.js';
import { knownWallets } from '../wallets/catalog.js';
import { LEGACY_IDS, type Discovery } from './discovery.js';
import { findRequestedWallet, isApproved, type Session } from './session.js';
import type {
  Choice,
  ChoiceState,
  Picker,
  RequestOptions,
  PageWallet,
  WalletList,
} from './types.js';

/** Asks a wallet. Aborting the signal ignores its answer. */
export type AskWallet = (
  pageWallet: PageWallet,
  signal: AbortSignal | undefined,
) => Promise<unknown>;

/** How a choice ended. A wallet that was asked may have answered with anything. */
interface Outcome {
  readonly pageWallet: PageWallet;
  /** True if the wallet was asked while the picker was open, and `answer` is the answer to this request. */
  readonly isAnswered: boolean;
  readonly answer: unknown;
}

/** The choices of a client that are pending, and what they need. */
export interface ChoiceDeps {
  readonly page: Window | undefined;
  readonly discovery: Discovery;
  readonly session: Session;
  readonly getPicker: () => Picker | undefined;
  /** The oldest first. */
  readonly pending: Store<readonly PendingChoice[]>;
}

/** A choice, and the options that it belongs to. */
export interface PendingChoice {
  readonly choice: WalletChoice;
  readonly task: SharedTask<Outcome>;
  readonly options: RequestOptions;
  /** False for a view of the page, which began it with `choose()`. */
  readonly opensPicker: boolean;
  /** What the answer depends on: requests with the same key share it. Undefined if the wallet is asked after the choice. */
  readonly key: string | undefined;
}

/** Only connecting is tried again: nothing that signs or sends is sent twice. */
export class WalletChoice implements Choice {
  /** As `markRaw()` of Vue: no proxy is made of it, which could not read private fields. */
  protected readonly __v_skip = true;
  readonly #deps: ChoiceDeps;
  readonly #options: RequestOptions;
  readonly #askWallet: AskWallet | undefined;
  readonly #store = createStore<ChoiceState>({ status: 'opening' });
  readonly outcome: Promise<Outcome>;
  #resolve!: (outcome: Outcome) => void;
  #reject!: (error: unknown) => void;
  #asking: AbortController | undefined;

  #isShown = false;

  readonly lastProviderId: string | undefined;

  /** Without `askWallet`, the choice ends as soon as the user has picked a wallet. */
  constructor(deps: ChoiceDeps, options: RequestOptions, askWallet: AskWallet | undefined) {
    this.#deps = deps;
    this.#options = options;
    this.#askWallet = askWallet;
    this.lastProviderId = deps.session.providerId;
    this.outcome = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.outcome.catch(() => {}); // the callers handle the rejection
  }

  get state(): ChoiceState {
    return this.#store.get();
  }

  get opener(): Element | undefined {
    return this.#options.opener;
  }

  get shown(): boolean {
    return this.#isShown;
  }

  get finished(): Promise<string> {
    return this.outcome.then(({ pageWallet }) => pageWallet.id!);
  }

  get wallets(): WalletList {
    return this.#deps.discovery.list(this.#options);
  }

  watchWallets(changed: (list: WalletList) => void): Unsubscribe {
    return this.#deps.discovery.watch(changed, this.#options);
  }

  subscribe(listener: () => void): Unsubscribe {
    return this.#store.subscribe(listener);
  }

  opened(): void {
    if (this.state.status === 'opening') this.#store.set({ status: 'choosing' });
  }

  pick(providerId: string): void {
    if (this.state.status !== 'connecting') void this.#connect(providerId);
  }

  retry(): void {
    const { state } = this;
    if (state.status === 'connecting' || state.status === 'failed')
      void this.#connect(state.providerId);
  }

  back(): void {
    if (this.state.status === 'done') return;
    this.#asking?.abort();
    this.#store.set({ status: 'choosing' });
  }

  close(): void {
    const { state } = this;
    const error =
      state.status === 'failed'
        ? state.error
        : new JsonRpcError(JsonRpcErrorCode.UserCanceled, 'The wallet picker was closed.');
    this.#isShown = true;
    if (state.status !== 'connecting') return this.fail(error);
    // A page may close its picker as soon as it is connected: the answer comes in the same task.
    setTimeout(() => this.fail(error));
  }

  fail(error: unknown): void {
    this.#asking?.abort();
    this.#end(undefined, () => this.#reject(error));
  }

  async #connect(providerId: string): Promise<void> {
    if (this.state.status === 'done') return;
    this.#asking?.abort();
    const { signal } = (this.#asking = new AbortController());
    try {
      const pageWallet = getPageWallet(this.#deps.discovery, providerId, this.#options);
      const isAnswered = this.#askWallet !== undefined;
      if (isAnswered) this.#store.set({ status: 'connecting', providerId });
      if (signal.aborted) return;
      const answer = await this.#askWallet?.(pageWallet, signal);
      if (signal.aborted) return;
      this.#end(providerId, () => this.#resolve({ pageWallet, isAnswered, answer }));
    } catch (thrown) {
      if (signal.aborted) return;
      const error = toRequestError(thrown);
      // UserCanceled: disconnect() was called, so a retry is not offered.
      if (error.code === JsonRpcErrorCode.UserCanceled) this.fail(error);
      else this.#store.set({ status: 'failed', providerId, error });
    }
  }

  #end(providerId: string | undefined, settle: () => void): void {
    if (this.state.status === 'done') return;
    this.#store.set({ status: 'done', providerId });
    settle();
  }
}

/**
 * Asks the wallet that the user chooses, or the remembered one once it is on the page.
 *
 * @param connects true for a method that connects
 * @returns the answer
 * @throws JsonRpcError -32602 if `providerId` is not in `approvedProviderIds`, or an id is almost that of a known wallet; -31001 if the user closes the picker; -31000
 *   if there is no wallet and no picker; what `ask` throws; the signal's reason once the signal is aborted
 */
export async function askChosenWallet(
  deps: ChoiceDeps,
  method: string,
  params: unknown,
  options: RequestOptions,
  ask: AskWallet,
  connects: boolean,
): Promise<unknown> {
  const { signal } = options;
  // Another caller may have connected a wallet meanwhile.
  const remembered =
    findRequestedWallet(deps, method, options) ??
    (await abortable(waitForRememberedWallet(deps, options), signal));
  signal?.throwIfAborted();
  if (remembered) return ask(remembered, signal);
  checkIds(deps.discovery, method, options);
  return connects
    ? connectChosen(deps, method, params, options, ask)
    : requestFromChosen(deps, method, options, ask);
}

/** The chosen wallet is asked while the picker is open, so that the picker can show an error and offer another attempt. */
async function connectChosen(
  deps: ChoiceDeps,
  method: string,
  params: unknown,
  options: RequestOptions,
  ask: AskWallet,
): Promise<unknown> {
  const offer = offerOnlyNamed(options);
  const key = toAnswerKey(method, params, offer);
  const { pageWallet, isAnswered, answer } = await chooseWallet(deps, method, offer, ask, key);
  if (options.persistWalletSelect !== false) deps.session.remember(pageWallet);
  return isAnswered ? answer : ask(pageWallet, options.signal);
}

/** The chosen wallet is asked once, after the picker has closed. */
async function requestFromChosen(
  deps: ChoiceDeps,
  method: string,
  options: RequestOptions,
  ask: AskWallet,
): Promise<unknown> {
  const offer = offerOnlyNamed(options);
  const { pageWallet } = await chooseWallet(deps, method, offer, undefined, undefined);
  const persists = options.persistWalletSelect !== false;
  if (persists) deps.session.remember(pageWallet);
  const answer = await ask(pageWallet, options.signal);
  deps.session.rememberAfterAnswer(pageWallet, persists);
  return answer;
}

/**
 * Refuses an id that no wallet has, but that is almost that of a known one, if then no wallet would be offered. Wallets
 * that are on the page or in `defaultProviders` may have any id.
 *
 * @throws JsonRpcError -32602 with the name of the field, the id and what was meant
 */
function checkIds(discovery: Discovery, method: string, options: RequestOptions): void {
  const { approvedProviderIds: approved = [], providerId, defaultProviders } = options;
  const isFound = (id: string): boolean => {
    if ([...knownWallets.map(({ info }) => info.id), ...LEGACY_IDS].includes(id)) return true;
    const listed = discovery.list({ approvedProviderIds: undefined, defaultProviders });
    return (
      [...listed.installed, ...listed.others].some((wallet) => wallet.id === id) ||
      discovery.provider(id) !== undefined
    );
  };
  const check = (field: string, id: string) => {
    const meant = isFound(id) ? undefined : findMeantId(id);
    if (meant === undefined) return;
    throw invalidParams(method, field, id, `the id of a wallet, such as \`${meant}\``);
  };
  if (providerId !== undefined) check('providerId', providerId);
  // A list with an id that is right still offers a wallet, as lists of pages of @stacks/connect do.
  if (!approved.some(isFound)) {
    approved.forEach((id, index) => check(`approvedProviderIds[${index}]`, id));
  }
}

/** The id of the known wallet that an id was probably meant to be: it is the name of the wallet, or almost its id. */
function findMeantId(id: string): string | undefined {
  const name = shorten(id);
  return knownWallets.find(({ info }) => {
    const shortId = shorten(info.id);
    const isMeant = name === shortId || (shortId.length > 4 && isMisspelled(name, shortId));
    return isMeant || isMisspelled(id, info.id);
  })?.info.id;
}

/** `leather` for `LeatherProvider`. An id is a dot path. */
const shorten = (id: string): string =>
  /^.+?(?=[\s.]|wallet|provider|$)/.exec(id.slice(0, 100).toLowerCase())?.[0] ?? '';

/** If the caller names a wallet that is not installed, the picker offers only that one. */
function offerOnlyNamed(options: RequestOptions): RequestOptions {
  const { providerId } = options;
  return providerId === undefined ? options : { ...options, approvedProviderIds: [providerId] };
}

async function chooseWallet(
  deps: ChoiceDeps,
  method: string,
  options: RequestOptions,
  ask: AskWallet | undefined,
  key: string | undefined,
): Promise<Outcome> {
  for (;;) {
    if (!deps.getPicker()) {
      const pageWallet = getOnlyWallet(deps, method, options);
      return { pageWallet, isAnswered: false, answer: undefined };
    }
    const shared = findShared(deps, options);
    const pending = shared ?? startChoice({ deps, options, ask, key, opensPicker: true });
    const outcome = await pending.task.join(options.signal);
    // It may be the choice of another caller, with other approved ids: then another picker opens.
    if (!isApproved(outcome.pageWallet.id, options)) continue;
    // The wallet is asked again if the answer depends on other options, or if the caller of the choice has aborted.
    const isAnswerUsable =
      !shared || (key !== undefined && key === shared.key && !shared.options.signal?.aborted);
    return isAnswerUsable ? outcome : { ...outcome, isAnswered: false };
  }
}

/**
 * The choice that a request waits for: one that offers no wallet which the request does not allow, else the open picker. A
 * view of the page may stay there, so a request that it cannot serve does not wait for it.
 */
function findShared({ pending }: ChoiceDeps, options: RequestOptions): PendingChoice | undefined {
  const all = pending.get();
  const { approvedProviderIds: approved } = options;
  const isWithin = ({ options: { approvedProviderIds: offered } }: PendingChoice) =>
    !approved || (offered?.every((id) => approved.includes(id)) ?? false);
  const within = all.filter(isWithin);
  return findPicker(within) ?? within[0] ?? findPicker(all);
}

const findPicker = (all: readonly PendingChoice[]) => all.find(({ opensPicker }) => opensPicker);

/**
 * Starts a choice for a view of the page, or returns the pending one with the same options. The wallet that is picked is
 * connected.
 *
 * @throws JsonRpcError -32602 if the options have a `provider`, or a `providerId` that is not in `approvedProviderIds`; the
 *   signal's reason if the signal is aborted
 */
export function choose(
  deps: ChoiceDeps,
  options: RequestOptions,
  connect: (options: RequestOptions) => Promise<unknown>,
): Choice {
  const { provider, signal } = options;
  signal?.throwIfAborted();
  if (provider) throw invalidParams('choose', 'provider', provider, 'absent: the user chooses');
  findRequestedWallet(deps, 'choose', options); // checks `providerId`
  checkIds(deps.discovery, 'choose', options);
  const offer = offerOnlyNamed(options);
  const key = toAnswerKey('getAddresses', undefined, offer);
  const offerKey = toOfferKey(offer);
  const same = deps.pending.get().find((one) => one.key === key && toOfferKey(one.options) === offerKey); // prettier-ignore
  const ask: AskWallet = ({ id }, current) =>
    connect({ ...offer, providerId: id, signal: current });
  const { choice, task } =
    same ?? startChoice({ deps, options: offer, ask, key, opensPicker: false });
  task.join(signal).catch(() => {}); // `finished` rejects, too
  return choice;
}

/** Starts a choice, for a view of the page unless it opens the picker. */
function startChoice({
  deps,
  options,
  ask,
  key,
  opensPicker,
}: Pick<PendingChoice, 'options' | 'key' | 'opensPicker'> & {
  readonly deps: ChoiceDeps;
  readonly ask: AskWallet | undefined;
}): PendingChoice {
  const choice = new WalletChoice(deps, options, ask);
  /** Replaces the entry of this choice, which tells the subscribers of the client. */
  const replace = (next: readonly PendingChoice[]) => {
    const all = deps.pending.get();
    const index = all.findIndex((one) => one.choice === choice);
    if (index >= 0) deps.pending.set(all.toSpliced(index, 1, ...next));
  };
  const task = shareTask(
    (signal) => {
      signal.addEventListener('abort', () => choice.fail(signal.reason));
      if (opensPicker) {
        // In an async function, so that a picker that throws rejects.
        void (async () => deps.getPicker()!(choice))().then(
          () => choice.opened(),
          (error: unknown) => choice.fail(toRequestError(error)),
        );
      } else choice.opened();
      return choice.outcome;
    },
    () => replace([]),
  );
  const pending = { choice, task, options, opensPicker, key };
  deps.pending.set([...deps.pending.get(), pending]);
  choice.subscribe(() => replace(choice.state.status === 'done' ? [] : [pending]));
  return pending;
}

function toRequestError(thrown: unknown): JsonRpcError {
  if (isJsonRpcError(thrown)) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new JsonRpcError(JsonRpcErrorCode.UnknownError, message, { cause: thrown });
}

/** What the answer to a request to connect depends on. */
function toAnswerKey(method: string, params: unknown, options: RequestOptions): string {
  const { network, enableOverrides = true, enableLocalStorage = true } = options;
  const { persistWalletSelect = true } = options;
  return toKey([
    method,
    params ?? {},
    network,
    enableOverrides,
    enableLocalStorage,
    persistWalletSelect,
  ]);
}

/** The wallets that a choice offers. */
function toOfferKey({ approvedProviderIds, defaultProviders }: RequestOptions): string {
  return toKey([approvedProviderIds && [...approvedProviderIds].sort(), defaultProviders]);
}

function getPageWallet(discovery: Discovery, id: string, options: RequestOptions): PageWallet {
  const isAllowed = isApproved(id, options);
  const provider = isAllowed ? discovery.provider(id) : undefined;
  if (provider) return { provider, id };
  const why = isAllowed ? 'is not on this page (any more)' : 'is not among `approvedProviderIds`';
  throw new JsonRpcError(
    JsonRpcErrorCode.UnknownError,
    `The chosen wallet ${describe(id)} ${why}.`,
  );
}

/** Milliseconds to wait for a remembered wallet that is not injected yet, while the page loads. */
const INJECTION_TIMEOUT = 1_000;

/** The remembered wallet, once it is injected into a page that still loads. */
async function waitForRememberedWallet(
  { page, discovery, session }: ChoiceDeps,
  options: RequestOptions,
): Promise<PageWallet | undefined> {
  const { forceWalletSelect, provider, providerId: named } = options;
  const id = session.providerId;
  if (forceWalletSelect || provider || named !== undefined) return undefined;
  if (id === undefined || !page || !isApproved(id, options)) return undefined;
  const isLoaded = native(page.document, 'readyState') === 'complete';
  if (isLoaded && page.performance.now() > INJECTION_TIMEOUT) return undefined;
  await new Promise<void>((resolve) => {
    const done = () => {
      unwatch();
      clearTimeout(timer);
      resolve();
    };
    const unwatch = discovery.watch(() => discovery.provider(id) && done());
    const timer = setTimeout(done, INJECTION_TIMEOUT);
  });
  // Another tab may have connected another wallet meanwhile.
  const pageWallet = session.followWallet();
  return pageWallet && isApproved(pageWallet.id, options) ? pageWallet : undefined;
}

/** Used without a picker: the only installed wallet, else an error. */
function getOnlyWallet(
  { page, discovery }: ChoiceDeps,
  method: string,
  options: RequestOptions,
): PageWallet {
  const { installed } = discovery.list(options);
  const [only, ...more] = installed;
  if (only && !more.length) return getPageWallet(discovery, only.id, options);
  const code = JsonRpcErrorCode.UnknownError;
  if (!page) {
    const message = `${method}: there is no wallet on a server. Call this in the browser, such as in a listener of an event.`;
    throw new JsonRpcError(code, withDocs(message, 'server'));
  }
  const message = only
    ? `There are ${installed.length} wallets to choose from (${installed.map(({ id }) => id).join(', ')}) and no picker: pass \`provider\`, narrow \`approvedProviderIds\` to one, or set \`picker\` with \`configure()\`.`
    : 'No wallet that this page allows is installed; pass `provider`, or ask the user to install one.';
  throw new JsonRpcError(code, withDocs(message, code));
}
