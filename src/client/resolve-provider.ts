import { invalidParams } from '../errors.js';
import { native } from '../lib/page.js';
import type { WalletProvider } from '../wallets/provider.js';
import type { Discovery } from './discovery.js';
import type { ChosenWalletDeps } from './ask-chosen-wallet.js';
import type { Target } from './remembered-wallet.js';
import type { RequestOptions } from './types.js';

export interface ProviderDeps extends ChosenWalletDeps {
  readonly page: Window | undefined;
}

/** Milliseconds to wait for a remembered wallet that is not injected yet, while the page loads. */
const INJECTION_TIMEOUT = 1_000;

/**
 * The provider in `options`, else the remembered wallet. Undefined if the user has to choose.
 *
 * @throws JsonRpcError -32602 if `providerId` is not in `approvedProviderIds`
 */
export async function resolveProvider(
  deps: ProviderDeps,
  method: string,
  options: RequestOptions,
): Promise<Target | undefined> {
  const { discovery } = deps;
  const { provider, providerId, approvedProviderIds: approved } = options;
  // A provider object that the page passes needs no approval.
  if (provider) return { provider, id: idOf(discovery, provider) };
  if (providerId === undefined) return rememberedTarget(deps, options);
  if (approved && !approved.includes(providerId)) {
    const expected = `one of \`approvedProviderIds\` (${approved.join(', ')})`;
    throw invalidParams(method, 'providerId', providerId, expected);
  }
  const installed = discovery.provider(providerId);
  return installed && { provider: installed, id: providerId };
}

/** The id under which a provider object is found on the page. */
export function idOf(discovery: Discovery, provider: WalletProvider): string | undefined {
  return discovery.list().installed.find(({ id }) => discovery.provider(id) === provider)?.id;
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
    page.performance.now() > INJECTION_TIMEOUT &&
    native(page.document, 'readyState') === 'complete'
  ) {
    return undefined;
  }
  await injection(discovery, providerId);
  // Another tab may have connected another wallet meanwhile.
  return session.target && approved(session.target.id) ? session.target : undefined;
}

/** Resolves when the wallet with this id is injected, or after the timeout. */
function injection(discovery: Discovery, id: string): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      unwatch();
      clearTimeout(timer);
      resolve();
    };
    const unwatch = discovery.watch(() => {
      if (discovery.provider(id)) done();
    });
    const timer = setTimeout(done, INJECTION_TIMEOUT);
  });
}
