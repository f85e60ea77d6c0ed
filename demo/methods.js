import { METHODS as ALL } from './data.js';

/** The first account of the development wallet, whose addresses are in the samples. */
const FIRST = {
  stx: 'SPC5KHM41H6WHAST7MWWDD807YSPRQKJ69FSH54J',
  btc: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
};

/** A reviver that replaces the addresses of that account. Without a session, it leaves out the Bitcoin address. */
const replaced =
  ({ stx = FIRST.stx, btc }) =>
  (_key, value) => {
    if (value === FIRST.stx) return stx;
    return value === FIRST.btc ? btc : value;
  };

/**
 * The methods of the playground, by name. The server makes `data.js` from the comments in `src/methods/`.
 * `params(own)` returns the initial params, with the addresses of the session if there is one, so that the first run
 * works.
 */
export const METHODS = Object.fromEntries(
  ALL.map(({ name, about, params }) => [
    name,
    { about, params: params && ((own) => JSON.parse(JSON.stringify(params), replaced(own))) },
  ]),
);

/** A method is in the first group whose pattern matches. */
const PATTERNS = {
  Addresses: /^(?:stx_)?get/,
  Bitcoin: /^(?!stx_)/,
  Stacks: /^stx_(?:transfer|call|deploy|signTransaction)/,
  'Signing and profile': /./,
};

const groupOf = (method) => Object.keys(PATTERNS).find((name) => PATTERNS[name].test(method));

export const GROUPS = Object.keys(PATTERNS).map((name) => ({
  name,
  methods: Object.keys(METHODS).filter((method) => groupOf(method) === name),
}));
