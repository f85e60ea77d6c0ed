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
    element('p', {}, ...withCode(about)),
  );
  whenVisible(section, () => section.append(...specimen(entry)));
  return section;
}

/** A text with elements in the places of its code. */
const withCode = (text) =>
  text.split('`').map((part, at) => (at % 2 === 0 ? part : element('code', {}, part)));

/** Attributes that this page sets through a method, or through the content. */
const WITHOUT_FIELD = ['open', 'params'];

/** One element, its states, its attributes and its HTML. */
function specimen({ tag, example, ...entry }) {
  const states = STATES[tag] ?? { Live: {} };
  const attributes = entry.attributes.filter(({ name }) => !WITHOUT_FIELD.includes(name));
  const sample = elementIn(example, tag);
  const initial = initialValues(attributes, sample);
  const values = new Map(initial);
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
    html.pre.textContent = htmlOf(tag, values, sample.innerHTML);
  };
  const fields = attributes.map((attribute) => {
    const { name } = attribute;
    return field({ ...attribute, value: initial.get(name) ?? attribute.value }, (changed) => {
      values.set(name, changed);
      write();
    });
  });
  /* Create a new element for each state, so that nothing of the previous state remains. */
  const show = (name) => {
    const { attributes: next = {}, ...properties } = states[name];
    for (const [at, { name }] of attributes.entries()) {
      if (!(name in given || name in next)) continue;
      values.set(name, next[name] ?? initial.get(name) ?? '');
      fields[at].control.value = values.get(name);
    }
    given = next;
    const content = sample.cloneNode(true).childNodes;
    shown = Object.assign(element(tag, {}, ...content), properties);
    write();
    stage.replaceChildren(shown);
    if (tag === 'wallet-select-modal') stage.append(opener('Open the modal', () => shown.show()));
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

/** The first element with this tag in a text of HTML. */
function elementIn(text, tag) {
  const template = element('template');
  template.innerHTML = text;
  return template.content.querySelector(tag);
}

/** The values of the attributes in the sample. Tokens and transactions come from the server of this page. */
function initialValues(attributes, sample) {
  const values = new Map();
  for (const { name, kind } of attributes) {
    if (name === 'base-url') values.set(name, '/');
    const value = sample.getAttribute(name);
    if (value !== null) values.set(name, kind === 'flag' ? true : value);
  }
  return values;
}

function opener(label, open) {
  const button = element('button', { type: 'button' }, label);
  button.addEventListener('click', open);
  return button;
}

function htmlOf(tag, values, content) {
  const attributes = [...values]
    .filter(([, value]) => value !== false && value !== '')
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escape(value)}"`));
  return `<${tag}${attributes.join('')}>${content}</${tag}>`;
}

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
