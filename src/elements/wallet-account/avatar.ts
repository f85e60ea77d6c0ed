import { svg, type SVGTemplateResult } from 'lit';

/** Where the spots of color are, as parts of the picture. */
const SPOTS = [
  [22, 24],
  [80, 30],
  [30, 82],
  [84, 84],
] as const;

/**
 * A picture of an address: spots of color that run into each other, always the same for the same address. It helps to
 * distinguish accounts, but proves nothing: other addresses may have a similar picture. The colors are legible on light
 * and dark surfaces.
 */
export function avatar(address: string): SVGTemplateResult {
  const random = createRandom(address);
  const base = random(360);
  const color = (step: number) => {
    // The hues are within 120 degrees: between opposite ones, the gradient would be grey.
    const lightness = 0.54 + random(33) / 100;
    const chroma = 0.14 + random(8) / 100;
    const hue = (base + step * 25 + random(21)) % 360;
    return `oklch(${lightness.toFixed(2)} ${chroma.toFixed(2)} ${hue})`;
  };
  const background = color(0);
  // An id belongs to its shadow root, in which the picture may be twice.
  const id = `avatar-${random(1_000_000)}`;
  const spots = SPOTS.map(([x, y], at) => {
    const spot = `${id}-${at}`;
    const fill = color(at + 1);
    return svg`<radialGradient id=${spot} cx="${x + random(17) - 8}%" cy="${y + random(17) - 8}%" r="${46 + random(30)}%"
        ><stop stop-color=${fill} /><stop offset="1" stop-color=${fill} stop-opacity="0" /></radialGradient
      ><path fill="url(#${spot})" d="M0 0h72v72H0z" />`;
  });
  return svg`<svg class="avatar" part="avatar" viewBox="0 0 72 72" aria-hidden="true" focusable="false"
    ><path fill=${background} d="M0 0h72v72H0z" />${spots}</svg>`;
}

/** Numbers below a limit that depend only on the text: FNV-1a, then xorshift. */
function createRandom(text: string): (below: number) => number {
  let state = 2_166_136_261;
  for (const character of text) state = Math.imul(state ^ character.charCodeAt(0), 16_777_619) || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 8) % below;
  };
}
