import { getDefaultClient } from '/dist/cdn/stacks-wallet-elements.js';
import { WALLETS } from './data.js';
import { element } from './dom.js';
import { METHODS } from './methods.js';

const find = (selector) => document.querySelector(selector);
const client = getDefaultClient();
const { id } = window.devWallet;
const chosen = window.devWalletOptions.as;

find('#wallets').append(
  ...WALLETS.flatMap(({ as, name }) => [
    element(
      'a',
      { href: `?as=${as}`, target: '_top', ...(as === chosen && { ariaCurrent: 'page' }) },
      name,
    ),
    ' ',
  ]),
);

const cells = Object.fromEntries(
  Object.keys(METHODS).map((method) => {
    const [name, ...others] = [method, '', '', ''].map((text) => element('td', {}, text));
    find('tbody').append(element('tr', {}, name, ...others));
    return [method, others];
  }),
);

if (chosen === 'asigna' && window.top === window) {
  const title = 'This page in the frame of Asigna';
  find('.scroll').replaceWith(element('iframe', { src: location.href, title }));
  find('#run').remove();
}

find('#run')?.addEventListener('click', async ({ target }) => {
  target.disabled = true;
  const { addresses } = await client.connect({ providerId: id, forceWalletSelect: true });
  const first = (symbol) => addresses.find((row) => row.symbol === symbol)?.address;
  const own = { stx: first('STX'), btc: first('BTC') };
  for (const [method, { params }] of Object.entries(METHODS)) await run(method, params?.(own));
  find('#status').textContent = `Done: ${WALLETS.find(({ as }) => as === chosen)?.name}.`;
  target.disabled = false;
});

async function run(method, params) {
  const [supported, sent, result] = cells[method];
  const { supported: has } = await client.supports(method);
  supported.textContent = has === undefined ? 'not known' : has ? 'yes' : 'no';
  const rows = await client.explain(method, params);
  const { request } = rows.find(({ providerId }) => providerId === id);
  sent.textContent = request?.method ?? 'not sent';
  result.textContent = await client.request({ providerId: id }, method, params).then(
    () => 'answered',
    ({ code, message }) => `${code}: ${message}`,
  );
}
