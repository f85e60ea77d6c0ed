import { choices, field, source } from './controls.js';
import { element } from './dom.js';
import { whenVisible } from './when-visible.js';

/** A section about one element, whose specimen is added when it is scrolled into view. */
export function specimenSection(entry) {
  const { tag, about } = entry;
  const section = element(
    'section',
    { className: 'card', id: tag, ariaLabel: tag },
    element('h2', {}, element('code', {}, `<${tag}>`)),
    element('p', {}, about),
  );
  whenVisible(section, () => section.append(...specimen(entry)));
  return section;
}

/** One element, its states, its attributes and its HTML. */
function specimen({ tag, attributes, content = [], states, opens }) {
  const values = new Map();
  for (const { name, value, always } of attributes) if (always) values.set(name, value);
  const stage = element('div', { className: 'stage' });
  const html = source(`HTML of ${tag}`);
  let shown;

  const write = () => {
    for (const { name } of attributes) {
      const value = values.get(name);
      if (value === undefined || value === false || value === '') shown.removeAttribute(name);
      else shown.setAttribute(name, value === true ? '' : value);
    }
    html.pre.textContent = htmlOf(tag, values, content);
  };
  /* Create a new element for each state, so that nothing is left of the last one. */
  const show = (name) => {
    shown = Object.assign(element(tag, {}, ...content.map(nodeOf)), states[name]);
    stage.replaceChildren(shown);
    if (opens) stage.append(opener(opens, () => shown.show()));
    write();
  };

  const names = Object.keys(states);
  const { row, press } = choices(names, show);
  press(0);
  const controls = attributes.map((attribute) =>
    field(attribute, (value) => {
      values.set(attribute.name, value);
      write();
    }),
  );
  return [
    ...(names.length > 1 ? [row] : []),
    stage,
    element('div', { className: 'attributes' }, ...controls),
    html.box,
  ];
}

function opener(label, open) {
  const button = element('button', { type: 'button' }, label);
  button.addEventListener('click', open);
  return button;
}

function nodeOf(part) {
  if (typeof part === 'string') return part;
  if (part.tag) return element(part.tag);
  return element('script', { type: 'application/json' }, part.script);
}

function htmlOf(tag, values, content) {
  const attributes = [...values]
    .filter(([, value]) => value !== false && value !== '')
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escape(value)}"`));
  const inner = content.map((part) => {
    if (typeof part === 'string') return `\n  ${part}`;
    if (part.tag) return `\n  <${part.tag}></${part.tag}>`;
    return `\n  <script type="application/json">\n    ${part.script}\n  </script>`;
  });
  return `<${tag}${attributes.join('')}>${inner.join('')}${inner.length ? '\n' : ''}</${tag}>`;
}

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
