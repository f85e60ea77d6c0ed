import { field, source } from './controls.js';
import { LANGUAGES } from './data.js';
import { element } from './dom.js';

/** The defaults in the light and the dark color scheme. */
const color = (name, light, dark) => ({
  name: `--wallet-color-${name}`,
  kind: 'color',
  light,
  dark,
});
/** A text field, since a color input has neither an alpha channel nor the value "derived". */
const written = (name) => ({ name: `--wallet-color-${name}`, kind: 'text' });

const MAIN = [
  color('accent', '#4340c8', '#aeb4ff'),
  color('surface', '#ffffff', '#18191d'),
  color('text', '#16171b', '#f2f3f5'),
  { name: '--wallet-radius', kind: 'range', unit: 'px', min: 0, max: 32, value: '20' },
  { name: '--wallet-font-size', kind: 'range', unit: 'px', min: 12, max: 22, value: '16' },
  { name: '--wallet-space', kind: 'range', unit: 'px', min: 2, max: 7, value: '4' },
  { name: '--wallet-font-family', kind: 'text' },
];
const MORE = [
  color('danger', '#b42318', '#ff8f85'),
  color('success', '#15764a', '#74d9a4'),
  ...[
    'backdrop',
    'shadow',
    'on-accent',
    'accent-hover',
    'accent-active',
    'accent-soft',
    'accent-text',
    'focus',
    'text-muted',
    'surface-elevated',
    'surface-hover',
    'surface-active',
    'border',
    'border-strong',
    'danger-soft',
    'success-soft',
  ].map(written),
  { name: '--wallet-icon-radius', kind: 'text' },
  { name: '--wallet-dialog-width', kind: 'text' },
  { name: '--wallet-backdrop-filter', kind: 'text' },
  { name: '--wallet-font-family-mono', kind: 'text' },
  { name: '--wallet-font-weight-medium', kind: 'range', min: 300, max: 900, value: '500' },
  { name: '--wallet-font-weight-bold', kind: 'range', min: 300, max: 900, value: '650' },
  { name: '--wallet-duration', kind: 'range', unit: 'ms', min: 0, max: 2000, value: '180' },
];

/** Fields for the page's color scheme, direction and language, and for the public custom properties. */
export function theme(form, place) {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const { documentElement: root } = document;
  const output = source('The style sheet to copy');
  const changed = new Map();
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let scheme = '';

  const write = () => {
    const lines = [...changed].map(([name, value]) => `  ${name}: ${value};`);
    if (scheme) lines.unshift(`  color-scheme: ${scheme};`);
    const rule = lines.length ? `:root {\n${lines.join('\n')}\n}` : '';
    sheet.replaceSync(rule);
    output.pre.textContent = rule || '/* Nothing changed yet. */';
  };

  const live = (property) =>
    field(property, (value) => {
      if (value) changed.set(property.name, `${value}${property.unit ?? ''}`);
      else changed.delete(property.name);
      write();
    });

  const colors = [...MAIN, ...MORE].filter(({ kind }) => kind === 'color');
  const fields = new Map([...MAIN, ...MORE].map((property) => [property, live(property)]));
  /* Each color that has not been changed shows the default of the color scheme. */
  const showDefaults = () => {
    const isDark = scheme ? scheme === 'dark' : dark.matches;
    for (const property of colors) {
      if (changed.has(property.name)) continue;
      fields.get(property).querySelector('input').value = isDark ? property.dark : property.light;
    }
  };
  dark.addEventListener('change', showDefaults);

  form.append(
    field({ name: 'color-scheme', kind: 'choice', options: ['', 'light', 'dark'] }, (value) => {
      scheme = value;
      showDefaults();
      write();
    }),
    field({ name: 'dir', kind: 'choice', options: ['ltr', 'rtl'] }, (value) => (root.dir = value)),
    field({ name: 'lang', kind: 'choice', options: LANGUAGES }, (value) => (root.lang = value)),
    ...MAIN.map((property) => fields.get(property)),
    element(
      'details',
      {},
      element('summary', {}, 'More properties'),
      ...MORE.map((property) => fields.get(property)),
    ),
  );
  place.append(output.box);
  showDefaults();
  write();
}
