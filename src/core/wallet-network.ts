import { networkFamily } from '../lib/network.js';
import type { RequestContext, Wallet, WireRequest } from '../wallets/wallet.js';
import type { Session } from './session.js';

/** Milliseconds. What opens no window is answered at once, but for the start of a sleeping extension. */
const SILENT_LIMIT = 3_000;

/**
 * The context with the network that the wallet is on now, where the caller names one and the wallet has
 * no field for it: what it reported, as long as its events are heard; else what it answers to a silent
 * question. Undefined where it does not answer.
 *
 * That a wallet with events tells every change of its network is inferred, from Xverse.
 */
export async function withWalletNetwork(
  session: Session,
  { silentNetwork }: Wallet,
  context: RequestContext,
  raw: (request: WireRequest) => Promise<unknown>,
): Promise<RequestContext> {
  const { provider, network, isNamed, walletNetwork } = context;
  const isAsked = silentNetwork && isNamed && network !== undefined && networkFamily(network);
  if (!isAsked || (walletNetwork !== undefined && (await session.hears(provider)))) return context;
  let timer: unknown;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, SILENT_LIMIT);
  });
  const answer = await Promise.race([raw(silentNetwork.request).catch(() => undefined), timeout]);
  clearTimeout(timer as number);
  return { ...context, walletNetwork: silentNetwork.read(answer) };
}
