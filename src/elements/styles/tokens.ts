import { css, unsafeCSS } from 'lit';

/** Public `--wallet-color-<name>`: [light, dark]. Text has a contrast of 4.5:1 on every surface here. */
const COLORS = {
  surface: ['#ffffff', '#18191d'],
  'surface-hover': ['#f4f4f7', '#23252b'],
  'surface-active': ['#e9e9ef', '#2e3138'],
  border: ['#e2e2e8', '#33363e'],
  'border-strong': ['#83868f', '#7d818c'],
  text: ['#16171b', '#f2f3f5'],
  'text-muted': ['#5c5f69', '#a6aab5'],
  accent: ['#4340c8', '#aeb4ff'],
  'accent-hover': ['#3633a8', '#c5caff'],
  'accent-soft': ['#eeeefc', '#292b48'],
  'on-accent': ['#ffffff', '#15163a'],
  danger: ['#b42318', '#ffb3aa'],
  'danger-soft': ['#fdeeec', '#3d2321'],
  success: ['#15764a', '#74d9a4'],
  'success-soft': ['#e7f6ee', '#1b3529'],
  focus: ['#4340c8', '#aeb4ff'],
  backdrop: ['#16171b7a', '#000000a8'],
  shadow: ['#16171b29', '#00000080'],
} as const;

type Scheme = (light: string, dark: string) => string;

function colors(value: Scheme): string {
  return Object.entries(COLORS)
    .map(([name, [light, dark]]) => `--_${name}:var(--wallet-color-${name},${value(light, dark)});`)
    .join('');
}

/**
 * Maps the public `--wallet-*` properties to private `--_*` ones, with their defaults. Every other style
 * sheet reads only the private ones. README.md in this folder lists the public ones.
 *
 * `light-dark()` needs an `@supports` block: a custom property accepts any value, so a second declaration
 * would not fall back to the first in a browser without it.
 */
export const tokens = css`
  :host {
    ${unsafeCSS(colors((light) => light))}
    --_font: var(
      --wallet-font-family,
      system-ui,
      -apple-system,
      'Segoe UI',
      Roboto,
      'Noto Sans',
      sans-serif
    );
    --_font-mono: var(
      --wallet-font-family-mono,
      ui-monospace,
      'SF Mono',
      Menlo,
      Consolas,
      'Noto Sans Mono',
      monospace
    );
    /* Follows the user's font size, but not below 14px: some pages set 62.5% on the root, so 1rem is 10px. */
    --_text-m: var(--wallet-font-size, clamp(14px, 1rem, 24px));
    --_text-xs: calc(var(--_text-m) * 0.75);
    --_text-s: calc(var(--_text-m) * 0.875);
    --_text-l: calc(var(--_text-m) * 1.125);
    --_text-xl: calc(var(--_text-m) * 1.375);
    --_weight-medium: var(--wallet-font-weight-medium, 500);
    --_weight-bold: var(--wallet-font-weight-bold, 650);
    --_line: 1.45;
    --_space: var(--wallet-space, 4px);
    --_space-1: var(--_space);
    --_space-2: calc(var(--_space) * 2);
    --_space-3: calc(var(--_space) * 3);
    --_space-4: calc(var(--_space) * 4);
    --_space-5: calc(var(--_space) * 5);
    --_space-6: calc(var(--_space) * 6);
    --_space-8: calc(var(--_space) * 8);
    --_radius-l: var(--wallet-radius, 20px);
    --_radius-m: calc(var(--_radius-l) * 0.6);
    --_radius-s: calc(var(--_radius-l) * 0.4);
    --_duration: var(--wallet-duration, 180ms);
    --_ease: cubic-bezier(0.2, 0.8, 0.2, 1);
    /* Minimum target size: WCAG 2.5.8 requires 24px, WCAG 2.5.5 44px. */
    --_target: 32px;
  }
  @media (pointer: coarse) {
    :host {
      --_target: 44px;
    }
  }
  @supports (color: light-dark(red, red)) {
    :host {
      ${unsafeCSS(colors((light, dark) => `light-dark(${light},${dark})`))}
    }
  }
  @media (prefers-contrast: more) {
    :host {
      --_text-muted: var(--_text);
      --_border: var(--_text);
      --_border-strong: var(--_text);
    }
  }
`;
