import { svg, type SVGTemplateResult } from 'lit';
import { exclamation, icon as iconOf } from '../internal/icons.js';

/* The icons of the picker, which load with it. Other elements load `internal/icons.ts`. */

const icon = (path: SVGTemplateResult, className?: string): SVGTemplateResult =>
  iconOf(path, className, 20);

export const closeIcon = icon(svg`<path d="M6 6l12 12M18 6 6 18"/>`);
export const backIcon = icon(svg`<path d="M15 5l-7 7 7 7"/>`, 'directional');
export const forwardIcon = icon(svg`<path d="M9 5l7 7-7 7"/>`, 'directional');
export const outIcon = icon(svg`<path d="M8 16 16.5 7.5M9 7h8v8"/>`, 'directional');
export const scanIcon = icon(
  svg`<path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5H14zM20 14v2.5M17 20h3v-.5M14 20v-.5"/>`,
);
export const walletIcon = icon(
  svg`<path d="M4 7.5A2.5 2.5 0 0 1 6.5 5H17v3M4 7.5V16.5A2.5 2.5 0 0 0 6.5 19H20V8H4.5M16 13.5h.01"/>`,
);
export const keyIcon = icon(
  svg`<circle cx="8" cy="15" r="4"/><path d="M11 12l8-8M16 7l2.5 2.5M14 9l1.5 1.5"/>`,
);
export const handIcon = icon(
  svg`<path d="M12 3l8 3v6c0 4.5-3.3 7.8-8 9-4.7-1.2-8-4.5-8-9V6z M9 12l2.2 2.2L15.5 10"/>`,
);
export const alertIcon = icon(exclamation);
export const declinedIcon = icon(svg`<circle cx="12" cy="12" r="9"/><path d="M8.5 12h7"/>`);
