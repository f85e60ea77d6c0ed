import { element } from './dom.js';

/**
 * A labelled field: `flag` (checkbox), `choice` (select), `text`, `color` or `range`. Calls `changed` with its
 * value: a boolean for a flag, otherwise a string.
 */
export function field({ name, kind, options = [], value = '', min, max }, changed) {
  const input = kind === 'choice' ? select(options) : typed(kind, { min, max });
  if (kind === 'flag') input.checked = value === true;
  else if (value) input.value = value;
  const read = () => (kind === 'flag' ? input.checked : input.value);
  input.addEventListener('input', () => changed(read()));
  return element('label', {}, element('code', {}, name), input);
}

const TYPES = { flag: 'checkbox', color: 'color', range: 'range' };

function typed(kind, limits) {
  const input = element('input', { type: TYPES[kind] ?? 'text', spellcheck: false });
  if (kind === 'range') Object.assign(input, limits);
  return input;
}

function select(options) {
  return element('select', {}, ...options.map((option) => new Option(option || 'none', option)));
}

/** A row of toggle buttons, one of which is pressed. */
export function choices(names, chosen) {
  const buttons = names.map((name) => element('button', { type: 'button' }, name));
  const press = (index) => {
    buttons.forEach((button, at) => (button.ariaPressed = String(at === index)));
    chosen(names[index]);
  };
  buttons.forEach((button, index) => button.addEventListener('click', () => press(index)));
  const row = element(
    'div',
    { className: 'states', role: 'group', ariaLabel: 'State' },
    ...buttons,
  );
  return { row, press };
}

/** Code with a button that copies it. `label`: what the code is, for screen readers. */
export function source(label) {
  const pre = element('pre', { tabIndex: 0, role: 'group', ariaLabel: label });
  return { box: copyable(element('div', { className: 'source' }, pre)), pre };
}

/** Adds a button that copies the `<pre>` of the box. */
export function copyable(box) {
  const copy = element('button', { type: 'button', className: 'plain' }, 'Copy');
  const status = element('span', { className: 'visually-hidden', role: 'status' });
  copy.addEventListener('click', async () => {
    const copied = await navigator.clipboard?.writeText(box.querySelector('pre').textContent).then(
      () => true,
      () => false,
    );
    copy.textContent = copied ? 'Copied' : 'Refused';
    status.textContent = copied
      ? 'Copied'
      : 'The browser refused to copy. Select the text instead.';
    setTimeout(() => {
      copy.textContent = 'Copy';
      status.textContent = '';
    }, 2_000);
  });
  box.append(copy, status);
  return box;
}
