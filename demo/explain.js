import { getDefaultClient } from '/dist/cdn/stacks-wallet-elements.js';
import { element, pretty } from './dom.js';

/**
 * Shows what the library would send to each wallet for a request, or why it would send nothing. It uses the code that
 * sends the request, but calls no wallet.
 */
export function explanations(place) {
  let latest = 0;
  return async (method, params, options) => {
    const requestId = ++latest;
    const client = getDefaultClient();
    // The nonce of a sponsored transaction comes from this server's chain.
    const rows = await client.explain(method, params, { stacksApi: '/', ...options });
    if (requestId === latest) place.replaceChildren(...rows.map(row));
  };
}

function row({ name, connected, outcome, request, error, ignores, assumedNetwork }) {
  const title = element('h4', {}, name, connected ? ' (connected)' : '');
  const lines = {
    sent: ['Gets:', pretty(request)],
    refused: ['Gets no request.', error?.message],
    unsupported: ['Does not have this method.', error?.message],
  }[outcome];
  const [how, what] = lines;
  const notes = [
    assumedNetwork &&
      `Sent only if the wallet is on ${assumedNetwork}. The library first asks the wallet for its network.`,
    ignores.length > 0 && `Ignores: ${ignores.join(', ')}.`,
  ].filter(Boolean);
  return element(
    'section',
    { className: `explained ${outcome}` },
    title,
    element('p', {}, how),
    ...(what ? [element('pre', { tabIndex: 0 }, element('code', {}, what))] : []),
    ...notes.map((note) => element('p', {}, note)),
  );
}
