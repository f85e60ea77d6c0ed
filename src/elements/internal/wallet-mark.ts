import { css, html, nothing, type TemplateResult } from 'lit';
import type { ProviderDescriptor } from '../../wallets/provider.js';
import { walletMarks } from './wallet-marks.js';

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
    inline-size: 40px;
    block-size: 40px;
    overflow: hidden;
    border-radius: var(--_radius-s);
    background: var(--_accent-soft);
    color: var(--_accent);
    font-weight: var(--_weight-bold);
    line-height: 1;
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
