import { invalidParams } from '../errors.js';
import { native } from '../lib/native.js';
import type { Discovery } from './discovery.js';
import type { PickingDeps } from './picking.js';
import type { Target } from './remembered-wallet.js';
import type { RequestOptions } from './types.js';

export interface ProviderDeps extends PickingDeps {
  readonly page: Window | undefined;
}

/** A remembered wallet that is not there yet is waited for while the page loads, and this long after. */
const LATE_PROVIDER = 1_000;

/**
 * The provider that `options` name, else the remembered wallet; undefined where the user has to choose.
 *
 * @throws JsonRpcError -32602 where `providerId` is not among `approvedProviderIds`
 */
export async function resolveProvider(
  deps: ProviderDeps,
  method: string,
  options: RequestOptions,
): Promise<Target | undefined> {
  const { discovery } = deps;
  const { provider, providerId, approvedProviderIds: approved } = options;
  // An object of the page's own making is the page's to approve of.
  if (provider) return { provider, id: discovery.idOf(provider) };
  if (providerId === undefined) return rememberedTarget(deps, options);
  if (approved && !approved.includes(providerId)) {
    const expected = `one of \`approvedProviderIds\` (${approved.join(', ')})`;
    throw invalidParams(method, 'providerId', providerId, expected);
  }
  const installed = discovery.provider(providerId);
  return installed && { provider: installed, id: providerId };
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
