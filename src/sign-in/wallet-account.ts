import { findMainEntry, type AddressEntry } from '../accounts/addresses.js';
import { getDefaultClient } from '../core/client.js';
import type { ConnectedState, WalletClient } from '../core/types.js';
import { getNetworkFamily } from '../stacks/address.js';
import { getSignInChains } from './message.js';
import type { SignInIdentity } from './types.js';

/** The wallet's account on the chain of a sign-in. */
export class WalletAccount {
  /** The account of the last session. */
  last: SignInIdentity | undefined;
  readonly chain: 'stacks' | 'bitcoin';
  readonly #client: WalletClient | undefined;

  constructor(
    chain: 'stacks' | 'bitcoin',
    client: WalletClient | undefined,
    last: SignInIdentity | undefined,
  ) {
    this.chain = chain;
    this.#client = client;
    this.last = last;
  }

  /** Read only when it is needed: a server has no wallet. */
  get client(): WalletClient {
    return this.#client ?? getDefaultClient();
  }

  /** The method that signs with an account of the chain. */
  get method(): 'stx_signMessage' | 'signMessage' {
    return this.chain === 'stacks' ? 'stx_signMessage' : 'signMessage';
  }

  /** Undefined if no wallet is connected. */
  get connected(): ConnectedState | undefined {
    const { state } = this.client;
    return state.status === 'connected' ? state : undefined;
  }

  findEntry(): AddressEntry | undefined {
    const symbol = this.chain === 'stacks' ? 'STX' : 'BTC';
    return findMainEntry(this.connected?.addresses ?? [], symbol);
  }

  /** The account that can sign in. Undefined if no wallet is connected, or if it has no address of the chain. */
  find(): SignInIdentity | undefined {
    const address = this.findEntry()?.address ?? '';
    const chains = getSignInChains(address);
    const network = this.connected?.network;
    const { last } = this;
    // Test networks of Bitcoin share their addresses, so the network of the wallet selects one. Without it: that of the
    // last session, or the one that the client is created for. `devnet` is on Bitcoin's regtest.
    const names = [
      `${this.chain}:${network}`,
      last?.address === address ? last.chain : undefined,
      `${this.chain}:${this.client.network}`,
      `${this.chain}:${network && getNetworkFamily(network)}`,
    ];
    const name = names.find((candidate) => chains.some((chain) => chain === candidate));
    const chain = chains.find((candidate) => candidate === name) ?? chains[0];
    return chain?.startsWith(this.chain) ? { chain, address } : undefined;
  }
}
