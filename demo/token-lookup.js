import { elementInHtml } from './code.js';
import { source } from './controls.js';
import { element } from './dom.js';

/** Shows the token of the form in the card, and suggests those of this server. */
export async function tokenLookup(form, card, details) {
  const code = source('HTML');
  details.append(code.box);
  const given = () => [...new FormData(form)].map(([name, value]) => [name, value.trim()]);
  const showCode = () =>
    (code.pre.textContent = elementInHtml(
      'ft-metadata-card',
      Object.fromEntries(given().filter(([, value]) => value !== '')),
    ));
  form.addEventListener('input', showCode);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    for (const [name, value] of given()) {
      if (value) card.setAttribute(name, value);
      else card.removeAttribute(name);
    }
    card.reload?.();
  });
  showCode();

  const response = await fetch('/metadata/v1/ft?limit=60');
  const { results } = await response.json();
  // The list has a row for each locale of a token.
  const principals = [...new Set(results.map((row) => row.contract_principal))];
  form.querySelector('#tokens').append(...principals.map((value) => element('option', { value })));
}
