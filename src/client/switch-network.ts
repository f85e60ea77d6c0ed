import { JsonRpcError, JsonRpcErrorCode, withDocs } from '../errors.js';
import { normalizeAddresses } from '../stacks/address.js';
import { normalizeNetwork } from '../stacks/network.js';
import { findWallet } from '../wallets/index.js';
import { reportedNetwork, rowsIn } from '../wallets/networks.js';
import { mergeDefaults, type ExplainDeps } from './explain.js';
import { sendRaw, toJsonParams } from './raw.js';
import { getKnownWallet } from './session.js';
import type { ConnectionStorage } from './storage.js';
import type { RequestOptions } from './types.js';

/** Asks the wallet to change to another network, and connects its account there. */
export async function switchNetwork(
  deps: ExplainDeps & { readonly storage: ConnectionStorage },
  defaults: RequestOptions | undefined,
  network: string,
  given?: RequestOptions,
): Promise<void> {
  const options = mergeDefaults('switchNetwork', defaults, given);
  const target = getKnownWallet(deps, 'switchNetwork', options);
  if (!target) {
    throw new JsonRpcError(
      JsonRpcErrorCode.UnknownError,
      withDocs('switchNetwork: no wallet is connected; call `connect()` first.', -31000),
    );
  }
  const { session, storage } = deps;
  const { signal } = options;
  const name = normalizeNetwork(network);
  const wallet = findWallet(target.provider, target.id, deps.wallets);
  if (!wallet.changeNetwork) throw cannotSwitch(wallet.info.name, name);
  const answer = await wallet.changeNetwork(name, (method, params) =>
    sendRaw(target.provider, method, toJsonParams(method, params), signal),
  );
  if (!session.isOf(target.provider) || session.state.status !== 'connected') return;
  const addresses = normalizeAddresses(rowsIn(answer)) ?? [];
  if (addresses.length === 0) return session.reportNetwork(target, name);
  const attempt = session.attempt(signal);
  attempt.connect({
    wallet: target,
    addresses,
    network: reportedNetwork('getAddresses', answer) ?? name,
    persistsWallet: session.providerId === target.id,
    persistsAddresses: storage.read().addresses.length > 0,
    isPartial: false,
  });
  attempt.end();
}

function cannotSwitch(wallet: string, network: string): JsonRpcError {
  const instead = `ask the user to choose ${network} in the wallet, or pass \`network\` with each request`;
  return new JsonRpcError(
    JsonRpcErrorCode.MethodNotFound,
    `switchNetwork: ${wallet} cannot be asked to change its network: ${instead}.`,
    { data: { network, instead } },
  );
}
