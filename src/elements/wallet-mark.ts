import { html, nothing, type TemplateResult } from 'lit';
import type { ProviderDescriptor } from '../wire/provider.js';

/**
 * The icon of a wallet, or the first letter of its name where there is none or the browser cannot draw it.
 * Only ever in an `<img>`, where no script of an SVG runs. Its styles: styles/wallet-mark.ts.
 */
export function walletMark({
  icon,
  name,
}: Pick<ProviderDescriptor, 'icon' | 'name'>): TemplateResult {
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
    }<span class="monogram">${([...name][0] ?? '').toLocaleUpperCase()}</span></span
  >`;
}

function hideBroken(event: Event): void {
  (event.target as HTMLImageElement).hidden = true;
}

function showLoaded(event: Event): void {
  (event.target as HTMLImageElement).hidden = false;
}
