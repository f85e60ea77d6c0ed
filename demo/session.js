import { getDefaultClient } from '/dist/cdn/stacks-wallet-elements.js';

/** Shows the list of wallets, or the account of the connected one, now and after every change. */
export function showSession(place) {
  const client = getDefaultClient();
  const [title, status, list, account] = ['h2', '#connected', 'wallet-list', '#account'].map(
    (selector) => place.querySelector(selector),
  );
  const show = () => {
    const { state } = client;
    const connected = state.status === 'connected';
    status.textContent = connected ? `The page has ${addresses(state.addresses.length)}.` : '';
    if (connected !== list.hidden) {
      const hadFocus = place.contains(document.activeElement);
      title.textContent = connected ? 'Connected' : 'Connect a wallet';
      list.hidden = connected;
      account.innerHTML = connected
        ? '<wallet-account inline without-disconnect></wallet-account>'
        : '';
      // The focused button was removed.
      if (hadFocus) title.focus();
    }
  };
  client.subscribe(show);
  show();
}

const addresses = (count) => (count === 1 ? '1 address' : `${count} addresses`);
