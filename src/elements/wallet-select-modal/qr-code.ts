import { html, svg, type TemplateResult } from 'lit';
import encodeQR from 'qr';

/** Modules of white around the code that ISO/IEC 18004 asks for. */
const QUIET_ZONE = 4;

/**
 * A QR code as one path, dark on white in every colour scheme: many phones do not read it the other way
 * round. Loaded only when a code is shown.
 *
 * @throws RangeError or Error when `text` is longer than a code can hold.
 */
export function qrCode(text: string, label: string): TemplateResult {
  const modules = encodeQR(text, 'raw', { ecc: 'low', border: QUIET_ZONE });
  return html`<svg
    class="qr"
    viewBox="0 0 ${modules.length} ${modules.length}"
    shape-rendering="crispEdges"
    role="img"
    aria-label=${label}
  >
    ${svg`<rect width="100%" height="100%" fill="#fff"/><path fill="#000" d=${path(modules)} />`}
  </svg>`;
}

/** One closed run for each row of dark neighbours. */
function path(modules: readonly (readonly boolean[])[]): string {
  let d = '';
  modules.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      const width = x - start + 1;
      d += `M${start} ${y}h${width}v1h-${width}z`;
    }
  });
  return d;
}
