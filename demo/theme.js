import { field } from './controls.js';

const LANGUAGES = ['en', 'es', 'de', 'fr', 'pt', 'ja', 'zh', 'ko', 'ar'];

const PROPERTIES = [
  { name: '--wallet-color-accent', kind: 'color', value: '#4340c8' },
  { name: '--wallet-color-on-accent', kind: 'color', value: '#ffffff' },
  { name: '--wallet-color-surface', kind: 'color', value: '#ffffff' },
  { name: '--wallet-color-text', kind: 'color', value: '#16171b' },
  { name: '--wallet-color-border', kind: 'color', value: '#e2e2e8' },
  { name: '--wallet-radius', kind: 'range', unit: 'px', min: 0, max: 32, value: '20' },
  { name: '--wallet-font-size', kind: 'range', unit: 'px', min: 12, max: 22, value: '16' },
  { name: '--wallet-space', kind: 'range', unit: 'px', min: 2, max: 7, value: '4' },
  { name: '--wallet-font-family', kind: 'text' },
];

/** The page's scheme, direction and language, and the public custom properties, live. */
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

  form.append(
    field({ name: 'color-scheme', kind: 'choice', options: ['', 'light', 'dark'] }, (value) => {
      scheme = value;
      write();
    }),
    field({ name: 'dir', kind: 'choice', options: ['ltr', 'rtl'] }, (value) => (root.dir = value)),
    field({ name: 'lang', kind: 'choice', options: LANGUAGES }, (value) => (root.lang = value)),
    ...PROPERTIES.map((property) =>
      field(property, (value) => {
        if (value) changed.set(property.name, `${value}${property.unit ?? ''}`);
        else changed.delete(property.name);
        write();
      }),
    ),
  );
  write();
}
