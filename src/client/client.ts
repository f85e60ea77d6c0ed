import { knownWallets } from '../wallets/catalog.js';
import type { Wallet } from '../wallets/wallet.js';
import { JsonRpcError, JsonRpcErrorCode, describe } from '../errors.js';
import * as read from '../lib/read-options.js';
import { attempt } from '../lib/safe-access.js';
import type { AddressesResult } from '../methods/addresses.js';
import { abortable, loadOnce, loadModule } from '../lib/promises.js';
import { savesData } from '../lib/page.js';
import { createDiscovery } from './discovery.js';
import type { SelectWallet } from './picker.js';
import type { PickerSlot } from './ask-chosen-wallet.js';
import { addressScope } from './connect-attempts.js';
import { copyParams, readClientOptions, readRequestOptions } from './read-input.js';
import type { RequestDeps } from './request.js';
import { createSession } from './session.js';
import {
  connectionStorage,
  storedAddresses,
  type ConnectionStorage,
  type StoragePort,
} from './storage.js';
import type { RequestFunction, RequestOptions, WalletClient } from './types.js';

/** The options of a client. All are optional. */
export interface WalletClientOptions {
  /** Definitions of further wallets. They are tried before those of this library; the first match is used. */
  readonly wallets?: readonly Wallet[] | undefined;
  /** Where the connection is kept. Default: the window's `localStorage`. */
  readonly storage?: StoragePort | undefined;
  /** The picker with which the user chooses a wallet. Default: the only installed wallet is used, else an error. */
  readonly selectWallet?: SelectWallet | undefined;
  /** The window with the injected wallets. Default: the global window, if there is one. */
  readonly window?: Window | undefined;
}

const CLIENT_OPTIONS: read.OptionsOf<WalletClientOptions> = {
  wallets: read.shared('a list of wallet definitions', Array.isArray),
  storage: read.object,
  selectWallet: read.func,
  window: read.object,
};

/** Creates a client. Every page has a default client already: see `getDefaultClient`. */
export function createWalletClient(given: WalletClientOptions = {}): WalletClient {
  const options = readClientOptions('createWalletClient', given, CLIENT_OPTIONS);
  const page = options.window ?? (globalThis as { window?: Window }).window;
  const { wallets } = options;
  const storage = connectionStorage(() => options.storage ?? page?.localStorage);
  const loadStandard = () => attempt(async () => (await loadRequest()).readWalletStandard(deps));
  const discovery = createDiscovery(page, [...(wallets ?? []), ...knownWallets], loadStandard);
  const session = createSession(storage, discovery, page);
  const picker: PickerSlot = { select: options.selectWallet, open: undefined };
  const deps = {
    page,
    wallets,
    storage,
    discovery,
    session,
    picker,
    sent: new Set(),
  } as ClientDeps;
  return clientWith(deps, {});
}

/** Code that a page needs only for its first request. */
export const loadRequest = loadOnce(() => loadModule('asks wallets', () => import('./request.js')));

const ON_DEMAND = ['explain', 'supports', 'restore', 'switchNetwork'] as const;
type OnDemand = Pick<WalletClient, (typeof ON_DEMAND)[number]>;

interface ClientDeps extends RequestDeps {
  readonly storage: ConnectionStorage;
}

function clientWith(deps: ClientDeps, defaults: RequestOptions): WalletClient {
  const { page, wallets, storage, discovery, session, picker, sent } = deps;
  const merged = (caller: string, options: unknown) =>
    read.mergeOptions<RequestOptions>(defaults, readRequestOptions(caller, options));
  const send = async (options: unknown, method: unknown, params?: unknown): Promise<unknown> => {
    if (typeof method !== 'string' || !method) {
      throw new JsonRpcError(
        JsonRpcErrorCode.InvalidRequest,
        `request: \`method\` must be the name of a method; got ${describe(method)}.`,
      );
    }
    const copied = copyParams(method, params);
    const asked = merged(method, options);
    const scope = addressScope(method);
    const connectAttempt = scope && session.begin(scope, asked.signal);
    if (connectAttempt) asked.signal = connectAttempt.signal;
    // Loads in parallel with the code of the request, which saves a round trip.
    if (!asked.provider && !asked.providerId) loadPicker().catch(() => {});
    try {
      const { request } = await abortable(loadRequest(), asked.signal);
      return await request(deps, asked, { method, params: copied, connectAttempt });
    } finally {
      connectAttempt?.end();
    }
  };
  const request = ((...args: readonly unknown[]) =>
    typeof args[0] === 'string'
      ? send(undefined, args[0], args[1])
      : send(args[0], args[1], args[2])) as RequestFunction;

  /** Functions whose code loads when they are first called: few pages need it. */
  const onDemand = ON_DEMAND.map((name) => [
    name,
    async (...args: unknown[]) => (await loadRequest()).run(name, deps, defaults, ...args),
  ]);

  /** Fetches the picker if the user has to choose. */
  const loadPicker = async () => {
    if (session.providerId === undefined) await picker.select?.preload?.();
  };

  return {
    get state() {
      return session.state;
    },
    network: defaults.network,
    get selectedProviderId() {
      return session.providerId;
    },
    get selectWallet() {
      return picker.select;
    },
    set selectWallet(select) {
      picker.select = select;
    },
    subscribe: (listener) => session.subscribe(listener),
    on(_type, listener) {
      sent.add(listener);
      return () => sent.delete(listener);
    },
    request,
    requestRaw: async (...args) => (await loadRequest()).requestRaw(...args),
    connect: (options) => send(options, 'getAddresses') as Promise<AddressesResult>,
    disconnect() {
      // The cause distinguishes this error from a picker that the user closed.
      const cause: unknown = AbortSignal.abort().reason;
      const reason = new JsonRpcError(
        JsonRpcErrorCode.UserCanceled,
        'disconnect() was called before a wallet was connected.',
        { cause },
      );
      session.end(reason, async (target) =>
        (await loadRequest()).notifyDisconnect(target, wallets),
      );
      picker.open?.task.abort(reason);
    },
    isConnected: () => session.settled.status === 'connected',
    getLocalStorage: () => storedAddresses(storage.read().addresses),
    ...(Object.fromEntries(onDemand) as OnDemand),
    wallets: (options) => discovery.list(merged('wallets', options)),
    watchWallets: (changed, options) => discovery.watch(changed, merged('watchWallets', options)),
    preload(method) {
      if (savesData(page)) return;
      const parts = loadRequest().then(({ preload }) => preload(method));
      Promise.all([loadPicker(), parts]).catch(() => {}); // a failed load is repeated when the code is needed
    },
    with: (options) => clientWith(deps, merged('with', options)),
  };
}
