import { source } from './controls.js';

/**
 * Shows the result of a request, with a copy button and, for a transaction, a link to an explorer. `status` is
 * the live region for the outcome.
 */
export function outcome(place, status) {
  const find = (selector) => place.querySelector(selector);
  const code = source('The result');
  find('#result').replaceWith(code.box);
  const hide = () => {
    place.hidden = true;
    status.textContent = '';
  };
  return {
    hide,
    hideFailure: () => place.classList.contains('failed') && hide(),
    show({ failed = false, title, text, txid, chain, network }) {
      const url = txid && transactionUrl(txid, chain, network);
      place.hidden = false;
      place.classList.toggle('failed', failed);
      find('h4').textContent = title;
      status.textContent = failed ? `${title}. ${text}` : title;
      code.pre.textContent = text;
      find('#sent').hidden = !url;
      if (url) find('#explorer').href = url;
    },
  };
}

/** Undefined for a local network, which no explorer shows. */
function transactionUrl(txid, chain, network = 'mainnet') {
  if (!['mainnet', 'testnet'].includes(network)) return undefined;
  if (chain === 'stacks') return `https://explorer.hiro.so/txid/${txid}?chain=${network}`;
  return `https://mempool.space/${network === 'testnet' ? 'testnet/' : ''}tx/${txid}`;
}
