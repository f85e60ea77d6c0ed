/** A user's words for errors and for states of transactions. */
import { describe, isJsonRpcError, JsonRpcErrorCode, mustBe, withDocs } from '../errors.js';
import { loadStatusText } from '../elements/messages/to-status-text.js';
import { toUserText } from '../elements/messages/to-user-text.js';
import { getPageLang, isBrowser, isDevelopment } from '../lib/page.js';
import { attempt, bare, isObject, native, read } from '../lib/safe-access.js';
import { toIdentity, toKey } from '../lib/to-key.js';
import type { TransactionState } from '../transactions/types.js';
import { createStore, type Store, type Unsubscribe } from '../lib/store.js';
import { nothing, type Watched, type Watcher } from './watcher.js';

/** The codes of errors about the code of the page, or about the answer of a service. */
const MISTAKES: readonly unknown[] = [
  ...['invalid', 'wrong-network', 'invalid-params', 'invalid-base-url', 'bad-response'],
  ...[JsonRpcErrorCode.InvalidRequest, JsonRpcErrorCode.InvalidParams],
];
const logged = new Set<string>();

/** Once per message, in development: the words for users do not say what to correct. */
function logMistake(shown: unknown): void {
  const error = shown instanceof Error ? shown : read(shown, 'error');
  if (!(error instanceof Error)) return;
  const isMisnamed = error.message.includes(' Did you mean "');
  if (!MISTAKES.includes(read(error, 'code')) && !isMisnamed) return;
  // Only the user can choose another network.
  if (read(read(error, 'data'), 'network') || read(read(error, 'networks'), 'isConnected')) return;
  if (logged.has(error.message) || !isDevelopment()) return;
  logged.add(error.message);
  console.error(error);
}

/** Once per text, in development, for what a component passes that has no words for users. */
function warnOnce(message: string): void {
  if (logged.has(message) || !isDevelopment()) return;
  logged.add(message);
  console.warn(message);
}

/** @throws TypeError for options in its place */
function checkLocale(caller: string, locale: unknown): void {
  if (locale === undefined || typeof locale === 'string') return;
  const message = mustBe('locale', locale, 'a language tag, such as "de"');
  throw new TypeError(withDocs(`${caller}: ${message}`, 'options'));
}

const getLanguage = (locale: string | undefined): string => locale ?? getPageLang() ?? 'en';

/** Shows a text in a language, which loads first: again when the `lang` of the page changes, if no other is given. */
function showText(
  locale: string | undefined,
  load: (language: string) => Promise<string>,
  show: (text: string) => void,
): Unsubscribe {
  const update = (): void => {
    const language = getLanguage(locale);
    void load(language).then((text) => {
      if (language === getLanguage(locale)) show(text);
    });
  };
  update();
  if (locale !== undefined) return () => {};
  const observer = new MutationObserver(update);
  observer.observe(native(document, 'documentElement'), bare({ attributeFilter: ['lang'] }));
  return () => observer.disconnect();
}

/** A user's words for an error, which load in the browser. Undefined without an error, and until they have loaded. */
export function watchErrorText(
  error: unknown,
  locale: string | undefined,
): Watched<Watcher<string | undefined>> {
  checkLocale('useErrorText', locale);
  const create = (): Watcher<string | undefined> => {
    if (error === undefined || error === null) return nothing<string | undefined>(undefined);
    const store: Store<string | undefined> = createStore<string | undefined>(undefined, () => {
      if (!isBrowser()) return () => {};
      logMistake(error);
      if (typeof error === 'string')
        warnOnce(`useErrorText: pass the error itself; got ${describe(error)}.`);
      return showText(
        locale,
        (language) => toUserText(error, language),
        (text) => store.set(text),
      );
    });
    return { initial: undefined, get: () => store.get(), subscribe: store.subscribe };
  };
  return { key: toKey([toErrorKey(error), locale]), create };
}

/**
 * A text for an error: an error that a component creates at each rendering has the same one, so that its words do not load again.
 * Those of the library, and objects of other classes, are compared by their identity.
 */
function toErrorKey(error: unknown): string {
  if (!isObject(error)) return toKey(error);
  const isOwn = isJsonRpcError(error);
  const facts = isOwn || hasClass(error) ? undefined : attempt(() => toKey(toFacts(error)));
  return facts || toIdentity(error);
}

/** Whether its facts may be in getters. */
function hasClass(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return !(value instanceof Error) && prototype !== Object.prototype && prototype !== null;
}

/** What the words for an error depend on. */
function toFacts(error: object): unknown {
  const facts: Record<string, unknown> = bare({ ...error });
  if (error instanceof Error) return [error.name, error.message, facts];
  return [{ ...facts, error: toErrorKey(facts['error']) }];
}

/** What has a status of a transaction, and undefined before one is sent. */
export type ShownStatus = TransactionState | TransactionState['status'] | undefined;

const isKnown = (status: string) =>
  /^(?:untracked|submitted|pending|confirmed|failed|replaced|dropped|unknown)$/.test(status);

type ReadStatus = Awaited<ReturnType<typeof loadStatusText>>;
/** By locale. Once they have loaded, a change of the status shows no text that is missing. */
const statusTexts = new Map<string, ReadStatus>();

/** A user's words for the state of a transaction, which load in the browser. Undefined without one, and until they have loaded. */
export function watchStatusText(
  state: ShownStatus,
  locale: string | undefined,
): Watched<Watcher<string | undefined>> {
  checkLocale('useStatusText', locale);
  const create = (): Watcher<string | undefined> => {
    if (!state) return nothing<string | undefined>(undefined);
    const store: Store<string | undefined> = createStore(
      statusTexts.get(getLanguage(locale))?.(state),
      () => {
        if (!isBrowser()) return () => {};
        // A handle of `trackTransaction` has the state.
        const hint = read(state, 'state')
          ? 'pass `state` of it'
          : 'pass the state of a transaction';
        const status: unknown = typeof state === 'string' ? state : read(state, 'status');
        if (typeof status !== 'string' || !isKnown(status))
          warnOnce(`useStatusText: ${hint}; got ${describe(state)}.`);
        const load = async (language: string): Promise<string> => {
          const toText = await loadStatusText(language);
          statusTexts.set(language, toText);
          return toText(state);
        };
        return showText(locale, load, (text) => store.set(text));
      },
    );
    return { initial: undefined, get: () => store.get(), subscribe: store.subscribe };
  };
  return { key: toKey([state, locale]), create };
}
