import { svg, type SVGTemplateResult } from 'lit';

/**
 * A picture of an address: a symmetrical pattern of squares in two colors, always the same for the same address. It
 * helps to distinguish accounts, but proves nothing: other addresses may have the same picture.
 */
export function avatar(address: string): SVGTemplateResult {
  // FNV-1a, then xorshift.
  let state = 2_166_136_261;
  for (const character of address)
    state = Math.imul(state ^ character.charCodeAt(0), 16_777_619) || 1;
  const random = (below: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 8) % below;
  };
  const hue = random(360);
  const fills = ['', ''];
  for (let cell = 0; cell < 15; cell++) {
    const [x, y] = [cell % 3, Math.floor(cell / 3)];
    const color = random(3);
    if (color < 2) fills[color] += `M${x} ${y}h1v1h-1zM${4 - x} ${y}h1v1h-1z`;
  }
  return svg`<svg class="avatar" part="avatar" viewBox="-2 -2 9 9" shape-rendering="crispEdges" aria-hidden="true" focusable="false"
    ><path fill="hsl(${hue} 70% 92%)" d="M-2-2h9v9h-9z"
    /><path fill="hsl(${hue} 65% 40%)" d=${fills[0]}
    /><path fill="hsl(${hue + 70} 65% 55%)" d=${fills[1]} /></svg>`;
}
