import { createMetadataClient } from '/dist/cdn/stacks-wallet-elements.js';
import { element } from './dom.js';
import { GATEWAY, isHostile, listOf } from './sample-tokens.js';

/** Contract names of this server's tokens that fail: [name, caption, base URL]. */
const FAILURES = [
  ['fresh-mint', 'Always still being fetched: the card asks again, less and less often'],
  ['early-bird', 'Still being fetched for eight seconds'],
  ['lost-document', 'Metadata that cannot be processed'],
  ['busy-bee', '429 with Retry-After: the card asks again', '/faults/status=429,retry-after=5'],
  ['sleeping-server', '503'],
  ['torn-page', 'A truncated answer'],
  ['html-answer', 'An HTML page instead of JSON'],
  ['slow-snail', 'An answer after three seconds'],
  ['faded-photo', 'A missing image'],
  ['no-such-token', 'A contract that the service does not know'],
];
const HOSTILE = [
  ['hostile-markup', 'Markup in every text'],
  ['hostile-links', 'Unsafe links'],
  ['hostile-characters', 'Direction overrides, invisible characters and stacked combining marks'],
  ['hostile-impostor', 'Claims to be verified, and imitates a warning of the page'],
  ['hostile-numbers', 'Numbers out of range, and keys like __proto__'],
  ['hostile-identity', 'Has the asset identifier of another contract: rejected'],
  ['hostile-length', 'Very long texts'],
];

const filter = document.querySelector('#filter');
const place = (id) => document.querySelector(`#${id}`);
countScripts();

place('picker').addEventListener('ft-select', ({ principal }) => {
  place('picked').textContent = principal;
});

place('picker').client = listOf((principal) => !isHostile(principal));
place('hostile-list').client = listOf(isHostile);

const rows = await allTokens();
const nameOf = (principal) => principal.split('.')[1];
const special = new Set([...FAILURES, ...HOSTILE].map(([name]) => name));
const cards = new Map(
  rows
    .filter(({ contract_principal: principal }) => !special.has(nameOf(principal)))
    .map((row) => [row, card(row.contract_principal)]),
);
place('tokens').append(...cards.values());
place('trouble').append(...FAILURES.map(figure));
place('hostile').append(...HOSTILE.map(figure));

filter.addEventListener('input', show);
filter.addEventListener('submit', (event) => event.preventDefault());
const heading = place('tokens-heading');
let lookedUp;
filter.elements.search.addEventListener('input', () => {
  lookedUp?.remove();
  // The list gets shorter above the part of the page that is in view.
  if (heading.getBoundingClientRect().top < filter.offsetHeight) heading.scrollIntoView();
});
place('look-up').addEventListener('click', () => {
  lookedUp = card(filter.elements.search.value.trim());
  place('tokens').append(lookedUp);
  show();
  place('empty').hidden = true;
  // The focused button was removed.
  heading.focus();
});
show();

function show() {
  const { search, locale, lang, images, variant } = filter.elements;
  const wanted = search.value.trim().toLowerCase();
  let found = 0;
  for (const [row, node] of cards) {
    const texts = [row.name, row.symbol, row.contract_principal];
    node.hidden = !texts.some((text) => text.toLowerCase().includes(wanted));
    found += node.hidden ? 0 : 1;
  }
  place('count').textContent = `${found} of ${cards.size}`;
  place('empty').hidden = found > 0;
  document.documentElement.lang = lang.value;
  document.documentElement.dir = lang.value === 'ar' ? 'rtl' : 'ltr';
  for (const node of document.querySelectorAll('ft-metadata-card, nft-metadata-card, ft-list')) {
    node.setAttribute('ipfs-gateway', GATEWAY);
    node.setAttribute('arweave-gateway', GATEWAY);
    if (node.localName === 'ft-list') continue;
    node.setAttribute('locale', locale.value);
    node.setAttribute('images', images.checked ? 'on' : 'off');
    node.setAttribute('variant', variant.value);
  }
}

function card(principal) {
  const node = document.createElement('ft-metadata-card');
  node.setAttribute('principal', principal);
  // The public service does not list a token's locales, so a page can set them.
  if (nameOf(principal) === 'seed-token') node.setAttribute('locales', 'en es-MX pt-BR');
  return node;
}

function figure([name, caption, baseUrl]) {
  const row = rows.find(({ contract_principal: principal }) => nameOf(principal) === name);
  const principal = row?.contract_principal ?? `SP000000000000000000002Q6VF78.${name}`;
  const node = card(principal);
  // Has its own client and `fetch`: after a 429, clients with the same `fetch` send no more requests to the host.
  const fetch = (...args) => window.fetch(...args);
  if (baseUrl) node.client = createMetadataClient({ baseUrl, fetch });
  return element('figure', {}, element('figcaption', { textContent: caption }), node);
}

/** Returns one row for each token; the list has a row for each locale. */
async function allTokens() {
  const response = await fetch('/metadata/v1/ft?limit=60');
  const { results } = await response.json();
  return [...new Map(results.map((row) => [row.contract_principal, row])).values()];
}

/** Counts the calls of `alert`, which the scripts of the hostile tokens would call. */
function countScripts() {
  let count = 0;
  globalThis.alert = () => {
    count += 1;
    place('ran').textContent = String(count);
  };
}
