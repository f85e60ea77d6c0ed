import { ContextProvider } from '@lit/context';
import { css, html, type TemplateResult } from 'lit';
import type {
  RequestFunction,
  RequestOptions,
  WalletState,
  WalletClient,
} from '../../core/types.js';
import { withDocs } from '../../errors.js';
import { withBaseUrl } from '../../metadata/lazy-client.js';
import type { AddressEntry, AddressesResult } from '../../accounts/addresses.js';
import type { NetworkName } from '../../stacks/address.js';
import type { ProviderDescriptor } from '../../wallets/wallet.js';
import { clientContext, metadataClientContext } from '../context.js';
import { ClientController } from '../controllers/client-controller.js';
import { NearestContext } from '../controllers/nearest-context.js';
import { BaseElement, ElementEvent } from '../internal/base-element.js';
import { isSame } from '../internal/is-same.js';
import { property } from 'lit/decorators.js';
import { accountNetwork } from '../wallet-account/account-data.js';

/** The session changed: its status, its account or its network. */
export class WalletChangeEvent extends ElementEvent<WalletChangeEvent> {
  static override readonly type = 'wallet-change';
  declare readonly status: WalletState['status'];
}

/** `approved-provider-ids="LeatherProvider XverseProviders.BitcoinProvider"`. */
const spaceSeparated = {
  fromAttribute: (value: string | null) => value?.split(/\s+/).filter(Boolean),
  toAttribute: (value: readonly string[] | undefined) => value?.join(' ') ?? null,
};

/**
 * Provides its descendants with a client that has the options set here. Generates no box (`display: contents`).
 * Contexts nest: an inner one inherits the options that it does not set. Use `wallet-context[status=connected] .x`
 * in a style sheet to show or hide content.
 *
 * @example
 * ```html
 * <wallet-context network="testnet">
 *   <style>
 *     .members { display: none; }
 *     wallet-context[status='connected'] .members { display: block; }
 *   </style>
 *   <wallet-connect-button></wallet-connect-button>
 *   <p class="members">Only while connected.</p>
 * </wallet-context>
 * ```
 *
 * @slot - The content that uses these options.
 *
 * @fires wallet-change - The session changed: its status, its account or its network.
 */
export class WalletContext extends BaseElement {
  static override get styles() {
    return css`
      :host {
        display: contents;
      }
      :host([hidden]) {
        display: none;
      }
    `;
  }

  readonly #base = new ClientController(this);
  readonly #outerMetadata = new NearestContext(this, metadataClientContext);
  readonly #clients: ContextProvider<typeof clientContext>;
  readonly #metadata: ContextProvider<typeof metadataClientContext>;
  /** From what the provided clients were made. */
  #source: object | undefined;
  #metadataSource: object | undefined;
  #state: WalletState | undefined;

  /** The client to which the options are added. Default: an outer `<wallet-context>`'s, else the page's. */
  @property({ attribute: false }) client: WalletClient | undefined;

  /** The default network of requests: `mainnet`, `testnet`, `devnet`, `regtest`, or any name. */
  @property() network: NetworkName | undefined;

  /** Ids of the wallets to offer; separated by spaces in the attribute. Default: all. */
  @property({ attribute: 'approved-provider-ids', converter: spaceSeparated })
  approvedProviderIds: readonly string[] | undefined;

  /** Asks the user to choose a wallet even if one is remembered. Default: false. */
  @property({ type: Boolean, attribute: 'force-wallet-select' }) forceWalletSelect = false;

  /** Does not remember the chosen wallet. Default: false. */
  @property({ type: Boolean, attribute: 'without-persist' }) withoutPersist = false;

  /** Sends every request unchanged, without adapting it to the wallet. Default: false. */
  @property({ type: Boolean, attribute: 'without-overrides' }) withoutOverrides = false;

  /** Does not store addresses. Default: false. */
  @property({ type: Boolean, attribute: 'without-local-storage' }) withoutLocalStorage = false;

  /** Wallets that the picker offers to install. Default: those that this library lists. */
  @property({ attribute: false }) defaultProviders: readonly ProviderDescriptor[] | undefined;

  /** Base URL of the metadata service. Default: an outer context's, else the public service. */
  @property({ attribute: 'metadata-base-url' }) metadataBaseUrl: string | undefined;

  /** `disconnected`, `connecting` or `connected`, for style sheets. Set by the element. */
  @property() status: WalletState['status'] = 'disconnected';

  /**
   * The network of the connected wallet, if it is not the `network` of this context. Reflected for style sheets, so
   * that a page can warn before anything is signed. Set by the element.
   */
  @property({ attribute: 'wrong-network', reflect: true }) wrongNetwork: string | undefined;

  constructor() {
    super();
    // After the controllers that read outer contexts, and before those that announce the provided values.
    this.addController({
      hostConnected: () => {
        this.#provide();
        this.#provideMetadata();
      },
    });
    this.#clients = new ContextProvider(this, { context: clientContext });
    this.#metadata = new ContextProvider(this, { context: metadataClientContext });
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
    const { state } = this.#base;
    this.status = state.status;
    const shown =
      state.status === 'connected' && this.network
        ? accountNetwork(state, this.network)
        : undefined;
    this.wrongNetwork = shown?.page === undefined ? undefined : shown.name;
  }

  protected override updated(): void {
    const state = this.#base.state;
    const before = this.#state;
    this.#state = state;
    if (before && before !== state)
      this.dispatchEvent(new WalletChangeEvent({ status: state.status }));
  }

  /** The client with the current options; the same one as long as nothing changes. */
  #provide(): WalletClient {
    const { client } = this.#base;
    const options = this.#requestOptions();
    const source = { ...options, client };
    if (!isSame(source, this.#source)) {
      this.#source = source;
      this.#clients.value = this.#clientWith(client, options);
    }
    return this.#clients.value;
  }

  /** Allows no wallet if the options are invalid, since it is then unknown which wallets the page allows. */
  #clientWith(client: WalletClient, options: RequestOptions): WalletClient {
    try {
      return client.with(options);
    } catch (error) {
      console.error(
        withDocs(
          '<wallet-context> allows no wallet: its options cannot be used.',
          'wallet-context',
        ),
        error,
        this,
      );
      return client.with({ approvedProviderIds: [] });
    }
  }

  #provideMetadata(): void {
    const outer = this.#outerMetadata.value;
    const source = { outer, baseUrl: this.metadataBaseUrl };
    if (isSame(source, this.#metadataSource)) return;
    this.#metadataSource = source;
    this.#metadata.value = withBaseUrl(outer, this.metadataBaseUrl);
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

declare global {
  interface GlobalEventHandlersEventMap {
    'wallet-change': WalletChangeEvent;
  }
  interface HTMLElementTagNameMap {
    'wallet-context': WalletContext;
  }
}
