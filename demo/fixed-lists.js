/* Lists of tokens with a fixed state, to look at `<ft-list>` in each state. */
import { metadataFailure, noMetadata } from './fixed-clients.js';

const icon = (color) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="20" fill="${color}"/></svg>`,
  )}`;
const token = (contract, name, symbol, color) => ({
  principal: `SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.${contract}`,
  name,
  symbol,
  ...(color && { image_uri: icon(color) }),
});
const TOKENS = [
  token('amber-token', 'Amber', 'AMB', '#b45309'),
  token('birch-token', 'Birch', 'BIR', '#15764a'),
  token('cobalt-token', 'Cobalt', 'COB', '#1d4ed8'),
  token('dune', 'Dune', 'DUNE'),
  token('estuary-token', 'Estuary', 'EST', '#0b7285'),
  token('fathom', 'Fathom', 'FTH'),
  token('garnet-token', 'Garnet', 'GAR', '#9f1239'),
  token('no-metadata-yet'),
];
const pages = (searchFts) => ({ client: { searchFts, getTokens: () => Promise.resolve([]) } });
const page = (tokens, more) =>
  Promise.resolve({ tokens, total: tokens.length, offset: 0, ...more });

export const TOKEN_LIST_STATES = {
  'With a chosen token': {
    ...pages(() => page(TOKENS)),
    attributes: { value: TOKENS[2].principal },
  },
  Loading: pages(noMetadata),
  'No token': { ...pages(() => page([])), attributes: { search: 'nothing has this name' } },
  Error: pages(metadataFailure('network')),
  'Next page fails': pages(({ offset }) =>
    offset ? metadataFailure('rate-limited')() : page(TOKENS, { total: 99, nextOffset: 8 }),
  ),
};
