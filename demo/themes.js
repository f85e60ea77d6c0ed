/** The themes of the package that need nothing of the page. */
const NAMES = ['meadow', 'ember', 'paper', 'terminal', 'orchid', 'glass'];

/** The properties of each theme, by its name. */
export const THEMES = { Default: {}, ...Object.fromEntries(await Promise.all(NAMES.map(read))) };

async function read(name) {
  const response = await fetch(`/dist/themes/${name}.css`);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(await response.text());
  const { style } = sheet.cssRules[0];
  const values = [...style].map((property) => [property, style.getPropertyValue(property).trim()]);
  return [`${name[0].toUpperCase()}${name.slice(1)}`, Object.fromEntries(values)];
}

/** The style sheet of a theme. */
export function cssOf(properties) {
  const lines = Object.entries(properties).map(([name, value]) => `  ${name}: ${value};\n`);
  return `:root {\n${lines.join('')}}`;
}
