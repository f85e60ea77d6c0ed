import { html, nothing, type TemplateResult } from 'lit';
import { mustBe, withDocs } from '../../errors.js';
import { defaultMetadataClient } from '../../metadata/metadata-client.js';
import { loadOnce } from '../../lib/promises.js';
import { empty } from '../../lib/safe-access.js';
import type { FtMetadata, MetadataClient } from '../../metadata/metadata-types.js';
import { displayText } from '../../metadata/text.js';
import { LOADING } from '../../metadata/watch-token.js';
import {
  formatUnits,
  SIGN_DISPLAYS,
  type FormatUnitsOptions,
  type SignDisplay,
} from '../../metadata/units.js';
import type { NetworkName } from '../../stacks/address.js';
import { findCertain } from '../../stacks/assets.js';
import { metadataClientContext } from '../context.js';
import { MessagesController } from '../controllers/messages-controller.js';
import { NearestContext } from '../controllers/nearest-context.js';
import { TokenController, trimmed } from '../controllers/token-controller.js';
import { VisibilityController } from '../controllers/visibility-controller.js';
import { BaseElement, oneOf } from '../internal/base-element.js';
import { DecimalsReader, wholeNumber, type SetDecimals } from '../internal/decimals.js';
import { property, state } from 'lit/decorators.js';
import { tokenMessages } from '../messages/en/token.js';
import { getDirection } from '../messages/format.js';
import type { FiatController } from './fiat.js';
import { ftAmountStyles } from './ft-amount.styles.js';

/**
 * An exact amount of a token as inline text, formatted for the nearest `lang`. If the decimals are not known, there is no
 * amount in the unit of the token: it shows the integer of base units, and says so. An amount with cut-off digits is a
 * button: a press shows all digits.
 *
 * @example
 * ```html
 * <ft-amount value="123456789012345678901234" decimals="6" symbol="HNY"></ft-amount>
 * <ft-amount value="2500000" principal="SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token"></ft-amount>
 * <ft-amount value="2500000" principal="stx" fiat="eur"></ft-amount>
 * ```
 *
 * @slot icon - Before the number.
 *
 * @csspart amount - The number.
 * @csspart symbol - The token's symbol.
 * @csspart base-units - The text "base units", if the decimals are not known.
 * @csspart fiat - What the amount is worth, in brackets, such as "(about $1.43)".
 * @csspart price-time - In it, the time of the price, if that is five minutes old or older.
 *
 * @cssstate loading - Decimals and symbol are loading.
 * @cssstate raw - Base units are shown, because the decimals are not known.
 * @cssstate invalid - `value` is not an integer; nothing is shown, and the console names it.
 * @cssstate stale - The value of `fiat` is of a price that is five minutes old or older.
 */
export class FtAmount extends BaseElement {
  static override get styles() {
    return ftAmountStyles;
  }

  readonly #texts = new MessagesController(this, tokenMessages);
  readonly #context = new NearestContext(this, metadataClientContext);
  readonly #near = new VisibilityController(this);
  readonly #token = new TokenController(this, { whenVisible: () => this.#near.whenNear() });

  /** The amount in base units: decimal digits, or a bigint if set as a property. */
  @property() value: string | bigint = '';

  /**
   * Decimals of the token, 0 to 38. Default: those of `principal`'s metadata. With another value, which the console names,
   * none are known.
   */
  @property({ type: Number, converter: wholeNumber }) decimals: number | undefined;

  /** Symbol after the amount. Default: that of `principal`'s metadata. */
  @property() symbol: string | undefined;

  /**
   * The principal of the token's contract, or the asset identifier of the token, `<address>.<contract-name>::<asset-name>`.
   * Decimals and symbol are taken from its metadata: for an asset identifier, not from that of another token of the contract.
   * `stx`: the amount is in micro-STX. Nothing is requested for it, for sBTC on mainnet and testnet, and for USDCx on mainnet:
   * their decimals are known, by their contracts.
   */
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
  @property({ converter: oneOf('standard', 'compact') }) notation: 'standard' | 'compact' =
    'standard';

  /** Which amounts have a sign: `auto` (negative ones), `always`, `exceptZero`, `negative` or `never`. Default: `auto`. */
  @property({ attribute: 'sign-display' }) signDisplay: SignDisplay = 'auto';

  /**
   * Three letters of a currency, such as `eur`: shows what the amount is worth, after it, by the price that `prices` of
   * `configure()` gets for `principal`. The price is read again about once a minute while the amount is in view. Nothing is shown
   * without a price, and on test networks. Default: no value.
   */
  @property() fiat: string | undefined;

  /**
   * The network of the amount, for `fiat`: on a test network it has no value. Default: that of the contract; for STX, that of the
   * wallet client of the nearest `<wallet-context>`, else of the page's: its option `network`, else that of the connected wallet. Else
   * mainnet.
   */
  @property() network: NetworkName | undefined;

  /** The client that fetches. Default: the nearest `<wallet-context>`'s, else the page's. */
  @property({ attribute: false }) client: MetadataClient | undefined;

  /** Whether the user wants to see all digits. */
  @state() private isExpanded = false;

  readonly #reader = new DecimalsReader(this);
  #decimals: SetDecimals = { value: undefined, isRefused: false };
  #fiat: FiatController | undefined;
  #refused: unknown;

  protected override willUpdate(): void {
    this.#decimals = this.#reader.read(this.decimals, this.#certain?.decimals);
    this.#followPrice();
    const needed = this.#needed;
    const [principal = '', asset] = needed.split('::', 2);
    this.#token.follow(
      principal && this.#near.seen
        ? {
            client: this.client ?? this.#context.value ?? defaultMetadataClient(),
            principal,
            // Decimals and symbol are the same in every locale.
            locale: undefined,
            // Only the whole record says of which asset it is.
            summary: asset === undefined,
            baseUrl: trimmed(this.baseUrl) || undefined,
          }
        : undefined,
    );
  }

  /** What needs no metadata. */
  get #certain(): { readonly symbol: string; readonly decimals: number } | undefined {
    const principal = trimmed(this.principal);
    return principal === 'stx' ? STX : findCertain(principal);
  }

  #followPrice(): void {
    const fiat = trimmed(this.fiat);
    this.#fiat?.follow(trimmed(this.principal), fiat, trimmed(this.network));
    if (!fiat || this.#fiat) return;
    // Without that module, there is an amount without a value. The next update tries again.
    loadFiat().then(
      ({ FiatController: Controller }) => {
        this.#fiat ??= new Controller(this);
        this.requestUpdate();
      },
      () => {},
    );
  }

  /** The contract or asset whose metadata is needed: none if decimals and symbol are given. */
  get #needed(): string {
    const { value, isRefused } = this.#decimals;
    if (this.#certain) return '';
    const isComplete = (isRefused || value !== undefined) && typeof this.symbol === 'string';
    return isComplete ? '' : trimmed(this.principal);
  }

  /** The metadata of the token. `isLoading`: also before the request, while the element is far from the viewport. */
  get #metadata(): { readonly metadata: FtMetadata | undefined; readonly isLoading: boolean } {
    const needed = this.#needed;
    const { token, error, status } = this.#token.state ?? LOADING;
    // While it loads, the token of before may be a summary, which does not say of which asset it is.
    const isAsset = needed.includes('::');
    const loaded = isAsset && status !== 'ready' ? undefined : token;
    const isLoading = needed !== '' && !loaded && !error;
    const { asset_identifier: asset = needed } = loaded ?? empty<FtMetadata>();
    return { metadata: isAsset && asset !== needed ? undefined : loaded, isLoading };
  }

  protected override render(): TemplateResult | typeof nothing {
    const { metadata, isLoading } = this.#metadata;
    const { value, isRefused } = this.#decimals;
    const record = this.#certain ?? metadata;
    const decimals = value ?? (isRefused ? undefined : record?.decimals);
    const symbol = displayText(typeof this.symbol === 'string' ? this.symbol : record?.symbol, 20);
    const locale = this.#texts.locale;
    const signDisplay = SIGN_DISPLAYS.find((value) => value === this.signDisplay);
    const exact = amountText(this.value, decimals, { locale, signDisplay });
    this.setState('loading', isLoading);
    this.setState('raw', decimals === undefined);
    this.setState('invalid', exact === undefined);
    if (exact === undefined) {
      this.#refuseValue();
      return nothing;
    }
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
    // While the decimals load, base units would be read as whole units.
    if (isLoading) return html`${icon}${placeholder(shown.replace(/\d/g, '0'), 'amount')}`;
    const isRaw = decimals === undefined;
    const isInvalid = decimals === undefined && metadata?.invalid?.includes('decimals');
    const whole = isInvalid
      ? `${exact} (${this.#texts.text('tokenDecimals')}: ${this.#texts.text('tokenInvalid')})`
      : exact;
    const unit = isRaw && symbol ? `(${symbol})` : symbol;
    return html`${icon}${whole === shown ? html`<bdi part="amount" dir=${getDirection(shown)} translate="no">${shown}</bdi>` : this.#button(shown, whole)}${
      isRaw ? [' ', this.#baseUnits()] : nothing
    }${unit ? [' ', html`<bdi part="symbol" translate="no"><span>${unit}</span></bdi>`] : nothing}${
      isRaw
        ? nothing
        : (this.#fiat?.render(this.value, decimals, { signDisplay, notation }) ?? nothing)
    }`;
  }

  /** Names a wrong `value` in the console, once. An empty one is an amount that the page does not know yet. */
  #refuseValue(): void {
    const { value } = this as { readonly value: unknown };
    const isEmpty = value === undefined || value === null || value === '';
    if (isEmpty || Object.is(value, this.#refused)) return;
    this.#refused = value;
    const message = mustBe('value', value, 'base units: a bigint, or decimal digits in a text');
    console.error(withDocs(`<ft-amount>: ${message} It shows nothing.`, 'attributes'), this);
  }

  #baseUnits(): TemplateResult {
    return html`<span part="base-units" lang=${this.#texts.language}
      >${this.#texts.text('tokenBaseUnits')}</span
    >`;
  }

  /** `title` also shows the whole amount on hover, and describes the button to screen readers. */
  #button(shown: string, whole: string): TemplateResult {
    const { isExpanded } = this;
    const text = isExpanded ? whole : shown;
    return html`<button
      part="amount"
      type="button"
      aria-expanded=${isExpanded ? 'true' : 'false'}
      title=${isExpanded ? nothing : whole}
      @click=${() => (this.isExpanded = !isExpanded)}
    >
      <bdi dir=${getDirection(text)} translate="no">${text}</bdi>
    </button>`;
  }
}

/** What is known about STX, which has no contract and no metadata. */
const STX = { decimals: 6, symbol: 'STX' } as const;

const loadFiat = loadOnce(() => import('./fiat.js'));

/** A box of the width of a text, without the text: with forced colors, the browser would show a transparent one. */
export function placeholder(text: string, part?: string): TemplateResult {
  return html`<span part=${part ?? nothing} class="waiting" translate="no" aria-hidden="true"
    ><span>${text}</span></span
  >`;
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
    const text = formatUnits(typeof value === 'string' ? value.trim() : value, decimals, options);
    // A minus, as wide as a digit; `parseUnits` reads both.
    return text.replace('-', '\u2212');
  } catch {
    return undefined;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ft-amount': FtAmount;
  }
}
