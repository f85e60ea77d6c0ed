import { describe, invalidParams, JsonRpcError, JsonRpcErrorCode, keepArrays } from '../errors.js';
import { attempt } from '../lib/safe-access.js';
import { native } from '../lib/native.js';
import type { Discovery } from './discovery.js';
import { choose, type Connecting, type PickingDeps } from './picking.js';
import type { Call } from './call.js';
import type { Target } from './remembered-wallet.js';
import type { RequestOptions } from './types.js';

export interface ProviderDeps extends PickingDeps {
  readonly page: Window | undefined;
}

type Use = (target: Target, signal: AbortSignal | undefined) => Promise<unknown>;

/** A remembered wallet that is not there yet is waited for while the page loads, and this long after. */
const LATE_PROVIDER = 1_000;

/**
 * Calls `use` with `options.provider`, with the remembered wallet, or with the one that the user
 * chooses. Where the choice is for connecting, `use` runs while the picker is open, so that it can show
 * how it goes and offer a Retry; nothing that signs or sends is ever run twice.
 */
export async function withProvider(
  deps: ProviderDeps,
  given: RequestOptions,
  { method, params, connectAttempt }: Call,
  use: Use,
): Promise<unknown> {
  const { discovery, session } = deps;
  const { provider, providerId: wanted, signal } = given;
  // An object of the page's own making is the page's to approve of.
  if (provider) return use({ provider, id: discovery.idOf(provider) }, signal);
  const approved = given.approvedProviderIds;
  if (wanted !== undefined && approved && !approved.includes(wanted)) {
    const expected = `one of \`approvedProviderIds\` (${approved.join(', ')})`;
    throw invalidParams(method, 'providerId', wanted, expected);
  }
  const installed = wanted === undefined ? undefined : discovery.provider(wanted);
  if (installed) return use({ provider: installed, id: wanted }, signal);
  const options =
    wanted === undefined
      ? given
      : { ...given, approvedProviderIds: [wanted], forceWalletSelect: true };

  const remembered = await rememberedTarget(deps, options);
  if (remembered) return use(remembered, signal);

  const targetOf = (id: string): Target => {
    const found = discovery.provider(id);
    if (found) return { provider: found, id };
    throw new JsonRpcError(
      JsonRpcErrorCode.UnknownError,
      `The chosen wallet ${describe(id)} is not on this page (any more).`,
    );
  };

  const connecting: Connecting | undefined = connectAttempt && {
    purpose: purposeOf(method, params, options),
    attempt: (id, sending) => use(targetOf(id), sending),
  };
  const { providerId, connection } = await choose(deps, options, connecting);
  if (connection && isSame(connection.by, connecting)) return connection.result;

  const target = targetOf(providerId);
  if (options.persistWalletSelect !== false) session.adopt(target);
  return use(target, signal);
}

/** Two with one purpose may share an answer: the same is asked for, and the same becomes of it. */
function purposeOf(method: string, params: unknown, options: RequestOptions): string | undefined {
  const { network, enableOverrides, enableLocalStorage, persistWalletSelect } = options;
  return attempt(() =>
    JSON.stringify(
      [
        method,
        params ?? {},
        network,
        ...[enableOverrides, enableLocalStorage, persistWalletSelect].map((flag) => flag !== false),
      ],
      keepArrays,
    ),
  );
}

function isSame(by: Connecting, own: Connecting | undefined): boolean {
  return by === own || (by.purpose !== undefined && by.purpose === own?.purpose);
}

async function rememberedTarget(
  { page, discovery, session }: ProviderDeps,
  { forceWalletSelect, approvedProviderIds }: RequestOptions,
): Promise<Target | undefined> {
  if (forceWalletSelect) return undefined;
  const approved = (id: string | undefined) =>
    !approvedProviderIds || (id !== undefined && approvedProviderIds.includes(id));
  const { target, providerId } = session;
  if (target) return approved(target.id) ? target : undefined;
  if (providerId === undefined || !page || !approved(providerId)) return undefined;
  if (
    page.performance.now() > LATE_PROVIDER &&
    native(page.document, 'readyState') === 'complete'
  ) {
    return undefined;
  }
  await appearance(discovery, providerId);
  // Another tab may have gone on to another wallet meanwhile.
  return session.target && approved(session.target.id) ? session.target : undefined;
}

/** Settles when a provider stands at the id, or when it is too late to expect it. */
function appearance(discovery: Discovery, id: string): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      unwatch();
      clearTimeout(timer);
      resolve();
    };
    const unwatch = discovery.watch(() => {
      if (discovery.provider(id)) done();
    });
    const timer = setTimeout(done, LATE_PROVIDER);
  });
}
