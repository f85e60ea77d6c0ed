import { elementInHtml } from './code.js';
import { source } from './controls.js';
import { element } from './dom.js';

/** Shows the token of the form, at once and after each submit, and suggests the tokens of this server. */
export async function tokenLookup(form, place, details) {
  const card = document.createElement('ft-metadata-card');
  const code = source('HTML');
  details.append(code.box);
  const given = () => [...new FormData(form)].map(([name, value]) => [name, value.trim()]);
  const showCode = () =>
    (code.pre.textContent = elementInHtml(
      'ft-metadata-card',
      Object.fromEntries(given().filter(([, value]) => value !== '')),
    ));
  form.addEventListener('input', showCode);
  const show = () => {
    for (const [name, value] of given()) {
      if (value) card.setAttribute(name, value);
      else card.removeAttribute(name);
    }
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    show();
    card.reload?.();
  });
  showCode();
  show();
  place.append(card);

  const response = await fetch('/metadata/v1/ft?limit=60');
  const { results } = await response.json();
  // The list has a row for each locale of a token.
  const principals = [...new Set(results.map((row) => row.contract_principal))];
  form.querySelector('#tokens').append(...principals.map((value) => element('option', { value })));
}
