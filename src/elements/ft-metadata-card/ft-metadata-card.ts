import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { MetadataClient, ServedLocale } from '../../metadata/client.js';
import { defaultMetadataClient } from '../../metadata/default-client.js';
import { displayText } from '../../metadata/text.js';
import type { FtMetadata } from '../../wire/ft-metadata.js';
import { metadataClientContext } from '../context.js';
import { MessagesController } from '../controllers/messages-controller.js';
import { NearestContext } from '../controllers/nearest-context.js';
import { TokenController } from '../controllers/token-controller.js';
import { VisibilityController } from '../controllers/visibility-controller.js';
import { setState } from '../custom-states.js';
import { tokenMessages } from '../messages/en/token.js';
import { nearestLanguage } from '../messages/nearest-language.js';
import { buttons } from '../styles/buttons.js';
import { reset } from '../styles/reset.js';
import { tokens } from '../styles/tokens.js';
import { givenState, viewOf, type CardStatus, type CardView } from './card-state.js';
import { cardHead, failureNote, failureText, pendingNote, skeleton } from './card-templates.js';
import { FtErrorEvent, FtLoadEvent } from './ft-events.js';
import { ftMetadataCardStyles } from './ft-metadata-card.styles.js';
import { languageName, localeOptions, localeSelect } from './locale-choice.js';
import { chooseImage, tokenImage } from './token-image.js';
import { tokenRecord } from './token-record.js';
import { tokenBody } from './token-templates.js';

/**
 * What a fungible token is: all that the metadata service knows of it, with the facts of the chain set
 * apart from what the token's author wrote. Fetched when the card comes near the screen.
 *
 * @slot - After the token's data.
 * @slot loading - In the place of the bars while the token loads.
 * @slot error - In the place of the message of a failure and its Retry.
 * @slot actions - At the end of the card: buttons and links of the page.
 *
 * @csspart card - The card.
 * @csspart header - Image, name, symbol, principal and the choice of locale.
 * @csspart image - The token's image.
 * @csspart monogram - Stands in where there is no image.
 * @csspart heading - Name and symbol.
 * @csspart name - The name.
 * @csspart symbol - The symbol.
 * @csspart principal - The principal of the contract.
 * @csspart locale - The choice of locale.
 * @csspart locale-note - Says that the wanted locale is not available.
 * @csspart description - The description.
 * @csspart facts - What the chain says.
 * @csspart authored - What the token's author wrote.
 * @csspart attributes - The attributes.
 * @csspart attribute - One attribute.
 * @csspart properties - The properties.
 * @csspart details - Links, the standard, the locales.
 * @csspart row - A label with its value.
 * @csspart label - A label.
 * @csspart value - A value.
 * @csspart link - A link out of the page.
 * @csspart skeleton - The bars while the token loads.
 * @csspart message - A fetch in progress, or a failure.
 * @csspart retry-button - Asks the service again.
 *
 * @cssstate monogram - No image is shown.
 * @cssstate locale-fallback - The wanted locale is not available.
 *
 * @fires ft-load - The metadata has come and is shown.
 * @fires ft-error - The metadata could not be had.
 */
export class FtMetadataCard extends LitElement {
  static override shadowRootOptions = { ...LitElement.shadowRootOptions, delegatesFocus: true };
  static override styles = [tokens, reset, buttons, ftMetadataCardStyles];

  readonly #texts = new MessagesController(this, tokenMessages);
  readonly #context = new NearestContext(this, metadataClientContext);
  readonly #near = new VisibilityController(this);
  readonly #token = new TokenController(this, {
    loaded: (metadata) => this.#tell(new FtLoadEvent(metadata)),
    failed: (error) => this.#tell(new FtErrorEvent(error)),
  });
  readonly #internals = this.attachInternals?.();

  /** The principal of the token's contract: `SP….token-name`. */
  @property() principal = '';

  /** Base URL of the metadata service. Default: the context's, else the public service. */
  @property({ attribute: 'base-url' }) baseUrl = '';

  /** The locale of the metadata. Default: the nearest `lang`. Falls back where the token has no such locale. */
  @property() locale = '';

  /** Locales to choose from, separated by spaces, where the service does not list them. */
  @property() locales = '';

  /** Level of the heading, 1 to 6. Default: 3. */
  @property({ type: Number, attribute: 'heading-level' }) headingLevel = 3;

  /** `off`: no image is fetched; one tells its host who looks at the page. Default: `on`. */
  @property() images: 'on' | 'off' = 'on';

  /** `off`: fetches at once, not only when the card comes near the screen. Default: `on`. */
  @property() lazy: 'on' | 'off' | '' = 'on';

  /** Base URL of the gateway for `ipfs:` links, or `off`. Default: `https://ipfs.io`. */
  @property({ attribute: 'ipfs-gateway' }) ipfsGateway: string | undefined;

  /** Base URL of the gateway for `ar:` links, or `off`. Default: `https://arweave.net`. */
  @property({ attribute: 'arweave-gateway' }) arweaveGateway: string | undefined;

  /** Metadata to show as it is given, with no fetch. */
  @property({ attribute: false }) metadata: FtMetadata | undefined;

  /** The client that fetches. Default: the nearest `<wallet-context>`'s, else the page's. */
  @property({ attribute: false }) client: MetadataClient | undefined;

  /** `idle`, `loading`, `ready`, `pending`, `not-found` or `error`, for style sheets. Set by the element. */
  @property({ reflect: true }) status: CardStatus = 'idle';

  /** What the user chose; empty: the token's default. */
  @state() private chosenLocale: string | undefined;
  @state() private broken: ReadonlySet<string> = new Set();

  @query('#heading') private heading!: HTMLElement | null;
  @query('#retry') private retryButton!: HTMLElement | null;

  #view: CardView = { show: 'nothing' };

  /** Asks the service again, whatever is cached. */
  reload(): void {
    this.broken = new Set();
    this.#token.reload();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('principal') || changed.has('locale')) this.chosenLocale = undefined;
    if (changed.has('principal') || changed.has('metadata')) this.broken = new Set();
    const principal = this.principal.trim();
    const isWanted = principal !== '' && !this.metadata && (this.#near.seen || this.lazy === 'off');
    this.#token.follow(
      isWanted
        ? {
            client: this.client ?? this.#context.value ?? defaultMetadataClient(),
            principal,
            locale: this.#wantedLocale,
            baseUrl: this.baseUrl || undefined,
          }
        : undefined,
    );
    const current = this.metadata
      ? givenState(this.metadata, principal || undefined)
      : this.#token.state;
    this.status = current.status;
    this.#view = viewOf(current);
  }

  protected override update(changed: PropertyValues<this>): void {
    const wasRetrying = this.shadowRoot?.activeElement?.id === 'retry';
    super.update(changed);
    // The button that was pressed is gone: the reader goes on at the card's heading.
    if (wasRetrying && !this.retryButton) this.heading?.focus();
  }

  /** Attribute and property count before `lang`; an empty choice asks for the token's default. */
  get #wantedLocale(): string | undefined {
    return (this.chosenLocale ?? (this.locale || nearestLanguage(this))) || undefined;
  }

  /** After the update, so that whoever listens finds the card as the event says. */
  #tell(event: Event): void {
    this.requestUpdate();
    void this.updateComplete.then(() => this.dispatchEvent(event));
  }

  readonly #imageFailed = (source: string): void => {
    this.broken = new Set([...this.broken, source]);
  };

  readonly #chooseLocale = (locale: string): void => {
    this.chosenLocale = locale;
  };

  protected override render(): TemplateResult {
    const view = this.#view;
    return html`<article
      part="card"
      class="card"
      aria-labelledby="heading"
      aria-busy=${'isBusy' in view && view.isBusy ? 'true' : 'false'}
    >
      <span class="visually-hidden" role="status">${this.#announcement(view)}</span>
      ${this.#content(view)}
      <slot></slot>
      <slot name="actions"></slot>
    </article>`;
  }

  #content(view: CardView): TemplateResult | typeof nothing {
    switch (view.show) {
      case 'nothing':
        return this.principal ? html`${this.#plainHead()}${skeleton(this.#texts)}` : nothing;
      case 'skeleton':
        return html`${this.#plainHead()}${skeleton(this.#texts)}`;
      case 'pending':
        return html`${this.#plainHead()}${pendingNote(this.#texts)}`;
      case 'failure': {
        const failure = { ...view, token: this.#contractName, retry: () => this.reload() };
        return html`${this.#plainHead()}${failureNote(failure, this.#texts)}`;
      }
      case 'token':
        return this.#tokenContent(view.metadata, view.locale);
    }
  }

  #tokenContent(metadata: FtMetadata, locale: ServedLocale): TemplateResult {
    const gateways = { ipfs: this.ipfsGateway, arweave: this.arweaveGateway };
    const principal = this.principal.trim() || metadata.asset_identifier?.split('::')[0];
    const display = locale.requested ?? this.#texts.locale;
    const record = tokenRecord(metadata, { principal, locale: display, gateways });
    const image =
      this.images === 'off' ? undefined : chooseImage(record.images, this.broken, gateways);
    setState(this.#internals, 'monogram', !image);
    setState(this.#internals, 'locale-fallback', locale.requested !== locale.served);
    const { localization } = metadata.metadata ?? {};
    const title = record.symbol ?? record.name;
    return html`${cardHead({
      picture: tokenImage(image, { title, principal: principal ?? title }, this.#imageFailed),
      name: record.name,
      symbol: record.symbol,
      level: this.#level,
      principal: displayText(principal, 100) ?? '',
      end: localeSelect(
        {
          options: localeOptions(localization, this.locales),
          standard: localization?.default,
          served: locale.served,
          token: record.name,
          choose: this.#chooseLocale,
        },
        this.#texts,
      ),
    })}
    ${this.#localeNote(locale)} ${tokenBody(record, locale.served, this.#texts)}`;
  }

  /** The card of a token of which no more than the principal is known. */
  #plainHead(): TemplateResult {
    const name = this.#contractName;
    const principal = displayText(this.principal, 100) ?? '';
    return cardHead({
      picture: tokenImage(undefined, { title: name, principal }, this.#imageFailed),
      name,
      symbol: undefined,
      level: this.#level,
      principal,
    });
  }

  get #contractName(): string {
    return displayText(this.principal.split('.')[1], 40) ?? '?';
  }

  get #level(): number {
    const level = Math.floor(this.headingLevel);
    return level >= 1 && level <= 6 ? level : 3;
  }

  #announcement(view: CardView): string | typeof nothing {
    if (view.show === 'pending') return this.#texts.text('tokenPending');
    if (view.show !== 'failure' || view.isBusy) return nothing;
    return this.#texts.text(failureText(view.error, view.retries));
  }

  /** Only for a locale that was asked for in so many words: most tokens have none, and most pages a `lang`. */
  #localeNote({ requested, served }: ServedLocale): TemplateResult | typeof nothing {
    const isExplicit = requested === this.locale || requested === this.chosenLocale;
    if (!requested || served || !isExplicit) return nothing;
    const language = displayText(languageName(requested, this.#texts.locale), 60) ?? requested;
    return html`<p part="locale-note" class="locale-note">
      ${this.#texts.text('tokenLanguageMissing', { language })}
    </p>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ft-metadata-card': FtMetadataCard;
  }
}
