import encodeQR from 'qr';

/** The width in modules of the white margin that ISO/IEC 18004 requires. */
const QUIET_ZONE = 4;

/** A code as the path of its dark modules, in a square of `size` by `size` modules. */
export interface QrCode {
  readonly size: number;
  readonly path: string;
  /** True if a mark may cover the middle: a fifth of the width. */
  readonly hasRoom: boolean;
}

/**
 * Creates a QR code. This module loads only when a code is shown. Its error correction restores a quarter of the
 * code, several times the area that a mark covers. A text that is too long for this correction gets a code without a
 * mark.
 *
 * @throws RangeError or Error if `text` is too long for a QR code.
 */
export function qrCode(text: string): QrCode {
  try {
    return draw(text, 'quartile');
  } catch {
    return draw(text, 'low');
  }
}

function draw(text: string, ecc: 'low' | 'quartile'): QrCode {
  const modules = encodeQR(text, 'raw', { ecc, border: QUIET_ZONE });
  return { size: modules.length, path: path(modules), hasRoom: ecc === 'quartile' };
}

/** One rectangle for each run of dark modules in a row. */
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
