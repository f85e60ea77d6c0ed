import type { PropertyValues, TemplateResult, nothing } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { defaultMetadataClient } from '../../tokens/metadata-client.js';
import type { MetadataError } from '../../tokens/metadata-error.js';
import type { FtMetadata, FtMetadataAnswer, MetadataClient } from '../../tokens/metadata-types.js';
import { metadataClientContext } from '../context.js';
import { CopyController } from '../controllers/copy-controller.js';
import { MessagesController } from '../controllers/messages-controller.js';
import { NearestContext } from '../controllers/nearest-context.js';
import {
  TokenController,
  type TokenName,
  type TokenState,
  canLoad,
  isSameName,
  trimmed,
} from '../controllers/token-controller.js';
import { VisibilityController } from '../controllers/visibility-controller.js';
import { BaseElement } from '../internal/base-element.js';
import { delegatesFocus } from '../internal/element.js';
import { tokenMessages } from '../messages/en/token.js';
import { nearestLanguage } from '../messages/nearest-language.js';
import { type CardVariant, cardContent, isNamed } from './card-content.js';
import { isEnglish, isLocaleMissing } from './locale-choice.js';
import { type Disclosure, givenState } from './shown-token.js';

/**
 * The base class of the cards of fungible tokens and of NFTs.
 *
 * @slot - After the token's data. Not in the variants chip and row.
 * @slot loading - Replaces the placeholder bars while the token loads. Not in the variants chip and row.
 * @slot error - Replaces the message of a failure and its button "Try again". Not in the variant chip.
 * @slot actions - At the end of the card or the row: buttons and links of the page. Not in the variant chip.
 *
 * @csspart card - The card, the row or the chip.
 * @csspart header - Image, name, symbol or token id, principal and the choice of locale.
 * @csspart image - The token's image.
 * @csspart monogram - A letter, if there is no image.
 * @csspart heading - Name, and symbol or token id.
 * @csspart name - The name.
 * @csspart principal - The shortened principal of the contract. A press shows the whole principal.
 * @csspart whole-principal - The whole principal.
 * @csspart copy-button - Copies the principal.
 * @csspart copy-error - The message that the browser refused to copy.
 * @csspart locale - The choice of locale.
 * @csspart locale-note - The note that the requested locale is not available.
 * @csspart description - The description.
 * @csspart facts - The facts from the chain.
 * @csspart authored - The texts by the token's author.
 * @csspart attributes - The attributes.
 * @csspart attribute - One attribute.
 * @csspart properties - The properties.
 * @csspart details - The disclosure. In the variant card it contains everything but the description and the first fact;
 *   in full, the links, the standard and the locales.
 * @csspart all-button - The button "All details" of the variant full, if its content is taller than the card.
 * @csspart refresh-note - How the metadata can be refreshed.
 * @csspart row - A label with its value.
 * @csspart label - A label.
 * @csspart value - A value.
 * @csspart link - A link to another site.
 * @csspart skeleton - The bars while the token loads.
 * @csspart message - A fetch in progress, or a failure.
 * @csspart retry-button - The button "Try again".
 *
 * @cssstate monogram - No image is shown.
 * @cssstate locale-fallback - The requested locale is not available.
 */
export abstract class TokenCard extends BaseElement {
  static override shadowRootOptions = delegatesFocus;
  protected static override readonly needsOneOf: readonly string[] = ['principal', 'metadata'];
  readonly #texts = new MessagesController(this, tokenMessages);
  readonly #context = new NearestContext(this, metadataClientContext);
  readonly #copying = new CopyController(this);
  readonly #near = new VisibilityController(this);
  readonly #cutOff = new CutOff();
  readonly #token = new TokenController(this, {
    loaded: (metadata) => this.#dispatch(this.loadEvent(metadata)),
    failed: (error) => this.#dispatch(this.errorEvent(error)),
    whenVisible: () => (this.lazy === 'off' ? undefined : this.#near.whenNear()),
  });

  /** The principal of the token's contract: `SP….token-name`. */
  @property() principal = '';

  /**
   * `chip`: icon and symbol, in a line of text. `row`: icon, name, symbol, principal. `card`: also description and
   * supply, and everything else under "Details". `full`: everything; content taller than the card is cut off until a
   * press on "All details". Default: `card`.
   */
  @property({ reflect: true, useDefault: true }) variant: CardVariant = 'card';

  /** Base URL of the metadata service. Default: the context's, else the public service. */
  @property({ attribute: 'base-url' }) baseUrl = '';

  /** The locale of the metadata. Default: the nearest `lang`. Falls back if the token has no such locale. */
  @property() locale = '';

  /** Locales to choose from, separated by spaces, in addition to those that the service lists. */
  @property() locales = '';

  /** Level of the heading, 1 to 6. Default: 3. */
  @property({ type: Number, attribute: 'heading-level' }) headingLevel = 3;

  /** `off`: loads no image, since the host of an image receives the user's IP address. Default: `on`. */
  @property() images: 'on' | 'off' = 'on';

  /** `off`: loads at once, not only when the card comes near the viewport. Default: `on`. */
  @property() lazy: 'on' | 'off' | '' = 'on';

  /** Base URL of the gateway for `ipfs:` links, or `off`. Default: `https://ipfs.io`. */
  @property({ attribute: 'ipfs-gateway' }) ipfsGateway: string | undefined;

  /** Base URL of the gateway for `ar:` links, or `off`. Default: `https://arweave.net`. */
  @property({ attribute: 'arweave-gateway' }) arweaveGateway: string | undefined;

  /** Metadata to show without a request. */
  @property({ attribute: false }) metadata: FtMetadata | undefined;

  /** The client that fetches. Default: the nearest `<wallet-context>`'s, else the page's. */
  @property({ attribute: false }) client: MetadataClient | undefined;

  /**
   * `idle`, `loading`, `ready`, `pending` (the service is busy, or is still fetching the metadata), `not-found` or
   * `error`, for style sheets. Set by the element.
   */
  @property() status: TokenState['status'] = 'idle';

  /** The locale that the user chose; empty for the token's default. */
  @state() private chosenLocale: string | undefined;
  @state() private broken: ReadonlySet<string> = new Set();
  @state() private opened: ReadonlySet<Disclosure> = new Set();

  /** The token that the attributes identify; the principal, or the token id of an NFT, is `''` until it is set. */
  protected abstract readonly token: TokenName;

  protected abstract loadEvent(metadata: FtMetadataAnswer): Event;

  protected abstract errorEvent(error: MetadataError): Event;

  /** Parses the property `metadata` like a response of the service, and throws the same errors. */
  protected abstract parse(metadata: unknown): FtMetadata;

  @query('img') private image!: HTMLImageElement | null;
  @query('#content') private content!: HTMLElement | null;
  @query('#retry') private retryButton!: HTMLElement | null;

  #shown: TokenName | undefined;
  #given: TokenState | undefined;

  /** Loads the metadata again, ignoring the cache. */
  reload(): void {
    this.broken = new Set();
    this.#token.reload();
  }

  protected override willUpdate(changed: PropertyValues<TokenCard>): void {
    const { token } = this;
    const isOther = !isSameName(token, this.#shown);
    this.#shown = token;
    if (isOther || changed.has('locale')) this.chosenLocale = undefined;
    if (changed.has('principal')) this.#copying.clear();
    if (isOther || changed.has('metadata')) this.broken = new Set();
    this.#follow();
    this.#given = this.metadata && givenState(() => this.parse(this.metadata));
    const { status, isBusy } = this.#state;
    this.status = isBusy ? 'loading' : status;
  }

  get #state(): TokenState {
    return this.#given ?? this.#token.state;
  }

  #follow(): void {
    const { token } = this;
    const summary = !token.type && (this.variant === 'chip' || this.variant === 'row');
    // Name and symbol are the same in every locale.
    const locale = summary ? undefined : this.#wantedLocale;
    this.#token.follow(
      isNamed(token) && !this.metadata
        ? {
            ...token,
            client: this.#clientFor(token),
            locale,
            summary,
            // Most pages and most texts are in English. On such a page, a token then needs only one request.
            onlyListed: this.#explicitLocale === undefined && isEnglish(locale),
            baseUrl: trimmed(this.baseUrl) || undefined,
          }
        : undefined,
      this.#near.seen || this.lazy === 'off',
    );
  }

  #clientFor({ type }: TokenName): MetadataClient {
    const client = this.client ?? this.#context.value;
    return client && canLoad(client, type) ? client : defaultMetadataClient();
  }

  protected override update(changed: PropertyValues<this>): void {
    const wasRetrying = this.shadowRoot?.activeElement?.id === 'retry';
    super.update(changed);
    this.#cutOff.follow(this.content);
    // The focused button was removed: move the focus to the card.
    if (wasRetrying && !this.retryButton) this.focus();
    this.setState('updated', true);
    this.setState('monogram', !this.image);
    const state = this.#state;
    const isFallback = state.status === 'ready' && isLocaleMissing(state.answer);
    this.setState('locale-fallback', isFallback);
  }

  /** An explicit locale, or else the nearest `lang`. An empty choice requests the token's default. */
  get #wantedLocale(): string | undefined {
    return (this.#explicitLocale ?? nearestLanguage(this)) || undefined;
  }

  get #explicitLocale(): string | undefined {
    return this.chosenLocale ?? (trimmed(this.locale) || undefined);
  }

  /** Dispatches after the update, so that listeners find the new content in the card. */
  #dispatch(event: Event): void {
    this.requestUpdate();
    void this.updateComplete.then(() => this.dispatchEvent(event));
  }

  /** If the browser refuses to copy, the user can select the whole principal. */
  readonly #copy = (principal: string): void =>
    void this.#copying.copy(principal).then((copied) => copied || this.#toggle('principal', true));

  readonly #retry = (): void => this.reload();

  readonly #chooseLocale = (locale: string): void => {
    this.chosenLocale = locale;
  };

  readonly #imageFailed = (source: string): void => {
    this.broken = new Set([...this.broken, source]);
  };

  readonly #toggle = (name: Disclosure, isOpen: boolean): void => {
    if (isOpen === this.opened.has(name)) return;
    this.opened = isOpen
      ? new Set([...this.opened, name])
      : new Set([...this.opened].filter((other) => other !== name));
    // The focused element may move, but stays in view.
    void this.updateComplete.then(() =>
      this.shadowRoot?.activeElement?.scrollIntoView({ block: 'nearest' }),
    );
  };

  protected override render(): TemplateResult | typeof nothing {
    const level = Math.floor(this.headingLevel);
    return cardContent(this.variant, this.#state, this.token, {
      texts: this.#texts,
      headingLevel: level >= 1 && level <= 6 ? level : 3,
      gateways: { ipfs: this.ipfsGateway, arweave: this.arweaveGateway },
      withImages: this.images !== 'off',
      brokenImages: this.broken,
      locales: this.metadata ? undefined : trimmed(this.locales),
      explicitLocale: this.#explicitLocale,
      retry: this.#retry,
      copied: this.#copying.result,
      copy: this.#copy,
      chooseLocale: this.#chooseLocale,
      imageFailed: this.#imageFailed,
      opened: this.opened,
      toggle: this.#toggle,
    });
  }
}

/**
 * Sets `data-cut-off` on the box of fixed height around an element while the element is taller than the box.
 * CSS alone cannot detect this.
 */
export class CutOff {
  #content: HTMLElement | null = null;
  #observer: ResizeObserver | undefined;

  /** Call after each update. The observer is garbage-collected together with the element. */
  follow(content: HTMLElement | null): void {
    if (content === this.#content) return;
    this.#content = content;
    this.#observer?.disconnect();
    if (!content) return;
    this.#observer ??= new ResizeObserver(([entry]) => {
      const box = entry!.target.parentElement!.parentElement!;
      // The height of the box while the card is closed.
      const least = parseFloat(getComputedStyle(box).minBlockSize);
      // In the next frame: the button may make a scroll bar appear, which resizes the observed element.
      requestAnimationFrame(() =>
        box.toggleAttribute('data-cut-off', entry!.contentRect.height > least),
      );
    });
    this.#observer.observe(content);
  }
}
