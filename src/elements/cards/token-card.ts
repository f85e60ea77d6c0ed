import { html, nothing, svg, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { ref } from 'lit/directives/ref.js';
import { bare, empty } from '../../lib/safe-access.js';
import { defaultMetadataClient } from '../../metadata/metadata-client.js';
import { MetadataError } from '../../metadata/metadata-error.js';
import type {
  FtLocalization,
  FtMetadata,
  FtMetadataAnswer,
} from '../../metadata/metadata-types.js';
import { isFtPrincipal, isLocaleCode } from '../../metadata/parse.js';
import { isWaiting } from '../../metadata/retry.js';
import { displayText } from '../../metadata/text.js';
import { LOADING, toPlain, type TokenState } from '../../metadata/watch-token.js';
import { CopyController } from '../controllers/copy-controller.js';
import { MessagesController } from '../controllers/messages-controller.js';
import {
  TokenController,
  type TokenName,
  type TokenStatus,
  canLoad,
  getStatus,
  trimmed,
} from '../controllers/token-controller.js';
import { tokenExplorer } from '../internal/explorer-links.js';
import { isSame } from '../internal/is-same.js';
import { copyIcon, doneIcon, explorerIcon, icon, refusedIcon } from '../internal/icons.js';
import { tokenMessages } from '../messages/en/token.js';
import { nearestLanguage } from '../messages/nearest-language.js';
import {
  failureNote,
  failureText,
  pill,
  shortPrincipal,
  tokenImage,
  tokenSummary,
  wholePrincipal,
} from './pieces.js';
import {
  type ShownToken,
  attributeList,
  caption,
  externalLink,
  firstRow,
  refreshNote,
  rowList,
  tokenDetails,
} from './token-details.js';
import { oneOf } from '../internal/base-element.js';
import { TokenElement } from './token-element.js';

/** A part of the card that a press opens. `details`: "Details" of a card, or "All details" of a full card. */
type Disclosure = 'details' | 'principal' | 'properties' | 'more';

type Content = TemplateResult | typeof nothing;

/**
 * The base class of the cards of fungible tokens and of NFTs.
 *
 * @slot - After the token's data. Not in the variants chip and row.
 * @slot loading - Replaces the placeholder bars while the token loads. Not in the variants chip and row.
 * @slot error - Replaces the message of a failure and its button "Try again". Not in the variant chip.
 * @slot amount - At the end of the row, before the actions: an amount, such as a `<wallet-balance>` or an `<ft-amount>`. Only
 *   in the variant row.
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
 * @csspart details - In the variant card, at its end: the button that shows all data and hides it again. In full: the
 *   disclosure of the links, the standard and the locales.
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
export abstract class TokenCard extends TokenElement {
  protected static override get needsOneOf(): readonly string[] {
    return ['principal', 'metadata'];
  }

  readonly #texts = new MessagesController(this, tokenMessages);
  readonly #copying = new CopyController(this);
  readonly #token = new TokenController(this, {
    loaded: (metadata) => this.#dispatch(new this.events.load({ metadata })),
    failed: (error) => this.#dispatch(new this.events.error({ error })),
    whenVisible: () => (this.lazy === 'off' ? undefined : this.near.whenNear()),
  });

  /** The principal of the token's contract: `SP….token-name`. */
  @property() principal = '';

  /**
   * `chip`: icon and symbol, in a line of text. `row`: icon, name, symbol, principal. `card`: also description and
   * supply, and everything else under "Details". `full`: everything; content taller than the card is cut off until a
   * press on "All details". Default: `card`.
   */
  @property({ converter: oneOf('chip', 'row', 'card', 'full'), reflect: true, useDefault: true })
  variant: 'card' | 'chip' | 'row' | 'full' = 'card';

  /** The locale of the metadata. Default: the nearest `lang`. Falls back if the token has no such locale. */
  @property() locale = '';

  /** Locales to choose from, separated by spaces, in addition to those that the service lists. */
  @property() locales = '';

  /** Level of the heading, 1 to 6. Default: 3. */
  @property({ type: Number, attribute: 'heading-level' }) headingLevel = 3;

  /** `off`: loads at once, not only when the card comes near the viewport. Default: `on`. */
  @property({ converter: oneOf('on', 'off') }) lazy: 'on' | 'off' | '' = 'on';

  /** Metadata to show without a request. */
  @property({ attribute: false }) metadata: FtMetadata | undefined;

  /**
   * `idle`, `loading`, `ready`, `pending` (the service is busy, or is still fetching the metadata), `not-found` or
   * `error`, for style sheets. Set by the element.
   */
  @property() status: TokenStatus = 'idle';

  /** The locale that the user chose; empty for the token's default. */
  @state() private chosenLocale: string | undefined;
  @state() private opened: ReadonlySet<Disclosure> = new Set();

  @query('img') private image!: HTMLImageElement | null;

  /** The token that the attributes identify; the principal, or the token id of an NFT, is `''` until it is set. */
  protected abstract readonly token: TokenName;

  protected abstract readonly events: {
    readonly load: new (fields: { readonly metadata: FtMetadata }) => Event;
    readonly error: new (fields: { readonly error: MetadataError }) => Event;
  };

  /** Parses the property `metadata` like a response of the service, and throws the same errors. */
  protected abstract parse(metadata: unknown): FtMetadata;

  /** Undefined: no token is wanted yet. */
  #state: TokenState | undefined;
  #named: TokenName | undefined;
  #shown!: ShownToken;
  #cutOff: ResizeObserver | undefined;
  /** The most height of the content of a full card while it is closed. */
  #closedHeight = 0;

  /** Loads the metadata again, ignoring the cache. */
  reload(): void {
    this.broken = new Set();
    this.#token.reload();
  }

  protected override willUpdate(changed: PropertyValues<TokenCard>): void {
    const { token } = this;
    const isOther = !isSame(token, this.#named);
    this.#named = token;
    if (isOther || changed.has('locale')) this.chosenLocale = undefined;
    if (changed.has('principal')) this.#copying.clear();
    if (isOther || changed.has('metadata')) this.broken = new Set();
    this.#follow(token);
    this.#state = this.metadata ? this.#parseGiven() : this.#token.state;
    this.status = getStatus(this.#state);
    this.#shown = this.#toShown(token);
  }

  #follow(token: TokenName): void {
    const summary = !token.type && (this.variant === 'chip' || this.variant === 'row');
    // Name and symbol are the same in every locale.
    const locale = summary ? undefined : (this.#explicitLocale ?? nearestLanguage(this));
    const client = this.ownClient;
    this.#token.follow(
      isNamed(token) && !this.metadata && (this.near.seen || this.lazy === 'off')
        ? {
            ...token,
            client: client && canLoad(client, token.type) ? client : defaultMetadataClient(),
            locale: locale || undefined,
            summary,
            // Most pages and most texts are in English. On such a page, a token then needs only one request.
            onlyListed: this.#explicitLocale === undefined && isEnglish(locale),
            baseUrl: trimmed(this.baseUrl) || undefined,
          }
        : undefined,
    );
  }

  #parseGiven(): TokenState {
    try {
      const token = toPlain({ ...this.parse(this.metadata), locale: {} });
      return { status: 'ready', token, error: undefined };
    } catch (cause) {
      // Not only a MetadataError: a getter of the object may throw anything.
      const message = 'The metadata given to the card cannot be read.';
      const error = new MetadataError('bad-response', message, { cause });
      return { status: 'error', token: undefined, error };
    }
  }

  #toShown(token: TokenName): ShownToken {
    const metadata = this.#state?.token ?? empty<FtMetadata>();
    const principal = token.principal || metadata.asset_identifier?.split('::')[0];
    const contractName = displayText(principal?.split('.')[1], 40) ?? '?';
    // An invalid token id is shown unchanged.
    const id =
      token.type && (displayText(String(token.tokenId).replace(/^0+(?=\d)/, ''), 60) ?? '');
    const locale = this.#state?.token?.locale.requested?.replaceAll('_', '-') ?? this.#texts.locale;
    // The token id is next to the name, except in a chip.
    const label = this.variant === 'chip' && id ? `${contractName} #${id}` : contractName;
    const summary = tokenSummary(metadata, label, this.#isLarge);
    return { principal, id, label, metadata, summary, locale };
  }

  protected override update(changed: PropertyValues<this>): void {
    super.update(changed);
    this.setState('updated', true);
    this.setState('monogram', !this.image);
    this.setState('locale-fallback', this.#isLocaleMissing);
  }

  /**
   * Sets `data-cut-off` on the box of fixed height around the content of a full card while the content is taller than the
   * box. CSS alone cannot detect this.
   */
  readonly #watchContent = (content?: Element): void => {
    this.#cutOff?.disconnect();
    if (!content) return;
    this.#cutOff = new ResizeObserver(([entry]) => {
      const box = content.parentElement!.parentElement!;
      // An open card has no maximum.
      const most = parseFloat(getComputedStyle(box).maxBlockSize);
      if (most) this.#closedHeight = most;
      // In the next frame: the button may make a scroll bar appear, which resizes the observed element.
      requestAnimationFrame(() =>
        box.toggleAttribute('data-cut-off', entry!.contentRect.height > this.#closedHeight),
      );
    });
    this.#cutOff.observe(content);
  };

  /** Whether the texts are not in the requested locale. Texts without localization are probably in English. */
  get #isLocaleMissing(): boolean {
    const answer = this.#state?.token;
    if (!answer) return false;
    const { requested, served } = answer.locale;
    const isUnknown = !answer.metadata?.localization && isEnglish(requested);
    return requested !== undefined && requested !== served && !isUnknown;
  }

  /** Empty: the user chose the token's default. Undefined: that of the nearest `lang`. */
  get #explicitLocale(): string | undefined {
    return this.chosenLocale ?? (trimmed(this.locale) || undefined);
  }

  /** Dispatches after the update, so that listeners find the new content in the card. */
  #dispatch(event: Event): void {
    this.requestUpdate();
    void this.updateComplete.then(() => this.dispatchEvent(event));
  }

  /** If the browser refuses to copy, the user can select the whole principal. */
  async #copy(principal: string): Promise<void> {
    if (!(await this.#copying.copy(principal))) this.#toggle('principal', true);
  }

  #toggle(name: Disclosure, isOpen: boolean): void {
    if (isOpen === this.opened.has(name)) return;
    const others = [...this.opened].filter((other) => other !== name);
    this.opened = new Set(isOpen ? [...others, name] : others);
    // The focused element may move, but stays in view, unless a pointer opened what is before it.
    void this.updateComplete.then(() => {
      const focused = this.shadowRoot?.activeElement;
      if (isOpen && !focused?.matches(':focus-visible')) return;
      focused?.scrollIntoView(bare<ScrollIntoViewOptions>({ block: 'nearest' }));
    });
  }

  protected override render(): Content {
    // Not near the viewport yet: only the head, for a fast layout of many cards.
    const isOutline = this.status === 'idle';
    if (isOutline && !isNamed(this.token)) return nothing;
    switch (this.variant) {
      case 'chip':
        return this.#chip();
      case 'row':
        return this.#row();
      case 'full':
        return this.#article(isOutline ? nothing : this.#full());
      default:
        return this.#article(isOutline ? nothing : this.#card());
    }
  }

  /** The frame of the variants card and full. */
  #article(body: Content): TemplateResult {
    const error = this.#state?.error;
    // tabindex: with delegatesFocus, a click on text would otherwise focus the select, and arrow keys would change it.
    return html`<article
      part="card"
      class="card ${this.opened.has('details') ? 'open' : ''} ${error ? 'without-data' : ''} ${
        error?.code.startsWith('invalid-') ? 'mistake' : ''
      }"
      lang=${this.#texts.language}
      tabindex="-1"
      aria-labelledby="heading"
      aria-busy=${this.#isBusy}
    >
      ${this.#liveRegion()}
      <header part="header" class="head">${this.#picture()} ${this.#titles()}</header>
      ${body}
      <slot></slot>
      <slot name="actions"></slot>
    </article>`;
  }

  /**
   * All data of the token. The height is the same for every token: taller content is cut off until the user presses "All
   * details", and less is spread over it. Scrolls if the focus, or a match of "find in page", is in the cut-off part. Scrolling opens the card.
   */
  #full(): TemplateResult {
    const isOpen = this.opened.has('details');
    return html`<div class="body">
      <div class="fixed">
        ${
          this.#state?.token
            ? html`<div class="cut-off" @scroll=${() => this.#toggle('details', true)}>
                  <div ${ref(this.#watchContent)}>${this.#allContent()}</div>
                </div>
                <button
                  part="all-button"
                  type="button"
                  class="all"
                  id="all"
                  aria-expanded=${isOpen ? 'true' : 'false'}
                  aria-labelledby="all heading"
                  @click=${() => this.#toggle('details', !isOpen)}
                >
                  ${this.#texts.text(isOpen ? 'tokenShowLess' : 'tokenAllDetails')}
                </button>`
            : this.#replacement()
        }
      </div>
    </div>`;
  }

  /** Facts from the chain, and after them everything by the author of the token, with one caption. */
  #allContent(): TemplateResult {
    const texts = this.#texts;
    const { facts, attributes, properties, more } = this.#details();
    const hasTexts =
      this.#shown.summary.description !== undefined || attributes.length + properties.length > 0;
    return html`${this.#localeChoice()} ${this.#localeNote()} ${rowList(facts, 'facts')}
      <div part="authored" class="authored">
        ${hasTexts ? html`${caption(texts)} ${this.#description()}` : this.#noDescription()}
        ${attributeList(attributes, texts)}
        ${
          properties.length > 0
            ? this.#disclosure(
                'properties',
                counted(texts.text('tokenProperties'), properties),
                rowList(properties, undefined),
                'properties',
              )
            : nothing
        }
        ${this.#disclosure(
          'more',
          counted(texts.text('tokenMore'), more),
          html`${rowList(more, undefined)} ${refreshNote(texts)}`,
          this.variant === 'full' ? 'details' : undefined,
        )}
      </div>`;
  }

  /**
   * The default: description, and the supply; a token id is in the head. The height is the same for every token. A press
   * on "Details" shows all data instead. Until the token is ready, the same elements are invisible and reserve the space.
   */
  #card(): TemplateResult {
    const texts = this.#texts;
    const isReady = this.#state?.token !== undefined;
    const isOpen = isReady && this.opened.has('details');
    return html`<div class="body ${isReady ? '' : 'replaced'}">
      <div class="summary">
        ${isOpen ? this.#allContent() : this.#shortContent(isReady)}
        <div part="details" class="details">
          <button
            type="button"
            class="all"
            id="details"
            aria-expanded=${isOpen ? 'true' : 'false'}
            aria-labelledby="details heading"
            @click=${() => this.#toggle('details', !isOpen)}
          >
            ${texts.text(isOpen ? 'tokenShowLess' : 'tokenDetails')}
          </button>
        </div>
      </div>
      ${this.#replacement()}
    </div>`;
  }

  #shortContent(isReady: boolean): TemplateResult {
    const texts = this.#texts;
    const isMissing = isReady && !this.#shown.summary.description;
    const lines = html`<div class="lines">
      ${isMissing ? this.#noDescription() : this.#description()}
    </div>`;
    // The space of the caption stays, at the end.
    return html`${isMissing ? lines : nothing}${caption(texts)}${isMissing ? nothing : lines}
    ${this.#hasId ? nothing : rowList([firstRow(this.#shown, 'short', texts)], 'facts', 'supply')}`;
  }

  /** One row of a list: icon, name, symbol, principal and copy. */
  #row(): TemplateResult {
    const hasAmount = this.querySelector(':scope > [slot=amount]') !== null;
    return html`<div
      part="card"
      class="one-row ${this.#isWaiting ? 'waiting' : ''} ${this.#state?.error ? 'failed' : ''} ${
        hasAmount ? 'with-amount' : ''
      }"
      role="group"
      lang=${this.#texts.language}
      aria-labelledby="heading"
      aria-busy=${this.#isBusy}
    >
      ${this.#liveRegion()} ${this.#picture()} ${this.#titles()}
      <div class="end">
        <slot name="amount" @slotchange=${() => this.requestUpdate()}></slot
        ><slot name="actions"></slot>
      </div>
      ${this.#isWaiting ? nothing : this.#replacement()}
    </div>`;
  }

  /** Icon and symbol, within a line of text. The principal is in the accessible name only. */
  #chip(): TemplateResult {
    const { principal, summary, label } = this.#shown;
    const symbol = summary.symbol ?? summary.name;
    const address = isFtPrincipal(principal) ? `${shortPrincipal(principal)[0]}.` : '';
    const contract = address + label;
    const name = this.#texts.text('tokenOfContract', { token: symbol, contract });
    const status = this.#statusText();
    return html`<span
      part="card"
      class="chip ${this.#isWaiting ? 'waiting' : ''}"
      role="img"
      aria-label=${status ? `${name}. ${status}` : name}
    >
      ${this.#picture()}
      <bdi part="symbol" class="symbol" translate="no"
        ><span>${this.#isWaiting ? '\u2003\u2003' : symbol}</span></bdi
      >
      ${this.#state?.error && !isWaiting(this.#state.error) ? refusedIcon : nothing}
    </span>`;
  }

  #details() {
    return tokenDetails(this.#shown, this.#texts, this.gateways);
  }

  get #isBusy(): 'true' | 'false' {
    return this.status === 'loading' ? 'true' : 'false';
  }

  /** Nothing is known yet. */
  get #isWaiting(): boolean {
    return !this.#state?.token && !this.#state?.error;
  }

  #picture(): TemplateResult {
    const { summary, principal } = this.#shown;
    return tokenImage(summary, principal, this.imageSettings, this.#isLarge);
  }

  /** Name, symbol or token id, and principal. Anyone can use any name, so the principal is always shown. */
  #titles(): TemplateResult {
    const { summary, id } = this.#shown;
    const isHeading = this.variant !== 'row';
    const level = Math.floor(this.headingLevel);
    return html`<div class="titles ${this.opened.has('principal') ? 'open' : ''}">
      <div
        part=${isHeading ? 'heading' : nothing}
        class="title"
        id="heading"
        role=${isHeading ? 'heading' : nothing}
        aria-level=${isHeading ? (level >= 1 && level <= 6 ? level : 3) : nothing}
      >
        <bdi part="name" class="name" translate="no">${summary.name}</bdi>
        ${pill(summary, id)}
      </div>
      ${this.#principal()}
    </div>`;
  }

  /**
   * The shortened principal. A press shows the whole principal in its place, for users who cannot copy it. It is also
   * shown if the browser refuses to copy. Without buttons: that of a card which does not load yet, and one that is not valid.
   */
  #principal(): TemplateResult {
    const { principal = '' } = this.#shown;
    const isRow = this.variant === 'row';
    const [address, token] = shortPrincipal(principal);
    const text = isFtPrincipal(principal)
      ? html`<span class="address">${address}</span><wbr /><span class="contract">.${token}</span>`
      : undefined;
    if (!text || (this.status === 'idle' && !isRow)) {
      return html`<bdi part="principal" class="principal" dir="ltr" translate="no"
        >${text ?? displayText(principal, 100)}</bdi
      >`;
    }
    const texts = this.#texts;
    const { result } = this.#copying;
    const copied = result?.text === principal ? result.copied : undefined;
    const explorer = isRow ? undefined : tokenExplorer(`txid/${principal}`, principal);
    const short = html`<bdi part="principal" title=${principal} translate="no">${text}</bdi>`;
    return html`<div class="identity">
        ${this.#disclosure('principal', short, wholePrincipal(principal))}<button
          part="copy-button"
          type="button"
          class="icon-button ${copied ? 'copied' : ''}"
          aria-label=${texts.text('tokenCopyPrincipal', { token })}
          @click=${() => this.#copy(principal)}
        >
          ${copied === undefined ? copyIcon : copied ? doneIcon : refusedIcon}</button
        >${
          explorer
            ? externalLink(
                explorer,
                explorerIcon,
                texts,
                texts.text('tokenViewContract', { token }),
              )
            : nothing
        }
      </div>
      ${
        copied === false
          ? html`<p part="copy-error" class="copy-error" aria-hidden="true">
              ${texts.text('copyRefused')}
            </p>`
          : nothing
      }`;
  }

  /**
   * A button that shows and hides the content. The browser's "find in page" also opens it. Not `<details>`: each has a
   * shadow root with its own style sheet, and for each new one Chromium reads the styles of all shadow roots of the
   * page again. In a page with a thousand cards this takes longer than a frame.
   *
   * @param part the CSS part of the whole disclosure
   */
  #disclosure(
    name: Disclosure,
    title: TemplateResult | string,
    content: unknown,
    part?: string,
  ): TemplateResult {
    const isOpen = this.opened.has(name);
    const toggle = () => this.#toggle(name, !isOpen);
    const button = html`<button
      type="button"
      class="toggle"
      id=${name}
      aria-expanded=${isOpen ? 'true' : 'false'}
      @click=${toggle}
    >
      ${title}
    </button>`;
    const hidden = isOpen ? nothing : 'until-found';
    const box = html`<div hidden=${hidden} @beforematch=${toggle}>${content}</div>`;
    // The arrow is after the whole principal, with no space between them.
    const all = name === 'principal' ? [box, button] : [button, box];
    return html`<div part=${part ?? nothing} class="${name} ${isOpen ? 'open' : ''}">${all}</div>`;
  }

  #noDescription(): TemplateResult {
    return html`<p class="none">${this.#texts.text('tokenNoDescription')}</p>`;
  }

  /** The description. Its `lang` is the locale that the service returned. */
  #description(): Content {
    const text = this.#shown.summary.description;
    if (!text) return nothing;
    // It may be taller than an open description, which then scrolls.
    const isLong = text.length + 30 * text.split('\n').length > 330;
    return html`<p
      part="description"
      class="description"
      dir="auto"
      tabindex=${this.opened.has('details') && isLong ? 0 : nothing}
      lang=${this.#state?.token?.locale.served ?? nothing}
      .textContent=${text}
    ></p>`;
  }

  /** The choice of the locales that the metadata and the page list. */
  #localeChoice(): Content {
    const answer = this.#state?.token;
    if (!answer || this.metadata) return nothing;
    const { locales: tokenLocales = [], default: standard } =
      answer.metadata?.localization ?? empty<FtLocalization>();
    const listed = trimmed(this.locales)
      .split(/[\s,]+/)
      .filter(isLocaleCode);
    const options = [...new Set([...tokenLocales, ...listed])];
    if (options.length === 0) return nothing;
    const hasStandard = standard !== undefined && options.includes(standard);
    const current = answer.locale.served ?? (hasStandard ? standard : '');
    const token = this.#shown.summary.name;
    return html`<label class="locale">
      <span class="visually-hidden">${this.#texts.text('tokenLanguageOf', { token })}</span>
      ${globeIcon}
      <select part="locale" @input=${stop} @change=${this.#chooseLocale}>
        ${
          hasStandard
            ? nothing
            : html`<option value="" .selected=${current === ''}>
                ${this.#texts.text('tokenLanguageDefault')}
              </option>`
        }
        ${options.map(
          (code) =>
            html`<option value=${code} .selected=${code === current}>
              ${languageName(code, code)}
            </option>`,
        )}
      </select>
    </label>`;
  }

  readonly #chooseLocale = (event: Event): void => {
    this.chosenLocale = (event.target as HTMLSelectElement).value;
  };

  /** A note only for an explicit locale: most pages have a `lang`, and most tokens have no locales. */
  #localeNote(): Content {
    const { requested, served } = this.#state?.token?.locale ?? empty<FtMetadataAnswer['locale']>();
    if (!this.#isLocaleMissing || served || !requested || requested !== this.#explicitLocale)
      return nothing;
    const language = displayText(languageName(requested, this.#texts.locale), 60) ?? requested;
    return html`<p part="locale-note" class="locale-note">
      ${this.#texts.text('tokenLanguageMissing', { language })}
    </p>`;
  }

  /** The content shown instead of the data of a token that is not ready. */
  #replacement(): Content {
    const { token, error } = this.#state ?? LOADING;
    const texts = this.#texts;
    if (token || this.status === 'idle') return nothing;
    const isFull = this.variant === 'full';
    // The message of a token that loads later takes the place of some.
    const rows = (this.#hasId ? 1 : 5) - (error ? 1 : 0);
    const lines = html`<span class="caption" data-text=${texts.text('tokenByAuthor')}
        ><span class="bar"></span></span
      ><span class="bar"></span><span class="bar short"></span>`;
    const bars = isFull
      ? [...Array<TemplateResult>(rows).fill(BAR_ROW), lines, BAR_DETAILS]
      : error
        ? lines
        : [lines, this.#hasId ? nothing : BAR_ROW, BAR_DETAILS];
    // An animation makes the bars visible only if loading takes a while.
    const skeleton = html`<div part="skeleton" class="skeleton">
      <span class="visually-hidden">${texts.text('tokenLoading')}</span>
      ${bars}
    </div>`;
    if (!error) return html`<slot name="loading">${skeleton}</slot>`;
    const note = {
      error,
      isBusy: this.status === 'loading',
      // Gives the buttons of several cards different names.
      labelledBy: 'retry heading',
      hasId: this.#hasId,
      look: `${error.code === 'not-found' ? '' : 'danger'} ${this.variant === 'row' ? '' : 'middle'}`,
      retry: () => this.reload(),
    };
    const shown = failureNote(note, texts);
    if (!isWaiting(error)) return html`<slot name="error">${shown}</slot>`;
    return this.variant === 'row' ? shown : html`<div class="later">${shown}${skeleton}</div>`;
  }

  /** A failure, or the result of copying. Always rendered, so that a new text is announced. */
  #liveRegion(): TemplateResult {
    const { result } = this.#copying;
    const text = result
      ? this.#texts.text(result.copied ? 'tokenPrincipalCopied' : 'copyRefused')
      : this.#statusText();
    return html`<span class="visually-hidden" role="status">${text}</span>`;
  }

  /** The text for a token that is in progress or failed; empty for any other token. */
  #statusText(): string {
    const error = this.#state?.error;
    return error && (isWaiting(error) || this.status !== 'loading')
      ? failureText(error, this.#texts, this.#hasId)
      : '';
  }

  /** The image is as wide as the card. */
  get #isLarge(): boolean {
    return this.#hasId && this.variant !== 'chip' && this.variant !== 'row';
  }

  get #hasId(): boolean {
    return this.token.type !== undefined;
  }
}

const globeIcon = icon(
  svg`<circle cx="12" cy="12" r="9"/><path d="M3 12h18M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18"/>`,
  'globe',
);

/** While a token loads: a label with its value. */
const BAR_ROW = html`<span class="row"
  ><span class="bar short"></span><span class="bar short"></span
></span>`;

const BAR_DETAILS = html`<span class="bar details"></span>`;

/** Whether the page has set every property that identifies the token. */
const isNamed = ({ principal, tokenId }: TokenName): boolean => principal !== '' && tokenId !== '';

/** True for `en`, `en-GB` and `en_US`. */
const isEnglish = (locale = ''): boolean => /^en(?![a-z])/i.test(locale);

/** A form around the card would take it for a changed value. */
const stop = (event: Event): void => event.stopPropagation();

const counted = (title: string, { length }: readonly unknown[]): TemplateResult =>
  html`${title}<span class="count" aria-hidden="true">${length || nothing}</span>`;

/** The name of a language in the language `display`, or the code itself if it has no name. */
function languageName(code: string, display: string): string {
  try {
    const names = new Intl.DisplayNames([display.replaceAll('_', '-')], bare({ type: 'language' }));
    return names.of(code.replaceAll('_', '-')) ?? code;
  } catch {
    return code;
  }
}
