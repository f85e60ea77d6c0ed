import { type SVGTemplateResult, type TemplateResult, css, html, nothing, svg } from 'lit';
import type { ProviderDescriptor } from '../../wallets/wallet.js';

/**
 * The icon of a wallet. Without an icon, or if it is broken: the mark of a known wallet, or the first letter of
 * its name. An icon is always in an `<img>`, where scripts in an SVG do not run.
 */
export function walletMark({
  id,
  icon,
  name,
}: Pick<ProviderDescriptor, 'id' | 'icon' | 'name'>): TemplateResult {
  return html`<span part="wallet-icon" class="wallet-icon" aria-hidden="true"
    >${
      icon
        ? html`<img
            src=${icon}
            alt=""
            draggable="false"
            @error=${hideBroken}
            @load=${showLoaded}
          />`
        : nothing
    }<span class="monogram"
      >${walletMarks.get(id) ?? ([...name][0] ?? '').toLocaleUpperCase()}</span
    ></span
  >`;
}

function hideBroken(event: Event): void {
  (event.target as HTMLImageElement).hidden = true;
}

function showLoaded(event: Event): void {
  (event.target as HTMLImageElement).hidden = false;
}

/** The styles of `walletMark`. */
export const walletMarkStyles = css`
  .wallet-icon {
    display: grid;
    flex: none;
    place-items: center;
    inline-size: var(--_icon);
    block-size: var(--_icon);
    overflow: hidden;
    border-radius: var(--_radius-icon);
    background: var(--_accent-soft);
    color: var(--_accent-text);
    font-weight: var(--_weight-bold);
    line-height: 1;
  }
  /* The edge of a black icon on a dark surface, and of a white one on a light surface. */
  .wallet-icon:has(img:not([hidden]), svg) {
    outline: 1px solid color-mix(in oklab, var(--_text) 14%, transparent);
    outline-offset: -1px;
  }
  .wallet-icon img {
    inline-size: 100%;
    block-size: 100%;
    object-fit: contain;
  }
  .wallet-icon svg {
    display: block;
    inline-size: 100%;
  }
  .monogram:has(svg) {
    inline-size: 100%;
  }
  .wallet-icon:has(img:not([hidden]), svg) {
    background: none;
    /* Makes the edge of a dark icon visible on a dark surface. */
    box-shadow: 0 0 0 1px var(--_border);
  }
  .wallet-icon img:not([hidden]) + .monogram {
    display: none;
  }
`;

/** A drawing on a tile. The colors are fixed: each is legible in both color schemes. */
const tile = (color: string, drawing: SVGTemplateResult): SVGTemplateResult =>
  svg`<svg viewBox="0 0 40 40" focusable="false"><path fill=${color} d="M0 0h40v40H0z"/>${drawing}</svg>`;

/**
 * Marks of wallets that have given no icon, by provider id. This library drew them: initials in the colors of
 * each wallet, not copies of its logo. A Map, since an id may be `constructor`.
 */
export const walletMarks: ReadonlyMap<string, SVGTemplateResult> = new Map([
  [
    'LeatherProvider',
    tile(
      '#12100f',
      svg`<path fill="none" stroke="#f7f5f3" stroke-width="3.4" stroke-linecap="round" d="M26.5 15.5c4-5.5-4.5-9-7.5-1.5-2 5-1.5 12-4.5 14.5-2.5 2-5.5-.5-4-2.5 2.5-3.300 7.5 2.5 12 3 3 .3 5.5-1 7-3.5"/>`,
    ),
  ],
  [
    'XverseProviders.BitcoinProvider',
    tile(
      '#181818',
      svg`<path stroke="#fff" stroke-width="5.5" d="m11 11 18 18M11 29l11-11"/><path stroke="#ee7a30" stroke-width="5.5" d="m24.5 15.5 4.5-4.5"/>`,
    ),
  ],
  [
    'FordefiProviders.UtxoProvider',
    tile(
      '#101114',
      svg`<path fill="#5cd1fa" d="M12 10h17v5.5H12z"/><path fill="#486dff" d="M12 17.5h13L22 23H12z"/><path fill="#7994ff" d="M12 25h6v6h-6z"/>`,
    ),
  ],
  [
    'AsignaProvider',
    tile(
      '#000100',
      svg`<path fill="#7b45f7" d="M20 8 8.5 31h7L20 21z"/><path fill="#a585ff" d="m20 8 11.5 23h-7L20 21z"/><circle cx="20" cy="28.5" r="2.5" fill="#fff"/>`,
    ),
  ],
  [
    'okxwallet.stacks',
    tile('#000', svg`<circle cx="20" cy="20" r="9" fill="none" stroke="#fff" stroke-width="5"/>`),
  ],
]);
