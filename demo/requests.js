import { getDefaultClient, JsonRpcErrorCode, request } from '/dist/cdn/stacks-wallet-elements.js';
import { element, pretty } from './dom.js';
import { GROUPS, METHODS } from './methods.js';

/** Lets the form send any method with any params, and shows the result; then calls `done`. */
export function requests(form, done = () => {}) {
  const find = (selector) => form.querySelector(selector);
  const [params, paramsError, run, cancel] = [
    '#params',
    '#params-error',
    '[type=submit]',
    '#cancel',
  ].map(find);
  let stop = new AbortController();

  const method = () => new FormData(form).get('method');
  const reset = () => {
    const { about, params: start } = METHODS[method()];
    find('#method-name').textContent = method();
    find('#method-about').textContent = about;
    params.value = start ? pretty(start(addresses())) : '';
    params.placeholder = start ? '' : 'This method needs none.';
    params.rows = Math.min(16, Math.max(3, params.value.split('\n').length + 1));
    paramsError.hidden = true;
    find('#outcome').hidden = true;
  };

  find('#methods').append(...GROUPS.map(group));
  find('[name=method]').checked = true;
  reset();
  find('#methods').addEventListener('change', reset);
  find('#reset').addEventListener('click', reset);
  cancel.addEventListener('click', () => stop.abort());
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const parsed = parse(params.value);
    paramsError.hidden = !parsed.error;
    paramsError.textContent = parsed.error ?? '';
    if (parsed.error) {
      params.focus();
      return;
    }
    stop = new AbortController();
    run.disabled = true;
    cancel.hidden = false;
    show(
      find('#outcome'),
      await answer(method(), parsed.value, { ...options(form), signal: stop.signal }),
    );
    run.disabled = false;
    cancel.hidden = true;
    done();
  });
}

function group({ name, methods }) {
  const choices = Object.keys(methods).map((value) =>
    element('label', {}, element('input', { type: 'radio', name: 'method', value }), value),
  );
  return element('fieldset', {}, element('legend', {}, name), ...choices);
}

function options(form) {
  const boxes = [...form.querySelectorAll('[type=checkbox]')];
  return Object.fromEntries(boxes.map(({ name, checked }) => [name, checked]));
}

/** The first address of each chain, if the session has one. */
function addresses() {
  const { state } = getDefaultClient();
  const all = state.status === 'connected' ? state.addresses : [];
  return {
    stx: all.find(({ symbol }) => symbol === 'STX')?.address,
    btc: all.find(({ symbol }) => symbol === 'BTC')?.address,
  };
}

function parse(text) {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(text, exact) };
  } catch (error) {
    return { error: `The params are not JSON: ${error.message}` };
  }
}

/** Throws for a number that JavaScript rounds, in browsers that give a reviver the source text. */
function exact(_key, value, context) {
  if (typeof value === 'number' && context?.source && String(value) !== context.source) {
    throw new Error(`${context.source} would be read as ${value}; write it in quotes`);
  }
  return value;
}

async function answer(method, params, options) {
  const started = performance.now();
  try {
    const result = await request(options, method, params);
    return { failed: false, title: `Result, after ${since(started)}`, text: pretty(result) };
  } catch (error) {
    const { code, message, data } = error;
    const name = Object.entries(JsonRpcErrorCode).find(([, value]) => value === code)?.[0];
    const title = code === undefined ? error.name : `Error ${code}${name ? `, ${name}` : ''}`;
    return {
      failed: true,
      title,
      text: [message, data && pretty(data)].filter(Boolean).join('\n\n'),
    };
  }
}

function since(started) {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`;
}

function show(place, { failed, title, text }) {
  place.hidden = false;
  place.classList.toggle('failed', failed);
  place.querySelector('h4').textContent = title;
  place.querySelector('pre').textContent = text;
}
