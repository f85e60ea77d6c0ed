import { pretty } from './dom.js';

/** The JavaScript of a request. Params and options are plain data. */
export function requestInScript(method, params, options) {
  const given = Object.keys(options).length > 0 && literal(options);
  const call = [given, `'${method}'`, params !== undefined && literal(params)].filter(Boolean);
  return `import { request } from 'stacks-wallet-elements';

const result = await request(${call.join(', ')});`;
}

/** The HTML of a button that sends the request. */
export function requestInHtml(method, params) {
  const script =
    params === undefined
      ? ''
      : `\n  <script type="application/json">\n${indented(pretty(params).replaceAll('<', '\\u003c'), 4)}\n  </script>`;
  return `<wallet-request-button method="${method}">
  Send${script}
</wallet-request-button>`;
}

/** The HTML of an element with attributes and no content. */
export function elementInHtml(tag, attributes) {
  const all = Object.entries(attributes).map(([name, value]) => `\n  ${name}="${escaped(value)}"`);
  return `<${tag}${all.join('')}\n></${tag}>`;
}

/** JSON as JavaScript, without quotes around names that do not need them. */
const literal = (value) => pretty(value).replaceAll(/^(\s*)"([a-zA-Z_$][\w$]*)":/gm, '$1$2:');
const indented = (text, by) => text.replaceAll(/^/gm, ' '.repeat(by));
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
