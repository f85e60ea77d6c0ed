import { element } from './dom.js';

/** Contract names of this server's tokens whose answer is part of the show: [name, caption, base URL]. */
const TROUBLE = [
  ['fresh-mint', 'Still being fetched, for ever: asked again by itself, less and less often'],
  ['early-bird', 'Being fetched for eight seconds, then there'],
  ['lost-document', 'Metadata that cannot be processed'],
  // A service of its own: after a 429 all cards leave a service alone for a while.
  ['busy-bee', '429 with Retry-After: asked again by itself', '/faults/status=429,retry-after=5'],
  ['sleeping-server', '503'],
  ['torn-page', 'An answer that breaks off'],
  ['wrong-door', 'A page of HTML where JSON was expected'],
  ['slow-snail', 'Three seconds of waiting'],
  ['faded-photo', 'An image that is not there'],
  ['no-such-token', 'A contract that the service does not know'],
];
const HOSTILE = [
  ['hostile-markup', 'Markup in every text'],
  ['hostile-links', 'Links that must never be links'],
  ['hostile-characters', 'Characters that turn, hide or pile up'],
  ['hostile-impostor', 'Plays the verified token and the page’s own warning'],
  ['hostile-numbers', 'Numbers out of all bounds, keys with a meaning'],
  ['hostile-identity', 'Answers with the asset of another contract: refused'],
  ['hostile-length', 'Would fill the page'],
];

const filter = document.querySelector('#filter');
const place = (id) => document.querySelector(`#${id}`);
countScripts();

const rows = await allTokens();
const nameOf = (principal) => principal.split('.')[1];
const special = new Set([...TROUBLE, ...HOSTILE].map(([name]) => name));
const cards = new Map(
  rows
    .filter(({ contract_principal: principal }) => !special.has(nameOf(principal)))
    .map((row) => [row, card(row.contract_principal)]),
);
place('tokens').append(...cards.values());
place('trouble').append(...TROUBLE.map(figure));
place('hostile').append(...HOSTILE.map(figure));

filter.addEventListener('input', show);
filter.addEventListener('submit', (event) => event.preventDefault());
place('look-up').addEventListener('click', () => {
  place('tokens').append(card(filter.elements.search.value.trim()));
  place('empty').hidden = true;
});
show();

function show() {
  const { search, locale, lang, images } = filter.elements;
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
  for (const node of document.querySelectorAll('ft-metadata-card')) {
    node.setAttribute('locale', locale.value);
    node.setAttribute('images', images.checked ? 'on' : 'off');
  }
}

function card(principal) {
  const node = document.createElement('ft-metadata-card');
  node.setAttribute('principal', principal);
  // The public service does not list a token's locales; a page that knows them can.
  if (nameOf(principal) === 'seed-token') node.setAttribute('locales', 'en es-MX pt-BR');
  return node;
}

function figure([name, caption, baseUrl]) {
  const row = rows.find(({ contract_principal: principal }) => nameOf(principal) === name);
  const principal = row?.contract_principal ?? `SP000000000000000000002Q6VF78.${name}`;
  const node = card(principal);
  if (baseUrl) node.setAttribute('base-url', baseUrl);
  return element('figure', {}, element('figcaption', { textContent: caption }), node);
}

async function allTokens() {
  const response = await fetch('/metadata/v1/ft?limit=60');
  return (await response.json()).results;
}

/** The bad tokens call `alert`: here it counts. */
function countScripts() {
  let count = 0;
  globalThis.alert = () => {
    count += 1;
    place('ran').textContent = String(count);
  };
}
