import { svg, type SVGTemplateResult } from 'lit';

/** An icon of 24 by 24 units, drawn with lines, that is `size` pixels wide unless a style sheet sets another size. */
export const icon = (path: SVGTemplateResult, className = '', size = 18): SVGTemplateResult => svg`
  <svg class="glyph ${className}" viewBox="0 0 24 24" width=${size} height=${size} fill="none"
    stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"
    aria-hidden="true" focusable="false">${path}</svg>`;

export const copyIcon = icon(
  svg`<rect x="9" y="9" width="11" height="11" rx="2.5"/><path d="M5.5 15A1.5 1.5 0 0 1 4 13.5V6.5A2.5 2.5 0 0 1 6.5 4h7A1.5 1.5 0 0 1 15 5.5"/>`,
);
export const closeIcon = icon(svg`<path d="M6 6l12 12M18 6 6 18"/>`);
export const doneIcon = icon(svg`<path d="M5 12.5l4.5 4.5L19 7.5"/>`);
/** An exclamation mark in a circle. */
export const refusedIcon = icon(
  svg`<path d="M12 7.5v5.5M12 16.5h.01"/><circle cx="12" cy="12" r="9"/>`,
);
export const explorerIcon = icon(
  svg`<path d="M13 5h6v6M19 5l-8.5 8.5M17 14v3.5a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 5 17.5v-9A1.5 1.5 0 0 1 6.5 7H10"/>`,
  'directional',
);

export const pictureIcon = icon(
  svg`<rect x="3" y="4.5" width="18" height="15" rx="2.5"/><circle cx="8.5" cy="9.5" r="1.5"/><path d="M3.5 17.5L9 13l3.5 3 3.5-3.5 5 4.5"/>`,
);
export const retryIcon = icon(svg`<path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4.5V9H15"/>`);
export const walletIcon = icon(
  svg`<path d="M4 7.5A2.5 2.5 0 0 1 6.5 5H17v3M4 7.5V16.5A2.5 2.5 0 0 0 6.5 19H20V8H4.5M16 13.5h.01"/>`,
);
export const searchIcon = icon(svg`<circle cx="11" cy="11" r="6"/><path d="M15.5 15.5L20 20"/>`);
