import { element } from './dom.js';

/** Shows the card of any token, and suggests those of this server. */
export async function tokens(form, place) {
  const card = document.createElement('ft-metadata-card');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    for (const [name, value] of new FormData(form)) {
      if (value.trim()) card.setAttribute(name, value.trim());
      else card.removeAttribute(name);
    }
    if (!card.isConnected) place.append(card);
    else card.reload?.();
  });

  const response = await fetch('/metadata/v1/ft?limit=60');
  const { results } = await response.json();
  // The list has a row for each locale of a token.
  const principals = [...new Set(results.map((row) => row.contract_principal))];
  form.querySelector('#tokens').append(...principals.map((value) => element('option', { value })));
  const { principal } = form.elements;
  principal.value ||=
    principals.find((name) => name.endsWith('.honey-token')) ?? principals[0] ?? '';
}
