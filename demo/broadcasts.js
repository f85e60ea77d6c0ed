import { element, pretty } from './dom.js';

/** Lists the transactions that this server's chain accepted, newest first. Returns a function that reloads. */
export function broadcasts(place) {
  const load = async () => {
    const response = await fetch('/fixture/broadcasts').catch(() => undefined);
    const accepted = response?.ok ? await response.json() : [];
    place.replaceChildren(
      ...(accepted.length > 0
        ? accepted.reverse().map(entry)
        : [element('p', {}, 'Nothing was broadcast yet.')]),
    );
  };
  void load();
  return load;
}

function entry({ chain, network, txid, raw, decoded }) {
  const { type = 'transaction' } = decoded;
  return element(
    'details',
    {},
    element(
      'summary',
      {},
      `${chain}, ${network}: ${type.replaceAll('_', ' ')} `,
      element('code', {}, txid),
    ),
    element('pre', { tabIndex: 0 }, pretty({ ...decoded, raw })),
  );
}
