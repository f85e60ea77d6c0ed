/** A theme is a set of properties. `light-dark()` has a value for each color scheme. */
export const THEMES = {
  Default: {},
  Meadow: {
    '--wallet-color-accent': 'light-dark(#0a7048, #6fdcb4)',
    '--wallet-color-accent-hover': 'light-dark(#075637, #93e8c9)',
    '--wallet-color-accent-soft': 'light-dark(#e3f5ec, #143529)',
    '--wallet-color-on-accent': 'light-dark(#ffffff, #04261b)',
    '--wallet-color-focus': 'light-dark(#0a7048, #6fdcb4)',
    '--wallet-radius': '12px',
  },
  Ember: {
    '--wallet-color-accent': 'light-dark(#b0400d, #ffb68f)',
    '--wallet-color-accent-hover': 'light-dark(#8b320a, #ffcdb3)',
    '--wallet-color-accent-soft': 'light-dark(#fdebe1, #40261a)',
    '--wallet-color-on-accent': 'light-dark(#ffffff, #3a1503)',
    '--wallet-color-focus': 'light-dark(#b0400d, #ffb68f)',
    '--wallet-color-surface': 'light-dark(#fffaf6, #1f1815)',
    '--wallet-color-surface-hover': 'light-dark(#faf0e8, #2b221d)',
    '--wallet-radius': '32px',
  },
  Paper: {
    '--wallet-color-accent': 'light-dark(#1f1b12, #f3ead2)',
    '--wallet-color-accent-hover': 'light-dark(#453c28, #ffffff)',
    '--wallet-color-accent-soft': 'light-dark(#efe7d3, #37311f)',
    '--wallet-color-on-accent': 'light-dark(#fbf7ec, #1f1c15)',
    '--wallet-color-focus': 'light-dark(#1f1b12, #f3ead2)',
    '--wallet-color-surface': 'light-dark(#fbf7ec, #1f1c15)',
    '--wallet-color-surface-hover': 'light-dark(#f3ecda, #2a261b)',
    '--wallet-color-border': 'light-dark(#1f1b12, #6f6750)',
    '--wallet-font-family': "Georgia, 'Times New Roman', serif",
    '--wallet-radius': '0px',
  },
  Terminal: {
    'color-scheme': 'dark',
    '--wallet-color-accent': '#4ade80',
    '--wallet-color-accent-hover': '#86efac',
    '--wallet-color-accent-soft': '#12301f',
    '--wallet-color-on-accent': '#05210f',
    '--wallet-color-focus': '#4ade80',
    '--wallet-color-surface': '#0b0f0c',
    '--wallet-color-surface-hover': '#12201a',
    '--wallet-color-border': '#234030',
    '--wallet-color-text': '#d6f5dd',
    '--wallet-color-text-muted': '#8fb89a',
    '--wallet-font-family': 'ui-monospace, Menlo, Consolas, monospace',
    '--wallet-font-size': '15px',
    '--wallet-radius': '4px',
  },
  Orchid: {
    'color-scheme': 'dark',
    '--wallet-color-accent': '#f0a6ff',
    '--wallet-color-accent-hover': '#f6c8ff',
    '--wallet-color-accent-soft': '#3d2058',
    '--wallet-color-on-accent': '#2c0838',
    '--wallet-color-focus': '#f0a6ff',
    '--wallet-color-surface': '#1a1130',
    '--wallet-color-surface-hover': '#261a42',
    '--wallet-color-border': '#44316b',
    '--wallet-color-text': '#f5efff',
    '--wallet-color-text-muted': '#bcaed6',
    '--wallet-radius': '28px',
  },
};

/** The style sheet of a theme. */
export function cssOf(properties) {
  const lines = Object.entries(properties).map(([name, value]) => `  ${name}: ${value};\n`);
  return `:root {\n${lines.join('')}}`;
}
