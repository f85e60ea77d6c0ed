import { element, pretty } from './dom.js';

/** Lists the transactions that this server's chain accepted, newest first. Returns a function that reloads. */
export function broadcasts(place) {
  const [status, list] = place.children;
  const load = async () => {
    const response = await fetch('/fixture/transactions').catch(() => undefined);
    const accepted = response?.ok ? await response.json() : [];
    status.textContent = summary(accepted.length);
    list.replaceChildren(...accepted.reverse().map(entry));
  };
  void load();
  return load;
}

function summary(count) {
  if (count === 0) return 'Nothing was broadcast yet.';
  return count === 1 ? '1 transaction' : `${count} transactions, newest first`;
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
