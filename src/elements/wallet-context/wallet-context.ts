import { css, html, LitElement, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type {
  RequestFunction,
  RequestOptions,
  SessionState,
  WalletClient,
} from '../../core/types.js';
import type { MetadataClient } from '../../metadata/client.js';
import { getFtMetadata } from '../../metadata/lazy.js';
import type { AddressEntry, AddressesResult } from '../../wire/addresses.js';
import type { ProviderDescriptor } from '../../wire/provider.js';
import { clientContext, metadataClientContext } from '../context.js';
import { ClientController } from '../controllers/client-controller.js';
import { NearestContext } from '../controllers/nearest-context.js';
import { ProvidedContext } from '../controllers/provided-context.js';
import { OURS } from '../internal/element.js';
import { WalletChangeEvent } from './wallet-change-event.js';

export type * from './wallet-change-event.js';

/** `approved-provider-ids="LeatherProvider XverseProviders.BitcoinProvider"`. */
const spaceSeparated = {
  fromAttribute: (value: string | null) => value?.split(/\s+/).filter(Boolean),
  toAttribute: (value: readonly string[] | undefined) => value?.join(' ') ?? null,
};

/**
 * Gives the elements that it holds a client with options of its own; lays out nothing. Contexts nest: an
 * inner one takes what it does not say from the outer one. `wallet-context[status=connected] .x` is all
 * that a page needs to show or hide something.
 *
 * @slot - Whatever shall use these options.
 *
 * @fires wallet-change - The session changed: its status, its account or its network.
 */
export class WalletContext extends LitElement {
  /** @internal */
  static readonly [OURS] = true;
  static override styles = css`
    :host {
      display: contents;
    }
    :host([hidden]) {
      display: none;
    }
  `;

  readonly #base = new ClientController(this);
  readonly #outerMetadata = new NearestContext(this, metadataClientContext);
  readonly #clients: ProvidedContext<WalletClient>;
  readonly #metadata: ProvidedContext<MetadataClient>;
  #options: RequestOptions = {};
  #from: WalletClient | undefined;
  #metadataSource: object | undefined;
  #state: SessionState | undefined;

  /** The client that the options are added to. Default: an outer `<wallet-context>`'s, else the page's. */
  @property({ attribute: false }) client: WalletClient | undefined;

  /** The network of requests that name none: `mainnet`, `testnet`, `devnet`, `regtest`, or any name. */
  @property() network: string | undefined;

  /** Only these wallets are offered, by id; the attribute separates them by spaces. Default: all. */
  @property({ attribute: 'approved-provider-ids', converter: spaceSeparated })
  approvedProviderIds: readonly string[] | undefined;

  /** Asks the user to choose a wallet even where one is remembered. Default: false. */
  @property({ type: Boolean, attribute: 'force-wallet-select' }) forceWalletSelect = false;

  /** Does not remember the chosen wallet. Default: false. */
  @property({ type: Boolean, attribute: 'without-persist' }) withoutPersist = false;

  /** Sends every request as it is, with no adjustment to the wallet. Default: false. */
  @property({ type: Boolean, attribute: 'without-overrides' }) withoutOverrides = false;

  /** Stores no address. Default: false. */
  @property({ type: Boolean, attribute: 'without-local-storage' }) withoutLocalStorage = false;

  /** Wallets that the picker offers to install. Default: those that the library knows. */
  @property({ attribute: false }) defaultProviders: readonly ProviderDescriptor[] | undefined;

  /** Base URL of the metadata service. Default: an outer context's, else the public service. */
  @property({ attribute: 'metadata-base-url' }) metadataBaseUrl: string | undefined;

  /** What the session is, for style sheets: `disconnected`, `connecting` or `connected`. Set by the element. */
  @property({ reflect: true }) status: SessionState['status'] = 'disconnected';

  constructor() {
    super();
    // After the controllers that look outside, and before those that announce what is provided.
    this.addController({
      hostConnected: () => {
        this.#provide();
        this.#provideMetadata();
      },
    });
    this.#clients = new ProvidedContext(this, clientContext);
    this.#metadata = new ProvidedContext(this, metadataClientContext);
  }

  /** The current account's addresses, in the wallet's order; empty while disconnected. */
  get addresses(): readonly AddressEntry[] {
    const state = this.#base.state;
    return state.status === 'connected' ? state.addresses : [];
  }

  /** The connected wallet, as it describes itself; undefined while disconnected. */
  get wallet(): ProviderDescriptor | undefined {
    const state = this.#base.state;
    if (state.status !== 'connected') return undefined;
    return this.#base.client.wallets().installed.find(({ id }) => id === state.providerId);
  }

  /** Connects with this context's options: see the function `connect`. */
  connect(options?: RequestOptions): Promise<AddressesResult> {
    return this.#provide().connect(options);
  }

  /** Ends the connection of the page: see the function `disconnect`. */
  disconnect(): void {
    this.#provide().disconnect();
  }

  /** Sends a request with this context's options: see the function `request`. */
  get request(): RequestFunction {
    return this.#provide().request;
  }

  protected override willUpdate(): void {
    this.#provide();
    this.#provideMetadata();
    this.status = this.#base.state.status;
  }

  protected override updated(): void {
    const state = this.#base.state;
    const before = this.#state;
    this.#state = state;
    if (before && before !== state) this.dispatchEvent(new WalletChangeEvent(state.status));
  }

  /** The client with the options as they are now; the same one for as long as nothing changed. */
  #provide(): WalletClient {
    const { client } = this.#base;
    const options = this.#requestOptions();
    if (client !== this.#from || !sameValues(options, this.#options)) {
      this.#from = client;
      this.#options = options;
      this.#clients.value = this.#clientWith(client, options);
    }
    return this.#clients.value as WalletClient;
  }

  /** Options that cannot be used allow no wallet at all: what they should have limited is not known. */
  #clientWith(client: WalletClient, options: RequestOptions): WalletClient {
    try {
      return client.with(options);
    } catch (error) {
      console.error('<wallet-context> allows no wallet: its options cannot be used.', error, this);
      return client.with({ approvedProviderIds: [] });
    }
  }

  #provideMetadata(): void {
    const outer = this.#outerMetadata.value;
    const source = { outer, baseUrl: this.metadataBaseUrl };
    if (this.#metadataSource && sameValues(source, this.#metadataSource)) return;
    this.#metadataSource = source;
    this.#metadata.value = metadataClientWith(this.metadataBaseUrl, outer);
  }

  #requestOptions(): RequestOptions {
    return {
      ...(this.network && { network: this.network }),
      ...(this.approvedProviderIds && { approvedProviderIds: this.approvedProviderIds }),
      ...(this.defaultProviders && { defaultProviders: this.defaultProviders }),
      ...(this.forceWalletSelect && { forceWalletSelect: true }),
      ...(this.withoutPersist && { persistWalletSelect: false }),
      ...(this.withoutOverrides && { enableOverrides: false }),
      ...(this.withoutLocalStorage && { enableLocalStorage: false }),
    };
  }

  protected override render(): TemplateResult {
    return html`<slot></slot>`;
  }
}

/** The outer client, or else the page-wide one, with another base URL. */
function metadataClientWith(
  baseUrl: string | undefined,
  outer: MetadataClient = { getFtMetadata },
): MetadataClient {
  return {
    getFtMetadata: async (principal, options) =>
      outer.getFtMetadata(principal, { ...(baseUrl && { baseUrl }), ...options }),
  };
}

function sameValues(one: object, other: object): boolean {
  const [a, b] = [Object.entries(one), new Map(Object.entries(other))];
  return a.length === b.size && a.every(([name, value]) => Object.is(value, b.get(name)));
}

declare global {
  interface HTMLElementTagNameMap {
    'wallet-context': WalletContext;
  }
}
