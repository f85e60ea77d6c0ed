import { css, unsafeCSS } from 'lit';
import { attempt, bare } from '../../lib/safe-access.js';

/** Public `--wallet-color-<name>`: [light, dark]. All other colors derive from these. */
const COLORS = {
  surface: ['#ffffff', '#18191d'],
  text: ['#16171b', '#f2f3f5'],
  accent: ['#4340c8', '#aeb4ff'],
  'on-accent': ['#ffffff', '#15163a'],
  danger: ['#b42318', '#ff8f85'],
  success: ['#15764a', '#74d9a4'],
  backdrop: ['#16171b7a', '#000000a8'],
  shadow: ['#16171b29', '#00000080'],
} as const;

const inScheme = (value: (light: string, dark: string) => string) =>
  Object.fromEntries(
    Object.entries(COLORS).map(([name, [light, dark]]) => [name, value(light, dark)]),
  ) as Record<keyof typeof COLORS, string>;

/** `share` percent of a color, the rest of another. */
const mix = (color: string, share: number, other = 'surface'): string =>
  `color-mix(in oklab,var(--_${color}) ${share}%,var(--_${other}))`;

const MIXED = {
  'surface-hover': mix('text', 5),
  'surface-active': mix('text', 8),
  border: mix('text', 12),
  'border-strong': mix('text', 50),
  'text-muted': mix('text', 66),
  'accent-hover': mix('accent', 86, 'text'),
  'accent-active': mix('accent', 72, 'text'),
  'accent-soft': mix('accent', 10),
  'accent-text': 'var(--_accent)',
  'danger-soft': mix('danger', 12),
  'success-soft': mix('success', 9),
  focus: 'var(--_accent)',
};

/**
 * A color in XYZ, where `y` is the luminance from which WCAG computes contrast. `channel` returns the new value of each
 * channel of `from`, given its name and its value for white. The color is opaque: `max(1,alpha)` is 1. Firefox
 * omits a 1 from the text of a formula, and then takes the alpha of `from`.
 */
const xyz = (from: string, channel: (name: string, white: number) => string): string =>
  `color(from ${from} xyz-d65 calc(${channel('x', 0.9505)}) calc(${channel('y', 1)}) calc(${channel('z', 1.089)})/max(1,alpha))`;

/** `value` where `number` is positive, else 0. */
const where = (number: string, value = 1): string => `clamp(0,(${number})*1e6,${value})`;

/** The accent with a part of its light, but not so dark that black text loses its contrast. A very dark accent gets lighter. */
const shade = (part: number): string =>
  xyz(
    'var(--_accent)',
    (channel, white) =>
      `${channel}*max(${part},min(.19/max(1e-6,y),(y - .18)*1e6)) + ${white}*${where('.03 - y', (1 - part) / 8)}`,
  );

/**
 * The color itself if its contrast on the surface is at least `ratio`, else darker or lighter. A relative color has the
 * channels of one color only, so the color is mixed with black whose alpha is the luminance of the surface: in the mixture
 * `2*alpha - 1` is that luminance, and `2*alpha*y` that of the color.
 */
const legible = (color: string, ratio: number): string => {
  const isLight = where('2*alpha - 1.179');
  // Never divided by 0: black would not be a color in Firefox.
  const darker = `max(1 - ${isLight},min(1,max(0,(2*alpha - .95)/${ratio} - .05)/max(1e-6,2*alpha*y)))`;
  const whiter = `clamp(0,((2*alpha - .95)*${ratio} - .05 - 2*alpha*y)/max(1e-6,1 - 2*alpha*y),1 - ${isLight})`;
  return xyz(
    `color-mix(in xyz-d65,${color},color(from var(--_surface) xyz-d65 0 0 0/y))`,
    (channel, white) => `2*alpha*${channel}*${darker}*(1 - ${whiter}) + ${white}*${whiter}`,
  );
};

/**
 * More than the 4.5:1 and 3:1 of WCAG: a row under the pointer is closer to the color of the text, and a screen shows a
 * color that it does not have by another.
 */
const TEXT = 5.8;
const EDGE = 3.2;

/** The declarations of private colors. `to`: the name of the property that gets the color, if it is another. */
const declare = (colors: Readonly<Record<string, string>>, to = (name: string) => `--_${name}`) =>
  unsafeCSS(
    Object.entries(colors)
      .map(([name, value]) => `${to(name)}:var(--wallet-color-${name},${value});`)
      .join(''),
  );

/** The name of the registered property of a color. Registrations are of the whole page, so it is unlike those of pages. */
const registered = (name: string): string => `--stacks-wallet-${name}`;

let isRegistered = false;

/**
 * Registers the properties of the colors, so that the browser computes each once for an element. `var()` inserts the text
 * of a property that is not registered: the formulas, which contain each other, would be parsed again for each use in each
 * element, and the styles of the open picker would take five times as long. Does nothing where the browser cannot
 * register (before Baseline 2024) or another copy of this library has.
 */
export function registerColors(): void {
  if (isRegistered) return;
  isRegistered = true;
  const register = (name: string, color: string) => {
    const [initialValue] = COLORS[color as keyof typeof COLORS] ?? ['gray'];
    attempt(() =>
      CSS.registerProperty(bare({ name, syntax: '<color>', inherits: false, initialValue })),
    );
  };
  for (const color of COMPUTED_ONCE) register(registered(color), color);
  for (const [color] of Object.entries(GIVEN)) register(given(color), color);
}

/** A part of the color of the text, the rest of what is behind it. */
const faint = (share: number): string => `color-mix(in oklab,var(--_text) ${share}%,transparent)`;

/** As strong as the soft colors on a surface. */
const soft = (color: string): string =>
  `light-dark(${[13, 18].map((share) => `color-mix(in oklab,var(--wallet-color-${color}) ${share}%,transparent)`).join()})`;

/** `share` percent of a color, the rest of that of the text. */
const tint = (color: string, share: number): string =>
  `color-mix(in oklab,${color} ${share}%,var(--_text))`;

const LIGHT = inScheme((light) => light);
const LIGHT_DARK = inScheme((light, dark) => `light-dark(${light},${dark})`);
/**
 * The colors that are made legible on the surface, before that. Firefox computes no formula that contains `light-dark()`,
 * so each is computed by itself.
 */
const GIVEN = {
  text: `var(--wallet-color-text,${LIGHT_DARK.text})`,
  danger: LIGHT_DARK.danger,
  success: LIGHT_DARK.success,
};
const given = (name: string): string => registered(`given-${name}`);
const legibleGiven = (name: keyof typeof GIVEN): string => legible(`var(${given(name)})`, TEXT);
const COMPUTED = {
  danger: legibleGiven('danger'),
  success: legibleGiven('success'),
  'border-strong': legible(MIXED['border-strong'], EDGE),
  'text-muted': legible(MIXED['text-muted'], TEXT),
  'accent-hover': shade(0.84),
  'accent-active': shade(0.68),
  'accent-text': legible('var(--_accent)', TEXT),
  // White or black: at a luminance of 0.179 both have a contrast of 4.58:1, and elsewhere one has more.
  'on-accent': xyz('var(--_accent)', (_, white) => `${white}*${where('.179 - y')}`),
  focus: legible('var(--_accent)', EDGE),
};

/** A dark surface needs more of the text's color to look different from another. */
const DARKER_SURFACES = {
  'surface-hover': `light-dark(${MIXED['surface-hover']},${mix('text', 8)})`,
  'surface-active': `light-dark(${MIXED['surface-active']},${mix('text', 11)})`,
  border: `light-dark(${MIXED.border},${mix('text', 19)})`,
  // Of a strong red: a pale one, as text has it, would be brown.
  'danger-soft': `light-dark(${MIXED['danger-soft']},color-mix(in oklab,oklch(from var(--_danger) .58 calc(c*1.6) h) 20%,var(--_surface)))`,
};

const COMPUTED_ONCE = Object.entries({ ...COLORS, ...MIXED }).map(([name]) => name);

/** Only valid if the page sets `--wallet-color-text`: a variable that refers to one that is not set is not set either. */
const OWN = unsafeCSS(
  Object.entries({
    text: legible('var(--wallet-color-text)', TEXT),
    muted: legible('color-mix(in oklab,var(--wallet-color-text) 66%,var(--_surface))', TEXT),
    accent: legible('color-mix(in oklab,var(--_accent) 100%,var(--wallet-color-text))', TEXT),
  })
    .map(([name, value]) => `--_own-${name}:${value};`)
    .join(''),
);

/**
 * Maps the public `--wallet-*` properties to private `--_*` ones, with their defaults. Every other style
 * sheet reads only the private ones. README.md in this folder lists the public ones.
 *
 * Before Baseline 2024, such as in the browser of a wallet app on an older phone, the colors are light and mixed: without
 * them text and dialogs would have no background. This needs an `@supports` block: a custom property accepts any value,
 * so a second declaration would not fall back to the first.
 */
export const tokens = css`
  :host {
    ${declare({ ...LIGHT, ...MIXED }, registered)}
    ${unsafeCSS(COMPUTED_ONCE.map((name) => `--_${name}:var(${registered(name)});`).join(''))}
    --_own-text: var(--wallet-color-text);
    --_own-muted: var(--wallet-color-text-muted);
    --_own-accent: var(--wallet-color-accent-text);
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
    /* Icons grow with the text. */
    --_glyph: max(18px, var(--_text-m) * 1.125);
    --_icon: max(40px, var(--_text-m) * 2.5);
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
    --_elevated: var(--wallet-color-surface-elevated, var(--_surface));
    --_radius-l: var(--wallet-radius, 20px);
    --_radius-m: calc(var(--_radius-l) * 0.6);
    --_radius-s: calc(var(--_radius-l) * 0.4);
    /* Round, unless the corners are square. */
    --_radius-round: min(50%, calc(var(--_radius-l) * 99));
    --_radius-icon: var(--wallet-icon-radius, 22%);
    /* Names of wallets keep one line at larger sizes of the text. */
    --_dialog-width: var(--wallet-dialog-width, max(400px, calc(var(--_text-m) * 25)));
    --_backdrop-filter: var(--wallet-backdrop-filter, none);
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
  @supports (color: light-dark(red, color(from red xyz-d65 x y z))) {
    :host {
      ${declare({ ...LIGHT_DARK, ...DARKER_SURFACES, ...COMPUTED }, registered)}
      ${OWN}
      ${unsafeCSS(
        Object.entries(GIVEN)
          .map(([name, value]) => `${given(name)}:${value};`)
          .join(''),
      )}
      ${unsafeCSS(registered('text'))}: ${unsafeCSS(legibleGiven('text'))};
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

/**
 * The colors of what has no surface of its own: it is on that of the page, whose color nobody knows. Text has the color of
 * the text around it, and the others are mixed of it. If the page sets `--wallet-color-text`, that is for `--wallet-color-surface`.
 */
export const onPageColors = unsafeCSS(
  `--_text:var(--_own-text,currentcolor);${String(
    declare({
      'text-muted': `var(--_own-muted,${faint(82)})`,
      border: faint(18),
      'border-strong': faint(60),
      'surface-hover': faint(9),
      'surface-active': faint(14),
      // Between those for light and dark pages, and mostly red on both.
      danger: tint('#f04438', 60),
      success: tint(LIGHT_DARK.success, 60),
      // Of the pure color: mixed with that of the text, it would be grey.
      'danger-soft': soft('danger,#f04438'),
      'success-soft': soft(`success,${LIGHT_DARK.success}`),
      focus: tint('var(--_accent)', 60),
    }),
  )}`,
);

/** The color of a plain button on the surface of the page. */
export const plainOnPage = unsafeCSS(
  `color:var(--wallet-color-accent-text,var(--_own-accent,${tint('var(--_accent)', 25)}));`,
);

/** For an element without a surface. It comes after `base`, and after `buttons`. */
export const onPage = css`
  :host {
    ${onPageColors}
  }
  .plain {
    ${plainOnPage}
  }
  @media (prefers-contrast: more) {
    :host {
      --_text-muted: var(--_text);
      --_border: var(--_text);
      --_border-strong: var(--_text);
    }
  }
`;
