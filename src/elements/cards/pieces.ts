import { html, nothing, type TemplateResult } from 'lit';
import { empty } from '../../lib/safe-access.js';
import { type Gateways, safeImage } from '../../metadata/links.js';
import type { MetadataError } from '../../metadata/metadata-error.js';
import type { FtMetadata, FtOffChainMetadata } from '../../metadata/metadata-types.js';
import { isWaiting } from '../../metadata/retry.js';
import { displayText } from '../../metadata/text.js';
import type { MessagesController } from '../controllers/messages-controller.js';
import { shortAddress } from '../../accounts/short-address.js';
import { pictureIcon, refusedIcon, retryIcon } from '../internal/icons.js';
import type { tokenMessages } from '../messages/en/token.js';
import { tokenFailure } from '../messages/failures.js';
import { HUES } from './pieces.styles.js';

/* What the cards and `<ft-list>` have in common. */

export type TokenTexts = Pick<MessagesController<typeof tokenMessages>, 'text'>;

/** Longer names of tokens, fields and contracts are cut off. */
export const LONGEST_LABEL = 100;

export type TokenSummary = ReturnType<typeof tokenSummary>;

/**
 * What every variant shows. Needs only the fields that a search of many tokens returns. Every text is for text nodes.
 *
 * @param label the name of a token without a name
 * @param isLarge true if thumbnails are the last choice
 */
export function tokenSummary(token: FtMetadata, label: string, isLarge = false) {
  const { metadata = empty<FtOffChainMetadata>() } = token;
  const nameOnChain = displayText(token.name, LONGEST_LABEL);
  const thumbnails = [metadata.cached_thumbnail_image, token.image_thumbnail_uri];
  const large = [metadata.cached_image, token.image_uri, metadata.image, token.image_canonical_uri];
  return {
    name: displayText(metadata.name, LONGEST_LABEL) ?? nameOnChain ?? label,
    nameOnChain,
    symbol: displayText(token.symbol, 20),
    description: displayText(metadata.description) ?? displayText(token.description),
    /** Not checked; the best choice first. */
    images: isLarge ? [...large, ...thumbnails] : [...thumbnails, ...large],
  };
}

/**
 * `SP2J6Z…RV9EJ7` and the whole name of the contract. Keeps more characters than for the user's own address: anyone can
 * generate an address with the same first and last few characters as another.
 */
export function shortPrincipal(principal: string): [address: string, name: string] {
  const [address = '', name = ''] = principal.split('.');
  return [shortAddress(address, 6, 6), name];
}

/** A principal that is valid. The name of the contract has a line of its own rather than a break within it. */
export function wholePrincipal(principal: string): TemplateResult {
  const [address, name] = principal.split('.');
  return html`<bdi part="whole-principal" dir="ltr" translate="no"
    >${address}<wbr /><span class="contract">.${name}</span></bdi
  >`;
}

/** The symbol, or the token id of an NFT. */
export function pill({ symbol }: TokenSummary, id?: string): TemplateResult | typeof nothing {
  const text = id ? `#${id}` : symbol;
  if (!text) return nothing;
  return html`<bdi
    part=${id ? 'token-id' : 'symbol'}
    class="symbol pill ${!id && text.length > 5 ? 'long' : ''}"
    title=${id ? text : nothing}
    translate="no"
    ><span>${text}</span></bdi
  >`;
}

/** How many images of a token are tried before the monogram is shown. */
const ATTEMPTS = 3;

/** How an element shows the images of tokens. */
export interface ImageSettings {
  /** Undefined: no images. */
  readonly gateways: Gateways | undefined;
  /** The images that could not be loaded. */
  readonly broken: ReadonlySet<string>;
  readonly failed: (source: string) => void;
}

/**
 * The first image that may be fetched and is not broken; else the first letter of the symbol, on a color derived from the
 * principal. Decorative.
 *
 * @param isLarge with what is shown in the place of an image
 */
export function tokenImage(
  { name, symbol, images }: TokenSummary,
  principal: string | undefined,
  { gateways, broken, failed }: ImageSettings,
  isLarge = false,
): TemplateResult {
  const title = symbol ?? name;
  const letter = (/[\p{L}\p{N}]/u.exec(title)?.[0] ?? '?').toLocaleUpperCase();
  const look = `picture monogram hue-${hue(principal ?? title)}`;
  const sources = gateways ? images.map((url) => safeImage(url, gateways)) : [];
  const source = [...new Set(sources.filter((url) => url !== undefined))]
    .slice(0, ATTEMPTS)
    .find((url) => !broken.has(url));
  // `referrerpolicy` is in the static template, so it is set before `src`, which is a binding.
  if (source) {
    return html`<span class=${look} data-letter=${letter}
      ><img
        part="image"
        alt=""
        width="64"
        height="64"
        loading="lazy"
        decoding="async"
        referrerpolicy="no-referrer"
        src=${source}
        @load=${showAlone}
        @error=${() => failed(source)}
    /></span>`;
  }
  return html`<span part="monogram" class=${look} aria-hidden="true"
    ><bdi translate="no">${letter}</bdi>${isLarge ? pictureIcon : nothing}</span
  >`;
}

/**
 * Removes the monogram, which is under the image until the image has loaded. An image that is far from square, of which a
 * square would hide more than a fifth, gets the class `whole-image`; and `tall` one that is higher than wide.
 */
function showAlone({ target }: Event): void {
  const { naturalWidth: width, naturalHeight: height, parentElement } = target as HTMLImageElement;
  parentElement!.classList.remove('monogram');
  parentElement!.classList.toggle(
    'whole-image',
    Math.min(width, height) < 0.8 * Math.max(width, height),
  );
  parentElement!.classList.toggle('tall', height > width);
}

/** One of the hues, always the same for one contract. */
function hue(principal: string): number {
  let sum = 0;
  for (const char of principal.slice(0, 100)) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) >>> 0;
  return sum % HUES.length;
}

interface Failure {
  readonly error: MetadataError;
  /** The request is being repeated. */
  readonly isBusy: boolean;
  /** The class of the message. */
  readonly look: string;
  /** The ids of the accessible name of the button. Default: its text. */
  readonly labelledBy?: string;
  /** Of a token with a token id. */
  readonly hasId?: boolean;
  retry(): void;
}

/**
 * The reason for a failure and the button "Try again", unless the page has made a mistake, or a spinner while the service is busy. Hidden from screen readers:
 * the live region announces the reason.
 */
export function failureNote(failure: Failure, texts: TokenTexts): TemplateResult {
  const { error, isBusy, labelledBy, hasId, look } = failure;
  // The same again would fail again.
  const isMistake = error.code.startsWith('invalid-');
  const spinner = html`<span class="spinner" aria-hidden="true"></span>`;
  const reason = html`<p aria-hidden="true">${failureText(error, texts, hasId)}</p>`;
  if (isWaiting(error)) return html`<div part="message" class="message">${spinner} ${reason}</div>`;
  return html`<div part="message" class="message ${look}">
    ${refusedIcon} ${reason}
    ${
      isMistake
        ? nothing
        : html`<button
            part="retry-button"
            id="retry"
            type="button"
            class="button outlined s"
            aria-disabled=${isBusy ? 'true' : 'false'}
            aria-labelledby=${labelledBy ?? nothing}
            @click=${() => isBusy || failure.retry()}
          >
            ${isBusy ? spinner : retryIcon} <span>${texts.text('tryAgain')}</span>
          </button>`
    }
  </div>`;
}

/** The text for an error: the error's own message is in English, for developers. `hasId`: of a token with a token id. */
export function failureText(error: MetadataError, texts: TokenTexts, hasId = false): string {
  // The contract may be known.
  if (hasId && error.code === 'not-found') return texts.text('tokenIdNotFound');
  return texts.text(tokenFailure(error));
}
