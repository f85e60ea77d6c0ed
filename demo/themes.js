/** A theme is a set of properties. `light-dark()` has a value for each color scheme. */
export const THEMES = {
  Default: {},
  Meadow: {
    '--wallet-color-accent': 'light-dark(#0a7048, #6fdcb4)',
    '--wallet-radius': '12px',
  },
  Ember: {
    '--wallet-color-accent': 'light-dark(#b0400d, #ffb68f)',
    '--wallet-color-surface': 'light-dark(#fffaf6, #1f1815)',
    '--wallet-radius': '32px',
  },
  Paper: {
    '--wallet-color-accent': 'light-dark(#1f1b12, #f3ead2)',
    '--wallet-color-surface': 'light-dark(#fbf7ec, #1f1c15)',
    '--wallet-color-border': 'light-dark(#1f1b12, #6f6750)',
    '--wallet-font-family': "Georgia, 'Times New Roman', serif",
    '--wallet-radius': '0px',
  },
  Terminal: {
    'color-scheme': 'dark',
    '--wallet-color-accent': '#4ade80',
    '--wallet-color-surface': '#0b0f0c',
    '--wallet-color-text': '#d6f5dd',
    '--wallet-font-family': 'ui-monospace, Menlo, Consolas, monospace',
    '--wallet-font-size': '15px',
    '--wallet-radius': '4px',
  },
  Orchid: {
    'color-scheme': 'dark',
    '--wallet-color-accent': '#f0a6ff',
    '--wallet-color-surface': '#1a1130',
    '--wallet-color-text': '#f5efff',
    '--wallet-radius': '28px',
  },
};

/** The style sheet of a theme. */
export function cssOf(properties) {
  const lines = Object.entries(properties).map(([name, value]) => `  ${name}: ${value};\n`);
  return `:root {\n${lines.join('')}}`;
}
