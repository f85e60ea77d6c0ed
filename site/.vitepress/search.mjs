import { stemmer } from 'stemmer';

/** Words of a question that say nothing about its answer. */
const STOP_WORDS = new Set(
  (
    'a about add after all also am an and any are as at be but by can could did do does doing done for from get gets ' +
    'give got had has have how i if in into is it its just let like make me my need of on or our please should so ' +
    'some than that the their them then there these they this to up us use used using want was we were what when ' +
    'where which who why will with without would you your'
  ).split(' '),
);

/** Words for the same thing: a word, and the words that people also type for it. */
const SAME = {
  phone: 'mobile smartphone ios android iphone ipad tablet',
  color: 'colour colors colours',
  theme: 'styling css brand branding appearance design',
  dark: 'night',
  error: 'errors exception exceptions failure failures fail fails failed',
  decline: 'declined reject rejected rejects rejection denied deny cancelled canceled',
  signin: 'login authenticate authentication auth',
  disconnect: 'logout signout disconnected',
  language:
    'languages translate translation translations locale locales i18n localization french german spanish',
  size: 'bundle kb bytes weight',
  migrate: 'migration port upgrade',
  next: 'nextjs',
  react: 'reactjs',
  vue: 'vuejs',
  bitcoin: 'btc',
  server: 'ssr',
  'content security policy': 'csp',
  picker: 'modal dialog popup selector chooser',
  send: 'pay transfer tip payment',
  swap: 'exchange trade dex',
  'post condition': 'postcondition postconditions',
  nft: 'nfts collectible collectibles',
  network: 'chain',
  typescript: 'types typing ts',
  developer: 'development',
  fake: 'mock simulate simulated stub stubbed',
};
const MEANT = new Map(
  Object.entries(SAME).flatMap(([word, others]) => others.split(' ').map((other) => [other, word])),
);

/** Words, the parts of names such as `stx_transferStx`, and the tags of elements as one word, which only they have. */
const tokenize = (text) =>
  text
    .replaceAll(/\b(?:sign|log)(?:s|ed|ing)?[ -]in\b/gi, 'signin')
    .replaceAll(/\b(?:sign|log)(?:s|ed|ing)?[ -]out\b/gi, 'disconnect')
    .split(/[\s\p{P}\p{S}]+/u)
    .concat(
      (text.match(/\b(?:wallet|ft|nft)(?:-[a-z]+)+/gi) ?? []).map((tag) => tag.replaceAll('-', '')),
    )
    .flatMap((word) => {
      const parts = word.split(/(?<=[a-z0-9])(?=[A-Z])/);
      return parts.length > 1 ? [word, ...parts] : parts;
    })
    .filter(Boolean);

function processTerm(term) {
  const word = term.toLowerCase();
  if (STOP_WORDS.has(word)) return null;
  return (MEANT.get(word) ?? word).split(' ').map((part) => stemmer(part));
}

/** Guides answer questions. What explains or lists everything has every word, and answers few of them. */
function boostDocument(id, _term, { titles } = {}) {
  const first = titles?.length === 0 ? 1.3 : 1;
  if (/\/guide\/|^\/sizes\./.test(id)) return 2 * first;
  if (/errors|reference\/methods/.test(id)) return first;
  return id.includes('/reference/elements/') && titles?.length === 0 ? 1 : 0.4;
}

/** How the search of the site reads texts and questions: options of MiniSearch. */
export const miniSearch = {
  options: { tokenize, processTerm },
  searchOptions: {
    boostDocument,
    boost: { title: 4, titles: 1.5, text: 1 },
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    prefix: (term) => term.length > 2,
  },
};
