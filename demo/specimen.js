import { choices, field, source } from './controls.js';
import { element } from './dom.js';
import { STATES } from './states.js';
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
function specimen({ tag, attributes, content = [], opens }) {
  const states = STATES[tag];
  const values = new Map();
  const stage = element('div', { className: 'stage' });
  const html = source(`HTML of ${tag}`);
  let shown;
  /** The attributes of the state. */
  let given = {};

  const write = () => {
    for (const { name } of attributes) {
      const value = values.get(name);
      if (value === undefined || value === false || value === '') shown.removeAttribute(name);
      else shown.setAttribute(name, value === true ? '' : value);
    }
    html.pre.textContent = htmlOf(tag, values, content);
  };
  const fields = attributes.map((attribute) => {
    const { name, value, always } = attribute;
    if (always) values.set(name, value);
    return field(attribute, (changed) => {
      values.set(name, changed);
      write();
    });
  });
  /* Create a new element for each state, so that nothing of the previous state remains. */
  const show = (name) => {
    const { attributes: next = {}, ...properties } = states[name];
    for (const [at, { name, value, always }] of attributes.entries()) {
      if (!(name in given || name in next)) continue;
      values.set(name, next[name] ?? (always ? value : ''));
      fields[at].control.value = values.get(name);
    }
    given = next;
    shown = Object.assign(element(tag, {}, ...content.map(nodeOf)), properties);
    write();
    stage.replaceChildren(shown);
    if (opens) stage.append(opener(opens, () => shown.show()));
  };

  const names = Object.keys(states);
  const { row, press } = choices(names, show);
  press(0);
  return [
    ...(names.length > 1 ? [row] : []),
    stage,
    element('div', { className: 'attributes' }, ...fields),
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
