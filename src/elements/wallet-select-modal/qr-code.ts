import encodeQR from 'qr';

/** Modules of white around the code that ISO/IEC 18004 asks for. */
const QUIET_ZONE = 4;

/** A code as one path of dark modules, in a square of `size` modules a side. */
export interface QrCode {
  readonly size: number;
  readonly path: string;
}

/**
 * Makes a QR code. Loaded only when a code is shown.
 *
 * @throws RangeError or Error when `text` is longer than a code can hold.
 */
export function qrCode(text: string): QrCode {
  const modules = encodeQR(text, 'raw', { ecc: 'low', border: QUIET_ZONE });
  return { size: modules.length, path: path(modules) };
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
