import { createWalletClient } from '../core/client.js';
import type { RequestOptions, WalletClient } from '../core/types.js';
import { MemoryChain } from '../../fixtures/dev-wallet/chain/memory-chain.js';
import type { Broadcast } from '../../fixtures/dev-wallet/chain/chain.js';
import { EMULATIONS } from '../../fixtures/dev-wallet/emulation/index.js';
import type { Listeners, WalletEvent } from '../../fixtures/dev-wallet/events.js';
import { DEV_MNEMONIC, type Account } from '../../fixtures/dev-wallet/keys.js';
import { CallLog, type Call } from '../../fixtures/dev-wallet/log.js';
import type { EmulationName } from '../../fixtures/dev-wallet/options.js';
import { createProvider } from '../../fixtures/dev-wallet/provider.js';
import { Wallet } from '../../fixtures/dev-wallet/wallet.js';
import { memoryStorage } from './fake-wallet.js';

/** The development wallet without a page, in Node. It approves everything. */
export interface DevAccounts {
  readonly calls: readonly Call[];
  readonly broadcasts: readonly Broadcast[];
  readonly accounts: readonly Account[];
  /** The account that signs now. */
  readonly current: Account;
  /** The user chooses another account. With `hasEvents`, the wallet sends the event of the emulated one. */
  switchAccount(index: number): void;
  /** The user ends the connection in the wallet. */
  end(): void;
  /** A client of a new page with this wallet. A page after a reload has the same storage. */
  open(storage?: ReturnType<typeof memoryStorage>): WalletClient;
}

const NO_LISTENERS = ['listen', 'addListener'];

export function devAccounts(as: EmulationName, { hasEvents = true } = {}): DevAccounts {
  const emulation = EMULATIONS[as];
  const chain = new MemoryChain();
  const log = new CallLog();
  const wallet = new Wallet(DEV_MNEMONIC, 3, 'mainnet');
  const tell = (event: WalletEvent) => {
    for (const { name, data } of emulation.events(event)) wallet.listeners.emit(name, data);
  };
  const provider = createProvider(log, {
    emulation: {
      ...emulation,
      extras: (listeners: Listeners) =>
        Object.fromEntries(
          Object.entries(emulation.extras(listeners)).filter(
            ([name]) => hasEvents || !NO_LISTENERS.includes(name),
          ),
        ),
    },
    wallet,
    chain,
    approve: async () => true,
    tell,
    behaviour: () => ({ autoApprove: true }),
  });
  const [name = '', inner] = emulation.path.split('.');
  const object = emulation.exposed?.(provider) ?? provider;
  return {
    get calls() {
      return log.calls;
    },
    get broadcasts() {
      return chain.accepted;
    },
    accounts: wallet.accounts,
    get current() {
      return wallet.identity.account;
    },
    switchAccount: (index) => tell(wallet.switchAccount(index)),
    end: () => tell(wallet.disconnect()),
    open(storage = memoryStorage()) {
      const page = Object.assign(new EventTarget(), {
        [name]: inner === undefined ? object : { [inner]: object },
      });
      const client = createWalletClient({ storage, window: page as unknown as Window });
      return client.with({ providerId: emulation.path } satisfies RequestOptions);
    },
  };
}
