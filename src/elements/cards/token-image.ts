import { html, type TemplateResult } from 'lit';
import { safeImage, type Gateways } from '../../tokens/links.js';

/** How many images of a token are tried before the monogram is shown. */
const ATTEMPTS = 3;

/** The first image of a token that may be fetched and is not known to be broken. */
export function chooseImage(
  candidates: readonly string[],
  broken: ReadonlySet<string>,
  gateways: Gateways,
): string | undefined {
  const sources = candidates
    .map((url) => safeImage(url, gateways))
    .filter((url) => url !== undefined);
  return [...new Set(sources)].slice(0, ATTEMPTS).find((url) => !broken.has(url));
}

/** The image, or the first letter of the symbol on a color derived from the principal. Decorative. */
export function tokenImage(
  source: string | undefined,
  token: { readonly title: string; readonly principal: string },
  failed: (source: string) => void,
): TemplateResult {
  const letter = firstLetter(token.title);
  // `referrerpolicy` is in the static template, so it is set before `src`, which is a binding.
  if (source) {
    return html`<span class="picture monogram hue-${hue(token.principal)}" data-letter=${letter}
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
  return html`<span
    part="monogram"
    class="picture monogram hue-${hue(token.principal)}"
    aria-hidden="true"
    ><bdi translate="no">${letter}</bdi></span
  >`;
}

/** Removes the monogram, which is under the image until the image has loaded. */
function showAlone({ target }: Event): void {
  (target as Element).parentElement!.classList.remove('monogram');
}

function firstLetter(text: string): string {
  const [letter = '?'] = /[\p{L}\p{N}]/u.exec(text) ?? [];
  return letter.toLocaleUpperCase();
}

/** One of eight hues, always the same for one contract. */
function hue(principal: string): number {
  let sum = 0;
  for (const char of principal.slice(0, 100)) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) >>> 0;
  return sum % 8;
}
