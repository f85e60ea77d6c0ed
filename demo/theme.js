import { field } from './controls.js';
import { element } from './dom.js';

const LANGUAGES = ['en', 'es', 'de', 'fr', 'pt-BR', 'ja', 'zh', 'ko', 'ar'];

const color = (name, value) => ({ name: `--wallet-color-${name}`, kind: 'color', value });
/** A text field, since a color input has no alpha channel. */
const translucent = (name) => ({ name: `--wallet-color-${name}`, kind: 'text' });

const MAIN = [
  color('accent', '#4340c8'),
  color('on-accent', '#ffffff'),
  color('surface', '#ffffff'),
  color('text', '#16171b'),
  color('border', '#e2e2e8'),
  { name: '--wallet-radius', kind: 'range', unit: 'px', min: 0, max: 32, value: '20' },
  { name: '--wallet-font-size', kind: 'range', unit: 'px', min: 12, max: 22, value: '16' },
  { name: '--wallet-space', kind: 'range', unit: 'px', min: 2, max: 7, value: '4' },
  { name: '--wallet-font-family', kind: 'text' },
];
const MORE = [
  color('accent-hover', '#3633a8'),
  color('accent-soft', '#eeeefc'),
  color('surface-hover', '#f4f4f7'),
  color('surface-active', '#e9e9ef'),
  color('text-muted', '#5c5f69'),
  color('border-strong', '#83868f'),
  color('danger', '#b42318'),
  color('danger-soft', '#fdeeec'),
  color('success', '#15764a'),
  color('success-soft', '#e7f6ee'),
  color('focus', '#4340c8'),
  translucent('backdrop'),
  translucent('shadow'),
  { name: '--wallet-font-family-mono', kind: 'text' },
  { name: '--wallet-font-weight-medium', kind: 'range', min: 300, max: 900, value: '500' },
  { name: '--wallet-font-weight-bold', kind: 'range', min: 300, max: 900, value: '650' },
  { name: '--wallet-duration', kind: 'range', unit: 'ms', min: 0, max: 2000, value: '180' },
];

/** Fields for the page's color scheme, direction and language, and for the public custom properties. */
export function theme(form, output) {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const { documentElement: root } = document;
  const changed = new Map();
  let scheme = '';

  const write = () => {
    const lines = [...changed].map(([name, value]) => `  ${name}: ${value};`);
    if (scheme) lines.unshift(`  color-scheme: ${scheme};`);
    const rule = lines.length ? `:root {\n${lines.join('\n')}\n}` : '';
    sheet.replaceSync(rule);
    output.textContent = rule || '/* Nothing changed yet. */';
  };

  const live = (property) =>
    field(property, (value) => {
      if (value) changed.set(property.name, `${value}${property.unit ?? ''}`);
      else changed.delete(property.name);
      write();
    });

  form.append(
    field({ name: 'color-scheme', kind: 'choice', options: ['', 'light', 'dark'] }, (value) => {
      scheme = value;
      write();
    }),
    field({ name: 'dir', kind: 'choice', options: ['ltr', 'rtl'] }, (value) => (root.dir = value)),
    field({ name: 'lang', kind: 'choice', options: LANGUAGES }, (value) => (root.lang = value)),
    ...MAIN.map(live),
    element('details', {}, element('summary', {}, 'More properties'), ...MORE.map(live)),
  );
  write();
}
