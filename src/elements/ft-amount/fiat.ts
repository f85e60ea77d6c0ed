import { html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import { getClientNetwork } from '../../core/client-network.js';
import { getDefaultClient } from '../../core/client.js';
import { getSettings } from '../../core/configure.js';
import type { PriceSource, WalletClient } from '../../core/types.js';
import { mustBe, withDocs } from '../../errors.js';
import { isDevelopment } from '../../lib/page.js';
import type { Watcher } from '../../lib/read-watcher.js';
import { bare } from '../../lib/safe-access.js';
import type { Unsubscribe } from '../../lib/store.js';
import { formatValue, type ValueFormat } from '../../prices/format-value.js';
import { untilStale, watchPrice, type PriceState } from '../../prices/watch-price.js';
import { getNetwork, getNetworkFamily, parsePrincipal } from '../../stacks/address.js';
import { clientContext } from '../context.js';
import { MessagesController } from '../controllers/messages-controller.js';
import { NearestContext } from '../controllers/nearest-context.js';
import { watchNear } from '../controllers/visibility-controller.js';
import type { BaseElement } from '../internal/base-element.js';
import { isSame } from '../internal/is-same.js';
import { priceMessages } from '../messages/en/price.js';

/*
 * The value of an amount in a currency. Loads with the first `<ft-amount fiat>`. Nothing else imports it: what is signed depends
 * on no price.
 */

interface PriceQuery {
  readonly source: PriceSource;
  readonly asset: string;
  readonly currency: string;
}

/** Until a missing setting or attribute is named: a script or a framework may set it soon after the element. */
const SOON = 1_000;

/** What the console of this page has said. */
const warned = new Set<string>();

/** The price of one amount, while it is near the viewport, and the text of its value. */
export class FiatController implements ReactiveController {
  readonly #host: BaseElement;
  readonly #texts: MessagesController<typeof priceMessages>;
  readonly #context: NearestContext<WalletClient>;
  #client: WalletClient | undefined;
  #undoClient: Unsubscribe | undefined;
  #query: PriceQuery | undefined;
  #watcher: Watcher<PriceState> | undefined;
  #undo: Unsubscribe | undefined;
  #unwatchNear: Unsubscribe | undefined;
  #isNear = false;
  #isLate = false;
  #lateTimer: ReturnType<typeof setTimeout> | undefined;
  #staleTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: BaseElement) {
    this.#host = host;
    this.#texts = new MessagesController(host, priceMessages);
    this.#context = new NearestContext(host, clientContext);
    host.addController(this);
  }

  hostConnected(): void {
    this.#unwatchNear = watchNear(this.#host, (isNear) => {
      this.#isNear = isNear;
      this.#subscribe();
    });
    this.#lateTimer = setTimeout(() => {
      this.#isLate = true;
      this.#host.requestUpdate();
    }, SOON);
  }

  hostDisconnected(): void {
    this.#unwatchNear?.();
    this.#isNear = false;
    this.#subscribe();
    this.#followClient(undefined);
    clearTimeout(this.#lateTimer);
    clearTimeout(this.#staleTimer);
  }

  /**
   * Shows the price of this asset. Testnets have coins without a value: no price is asked for.
   *
   * @param asset `stx`, an asset identifier, or the principal of a contract
   * @param fiat as the page wrote it; empty: no value is shown
   * @param network of the amount. Empty: that of the contract, or for STX of the client
   */
  follow(asset: string, fiat: string, network: string): void {
    const isOfClient = this.#host.isConnected && fiat && asset === 'stx' && !network;
    this.#followClient(isOfClient ? (this.#context.value ?? getDefaultClient()) : undefined);
    const { prices: source } = getSettings();
    const currency = fiat.toLowerCase();
    const fault = fiat ? findFault(source, asset, currency) : undefined;
    if (fault && this.#isLate) warn(this.#host, fault);
    const isShown = fiat && !fault && source && this.#getNetwork(asset, network) === 'mainnet';
    const query = isShown ? { source, asset, currency } : undefined;
    this.#host.setState('stale', false);
    if (isSame(query, this.#query)) return;
    this.#undo?.();
    this.#undo = undefined;
    this.#query = query;
    this.#watcher = query && watchPrice(query.source, asset, currency);
    this.#subscribe();
  }

  #getNetwork(asset: string, network: string): string | undefined {
    const family = network && getNetworkFamily(network);
    if (family !== '' && family !== 'mainnet') return family;
    if (asset !== 'stx') return getNetwork(asset.split('::', 1)[0]);
    const ofClient = this.#client && getClientNetwork(this.#client);
    return getNetworkFamily(ofClient ?? 'mainnet');
  }

  /** The network of its wallet may change. */
  #followClient(client: WalletClient | undefined): void {
    if (client === this.#client) return;
    this.#undoClient?.();
    this.#client = client;
    this.#undoClient = client?.subscribe(() => this.#host.requestUpdate());
  }

  #subscribe(): void {
    if (this.#isNear) {
      this.#undo ??= this.#watcher?.subscribe(() => this.#host.requestUpdate());
      this.#host.requestUpdate();
    } else {
      this.#undo?.();
      this.#undo = undefined;
    }
  }

  /** What the amount is worth. Nothing without a price. */
  render(
    value: string | bigint,
    decimals: number,
    options: Omit<ValueFormat, 'locale' | 'currency'>,
  ): TemplateResult | typeof nothing {
    clearTimeout(this.#staleTimer);
    const price = this.#watcher?.state.price;
    if (!price) return nothing;
    const { locale, language } = this.#texts;
    const { currency } = this.#query!;
    const amount = typeof value === 'string' ? value.trim() : value;
    const format = { ...options, locale, currency };
    const { text: plain, isLess } = formatValue(amount, decimals, price, format);
    const text = plain.replace('-', '\u2212');
    // The amount is an element of its own, which page translators leave as it is.
    const [before = '', after = ''] = isLess
      ? []
      : this.#texts.text('priceAbout', { amount: text }).split(text);
    const time = this.#texts.text('priceTime', { time: formatTime(price.time, locale) });
    const left = untilStale(price);
    const isStale = left <= 0;
    this.#host.setState('stale', isStale);
    if (!isStale && this.#isNear)
      this.#staleTimer = setTimeout(() => this.#host.requestUpdate(), left);
    return html`${' '}<span part="fiat" lang=${language} title=${isStale ? nothing : time}
        >(${before}<bdi translate="no">${text}</bdi
        >${after}${isStale ? [' \u00b7 ', html`<span part="price-time">${time}</span>`] : nothing})</span
      >`;
  }
}

/** What the page has to change, so that a value can be shown. */
function findFault(
  source: PriceSource | undefined,
  asset: string,
  currency: string,
): string | undefined {
  if (!source)
    return '`fiat` shows nothing without a source of prices: `configure({ prices })` with a function of yours.';
  if (!/^[a-z]{3}$/.test(currency))
    return mustBe('fiat', currency, 'the three letters of a currency, such as `eur`');
  if (asset !== 'stx' && !parsePrincipal(asset)?.contract)
    return `\`fiat\` needs the asset: ${mustBe('principal', asset || undefined, '`stx`, an asset identifier, or the principal of a contract')}`;
  return undefined;
}

/** Once for all elements with the same fault, in development. */
function warn(host: Element, fault: string): void {
  const text = withDocs(`<${host.localName}>: ${fault}`, 'prices');
  if (warned.has(text) || !isDevelopment()) return;
  warned.add(text);
  console.warn(text, host);
}

/** Without the date, if it is of today. */
function formatTime(time: number, locale: string): string {
  const isToday = new Date(time).toDateString() === new Date().toDateString();
  const options = bare<Intl.DateTimeFormatOptions>({
    timeStyle: 'short',
    ...(!isToday && { dateStyle: 'medium' }),
  });
  return new Intl.DateTimeFormat(locale, options).format(time);
}
