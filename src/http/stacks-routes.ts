import { read } from '../lib/safe-access.js';
import { AnswerCache } from './answer-cache.js';

/** What a service answered. `json` is undefined if it is no JSON. */
export interface RouteAnswer {
  readonly status: number;
  readonly json?: unknown;
}

/**
 * Asks one route. Undefined if the service has no such route: see {@link isRouteMissing}.
 *
 * @param isKnown whether this route has answered before
 */
export type Route<T> = (isKnown: boolean) => Promise<T | undefined>;

/** For each service and what is read from it: the route that answered last. */
const lastRoutes = new AnswerCache<0 | 1>(50_000);
/** Milliseconds until the newer route is asked again. A service may have been without it for a short time. */
const ASK_AGAIN = 600_000;

/**
 * Asks the newer route of a Stacks service; if the service does not have it, the older one. Remembers which of them it
 * has, and asks that one first from then on, an older one for ten minutes. Undefined if it has neither.
 *
 * The newer routes are those of `/extended/v3`, of stacks-blockchain-api 9. The older ones are those of `/extended/v1`,
 * which are deprecated since 2026 and answer 410 once they are turned off, or those of a node. The routes of `v3` came one
 * after another, so what one of them answers says nothing about the others.
 *
 * @param key the base URL of the service and the name of what is read
 */
export async function readRoutes<T>(
  key: string,
  routes: readonly [newer: Route<T>, older: Route<T>],
): Promise<T | undefined> {
  const first = lastRoutes.get(key);
  for (const at of first === 1 ? ([1, 0] as const) : ([0, 1] as const)) {
    const answer = await routes[at](at === first);
    if (answer === undefined) continue;
    lastRoutes.set(key, at, 0, at === 1 ? ASK_AGAIN : undefined);
    return answer;
  }
  return undefined;
}

/** The messages of a 404 for a transaction, in the routes `v3` and `v1` (stacks-blockchain-api 9.0.2, src/api/routes). */
const NO_TRANSACTION = /^(?:transaction not found|could not find transaction by id)$/i;
/** Those of a 404 for a missing route: of Fastify, and of Express, which the API used before. */
const NO_ROUTE = /^(?:Route )?(?:GET|POST)[: ]/;

/**
 * True for the answer of a service without the route: 410, 501, or a 404 that is not about a transaction. In a node or a
 * gateway, a 404 for a missing route has any text.
 *
 * @param isKnown true for a route that has answered before: then a 404 without a known message is about what was asked for
 */
export function isRouteMissing({ status, json }: RouteAnswer, isKnown = false): boolean {
  if (status !== 404) return status === 410 || status === 501;
  const message = read(json, 'message');
  const text = typeof message === 'string' ? message : '';
  return isKnown ? NO_ROUTE.test(text) : !NO_TRANSACTION.test(text);
}
