import { getDefaultClient, JsonRpcErrorCode, request } from '/dist/cdn/stacks-wallet-elements.js';
import { requestInHtml, requestInScript } from './code.js';
import { source } from './controls.js';
import { element, pretty, withCode } from './dom.js';
import { GROUPS, METHODS } from './methods.js';
import { explanations } from './explain.js';
import { outcome } from './outcome.js';

/** Makes the form send any method with any params and show the result. Then calls `done`. */
export function requests(form, done = () => {}) {
  const find = (selector) => form.querySelector(selector);
  const params = find('#params');
  const paramsError = find('#params-error');
  const [run, cancel, details] = ['[type=submit]', '#cancel', '#code'].map(find);
  const result = outcome(find('#outcome'), find('#progress'));
  const [script, html] = [source('JavaScript'), source('HTML')];
  details.append(script.box, html.box);
  // On a phone the code would be longer than the screen.
  details.open = matchMedia('(min-width: 52rem)').matches;
  let stop = new AbortController();

  const method = () => new FormData(form).get('method');
  const wallets = find('#wallets');
  const explain = explanations(wallets.querySelector('div'));
  const showCode = () => {
    const { value, error } = parse(params.value);
    if (error) return;
    if (wallets.open) void explain(method(), value, changedOptions(form));
    script.pre.textContent = requestInScript(method(), value, changedOptions(form));
    html.pre.textContent = requestInHtml(method(), value);
  };
  const report = (error = '') => {
    paramsError.textContent = error;
    params.ariaInvalid = String(error !== '');
  };
  const reset = () => {
    const { about, params: start } = METHODS[method()];
    find('#method-name').textContent = method();
    find('#method-about').replaceChildren(...withCode(about));
    params.value = start ? pretty(start(addresses())) : '';
    params.placeholder = start ? '' : 'This method needs none.';
    params.rows = Math.min(16, Math.max(3, params.value.split('\n').length + 1));
    report();
    result.hide();
    showCode();
  };

  find('#methods').append(...GROUPS.map(group));
  find('[name=method]').checked = true;
  reset();
  find('#methods').addEventListener('change', reset);
  find('#reset').addEventListener('click', reset);
  form.addEventListener('input', ({ target }) => {
    if (target.name === 'method') return;
    // The old error belongs to the params and options before this change.
    report();
    result.hideFailure();
    showCode();
  });
  wallets.addEventListener('toggle', showCode);
  getDefaultClient().subscribe(showCode);
  cancel.addEventListener('click', () => stop.abort());
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const { value, error } = parse(params.value);
    report(error);
    if (error) {
      params.focus();
      return;
    }
    stop = new AbortController();
    run.disabled = true;
    cancel.hidden = false;
    result.hide();
    result.show(await answer(method(), value, { ...options(form), signal: stop.signal }));
    run.disabled = false;
    cancel.hidden = true;
    done();
  });
}

function group({ name, methods }) {
  const choices = methods.map((value) =>
    element('label', {}, element('input', { type: 'radio', name: 'method', value }), value),
  );
  return element('fieldset', {}, element('legend', {}, name), ...choices);
}

const boxes = (form) => [...form.querySelectorAll('[type=checkbox]')];
const valuesOf = (all) => Object.fromEntries(all.map(({ name, checked }) => [name, checked]));
const options = (form) => valuesOf(boxes(form));
const changedOptions = (form) =>
  valuesOf(boxes(form).filter((box) => box.checked !== box.defaultChecked));

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
    return {
      title: `Result, after ${since(started)}`,
      text: pretty(result),
      txid: result.txid,
      chain: /^stx_/.test(method) ? 'stacks' : 'bitcoin',
      network: params?.network ?? getDefaultClient().state.network,
    };
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
