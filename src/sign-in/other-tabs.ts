import { attempt, bare, getGlobal } from '../lib/safe-access.js';
import type { Unsubscribe } from '../lib/store.js';

/** Written and removed at once: other tabs get an event, and nothing stays stored. */
const KEY = 'stacks-wallet-elements/sign-in';
/** True while this copy of the package tells the others in this page. */
let isTelling = false;

/**
 * Tells the other tabs, and other copies of this package in this page, that the session of an endpoint may have changed. It
 * does not say who is signed in: they ask the server, since any script of the origin can send this event.
 */
export function tellOtherTabs(endpoint: string): void {
  const page = getGlobal('window');
  // Browsers send no event for a value that is already stored, so each has a value of its own.
  const newValue = `${Date.now()}-${Math.random()} ${endpoint}`;
  attempt(() => {
    // Throws where the storage is blocked, and then cookies are, too.
    page?.localStorage.setItem(KEY, newValue);
    page?.localStorage.removeItem(KEY);
  });
  isTelling = true;
  // The browser dispatches this event only in the other tabs.
  attempt(() => page?.dispatchEvent(new StorageEvent('storage', bare({ key: KEY, newValue }))));
  isTelling = false;
}

/**
 * Calls the listener when another tab tells that the session of the endpoint may have changed, and when the page returns
 * from the back/forward cache, where it gets no events.
 */
export function onOtherTabs(endpoint: string, listener: () => void): Unsubscribe {
  const page = getGlobal('window');
  const stored = ({ key, newValue }: StorageEvent): void => {
    const isOfEndpoint = key === KEY && newValue?.replace(/^\S+ /, ' ') === ` ${endpoint}`;
    if (isOfEndpoint && !isTelling) listener();
  };
  const shown = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) listener();
  };
  page?.addEventListener('storage', stored);
  page?.addEventListener('pageshow', shown);
  return () => {
    page?.removeEventListener('storage', stored);
    page?.removeEventListener('pageshow', shown);
  };
}
