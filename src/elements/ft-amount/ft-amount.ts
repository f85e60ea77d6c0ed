import { html, nothing, type TemplateResult } from 'lit';
import { defaultMetadataClient } from '../../tokens/metadata-client.js';
import type { MetadataClient } from '../../tokens/metadata-types.js';
import { displayText } from '../../tokens/text.js';
import {
  formatUnits,
  SIGN_DISPLAYS,
  type FormatUnitsOptions,
  type SignDisplay,
} from '../../tokens/units.js';
import { metadataClientContext } from '../context.js';
import { MessagesController } from '../controllers/messages-controller.js';
import { NearestContext } from '../controllers/nearest-context.js';
import { TokenController, trimmed } from '../controllers/token-controller.js';
import { VisibilityController } from '../controllers/visibility-controller.js';
import { BaseElement } from '../internal/base-element.js';
import { property, state } from 'lit/decorators.js';
import { tokenMessages } from '../messages/en/token.js';
import { ftAmountStyles } from './ft-amount.styles.js';

/** Accepts only decimal digits: Number() would also accept an empty attribute and `0x6`, and would round. */
export const wholeNumber = (value: string | null): number | null =>
  value === null ? null : /^\s*\d+\s*$/.test(value) ? Number(value) : NaN;

/**
 * An exact amount of a token as inline text, formatted for the nearest `lang`. If the decimals are not known,
 * it shows the integer of base units. An amount with cut-off digits is a button: a press shows all digits.
 *
 * @example
 * ```html
 * <ft-amount value="123456789012345678901234" decimals="6" symbol="HNY"></ft-amount>
 * <ft-amount value="2500000" principal="SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token"></ft-amount>
 * ```
 *
 * @slot icon - Before the number.
 *
 * @csspart amount - The number.
 * @csspart symbol - The token's symbol.
 *
 * @cssstate loading - Decimals and symbol are loading.
 * @cssstate raw - Base units are shown, because the decimals are not known.
 * @cssstate invalid - `value` is not an integer; nothing is shown.
 */
export class FtAmount extends BaseElement {
  static override styles = ftAmountStyles;

  readonly #texts = new MessagesController(this, tokenMessages);
  readonly #context = new NearestContext(this, metadataClientContext);
  readonly #near = new VisibilityController(this);
  readonly #token = new TokenController(this, { whenVisible: () => this.#near.whenNear() });

  /** The amount in base units: decimal digits, or a bigint if set as a property. */
  @property() value: string | bigint = '';

  /** Decimals of the token, 0 to 38. Default: those of `principal`'s metadata. */
  @property({ type: Number, converter: wholeNumber }) decimals: number | undefined;

  /** Symbol after the amount. Default: that of `principal`'s metadata. */
  @property() symbol: string | undefined;

  /** The principal of the token's contract; decimals and symbol are taken from its metadata. */
  @property() principal = '';

  /** Base URL of the metadata service. Default: the context's, else the public service. */
  @property({ attribute: 'base-url' }) baseUrl = '';

  /**
   * Maximum digits after the decimal point; the rest is cut off. Default: all; in compact notation one, or two below a
   * thousand.
   */
  @property({ type: Number, attribute: 'max-fraction-digits', converter: wholeNumber })
  maxFractionDigits: number | undefined;

  /**
   * `compact`: shortens large amounts with a unit of the language, as in `1.2M`; the rest is cut off. Default:
   * `standard`.
   */
  @property() notation: 'standard' | 'compact' = 'standard';

  /** Which amounts have a sign: `auto` (negative ones), `always`, `exceptZero`, `negative` or `never`. Default: `auto`. */
  @property({ attribute: 'sign-display' }) signDisplay: SignDisplay = 'auto';

  /** The client that fetches. Default: the nearest `<wallet-context>`'s, else the page's. */
  @property({ attribute: false }) client: MetadataClient | undefined;

  /** Whether the user wants to see all digits. */
  @state() private isExpanded = false;

  protected override willUpdate(): void {
    const principal = this.#needed;
    this.#token.follow(
      principal
        ? {
            client: this.client ?? this.#context.value ?? defaultMetadataClient(),
            principal,
            // Decimals and symbol are the same in every locale.
            locale: undefined,
            summary: true,
            baseUrl: trimmed(this.baseUrl) || undefined,
          }
        : undefined,
      this.#near.seen,
    );
  }

  /** The principal whose metadata is needed: none if decimals and symbol are given. */
  get #needed(): string {
    const isComplete = hasNumber(this.decimals) && typeof this.symbol === 'string';
    return isComplete ? '' : trimmed(this.principal);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { answer: metadata, error } = this.#token.state;
    const decimals = hasNumber(this.decimals) ? this.decimals : metadata?.decimals;
    const symbol = displayText(
      typeof this.symbol === 'string' ? this.symbol : metadata?.symbol,
      20,
    );
    const locale = this.#texts.locale;
    const signDisplay = SIGN_DISPLAYS.find((known) => known === this.signDisplay);
    const exact = amountText(this.value, decimals, { locale, signDisplay });
    // Also before the request, while it is far from the viewport.
    const isLoading = this.#needed !== '' && !metadata && !error;
    this.setState('loading', isLoading);
    this.setState('raw', decimals === undefined);
    this.setState('invalid', exact === undefined);
    if (exact === undefined) return nothing;
    const most = this.maxFractionDigits;
    const maximumFractionDigits = isFractionDigits(most) ? most : undefined;
    const notation = this.notation === 'compact' ? 'compact' : undefined;
    const shown = amountText(this.value, decimals, {
      locale,
      signDisplay,
      maximumFractionDigits,
      notation,
    })!;
    const icon = html`<slot name="icon"></slot>`;
    // While the decimals load, base units would be read as whole units: hide them.
    if (isLoading)
      return html`${icon}<span part="amount" class="waiting" translate="no" aria-hidden="true"
          >${shown}</span
        >`;
    const isInvalid = decimals === undefined && metadata?.invalid?.includes('decimals');
    const whole = isInvalid
      ? `${exact} (${this.#texts.text('tokenDecimals')}: ${this.#texts.text('tokenInvalid')})`
      : exact;
    return html`${icon}${whole === shown ? html`<bdi part="amount" translate="no">${shown}</bdi>` : this.#button(shown, whole)}${
      symbol ? [' ', html`<bdi part="symbol" translate="no"><span>${symbol}</span></bdi>`] : nothing
    }`;
  }

  /** `title` also shows the whole amount on hover, and describes the button to screen readers. */
  #button(shown: string, whole: string): TemplateResult {
    const { isExpanded } = this;
    return html`<button
      part="amount"
      type="button"
      aria-expanded=${isExpanded ? 'true' : 'false'}
      title=${isExpanded ? nothing : whole}
      @click=${() => (this.isExpanded = !isExpanded)}
    >
      <bdi translate="no">${isExpanded ? whole : shown}</bdi>
    </button>`;
  }
}

/** An absent attribute gives null, an invalid one NaN. */
function hasNumber(value: number | null | undefined): value is number {
  return typeof value === 'number' && !Number.isNaN(value);
}

/** A page may set anything; all digits are shown then. */
function isFractionDigits(value: number | null | undefined): value is number {
  return Number.isInteger(value) && value! >= 0 && value! <= 100;
}

function amountText(
  value: string | bigint,
  decimals: number | undefined,
  options: FormatUnitsOptions,
): string | undefined {
  try {
    return formatUnits(typeof value === 'string' ? value.trim() : value, decimals, options);
  } catch {
    return undefined;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ft-amount': FtAmount;
  }
}
