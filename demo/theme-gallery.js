import { source } from './controls.js';
import { element } from './dom.js';
import { DISCONNECTED, fixedStateClient } from './fixed-clients.js';
import { cssOf, THEMES } from './themes.js';

/** Shows a sample of each theme. The chosen one applies to the whole page. */
export function themeGallery(place) {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const code = source('The style sheet to copy');
  const choose = (name) => {
    const css = cssOf(THEMES[name]);
    sheet.replaceSync(css);
    code.pre.textContent = name === 'Default' ? '/* The default theme needs no CSS. */' : css;
  };
  const tiles = Object.entries(THEMES).map(tile);
  tiles[0].querySelector('input').checked = true;
  choose('Default');
  const row = element('div', { className: 'tiles' }, ...tiles);
  const fields = element('fieldset', {}, element('legend', {}, 'Theme'), row);
  fields.addEventListener('change', ({ target }) => choose(target.value));
  place.append(fields, code.box);
}

function tile([name, properties]) {
  // The samples are not interactive: a press on one chooses its theme.
  const sample = element('span', { className: 'sample', inert: true }, ...samples());
  for (const [property, value] of Object.entries({ ...DEFAULTS, ...properties })) {
    sample.style.setProperty(property, value);
  }
  return element(
    'label',
    { className: 'tile' },
    element('input', { type: 'radio', name: 'theme', value: name, ariaLabel: name }),
    element('span', { className: 'tile-name' }, name),
    sample,
  );
}

function samples() {
  const client = fixedStateClient(DISCONNECTED, { installed: 2 });
  return [
    element('wallet-list', { client, withoutInstall: true }),
    element('wallet-connect-button', { client }),
  ];
}

/** The initial values of all properties that themes change, so that a sample does not inherit those of the page. */
const DEFAULTS = Object.fromEntries(
  Object.values(THEMES)
    .flatMap(Object.keys)
    .map((name) => [name, 'initial']),
);
