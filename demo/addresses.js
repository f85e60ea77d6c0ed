import { getDefaultClient } from '/dist/cdn/stacks-wallet-elements.js';
import { element } from './dom.js';

/** Lists the addresses of the session, now and after every change. */
export function showAddresses(place) {
  const client = getDefaultClient();
  const show = () => {
    const { state } = client;
    if (state.status !== 'connected') {
      place.replaceChildren();
      return;
    }
    const list = element('ul', { className: 'addresses' });
    for (const { symbol, address, purpose, addressType, type } of state.addresses) {
      const kind = [symbol, purpose ?? type ?? addressType].filter(Boolean).join(', ');
      list.append(element('li', {}, element('strong', {}, kind), element('code', {}, address)));
    }
    place.replaceChildren(list);
  };
  client.subscribe(show);
  show();
}
