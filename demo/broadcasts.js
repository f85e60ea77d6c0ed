import { element, pretty } from './dom.js';

/** Lists what the chain of this server took, newest first; returns what looks again. */
export function broadcasts(place) {
  const look = async () => {
    const response = await fetch('/fixture/broadcasts').catch(() => undefined);
    const taken = response?.ok ? await response.json() : [];
    place.replaceChildren(
      ...(taken.length > 0
        ? taken.reverse().map(entry)
        : [element('p', {}, 'Nothing was broadcast yet.')]),
    );
  };
  void look();
  return look;
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
