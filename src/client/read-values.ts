import { invalidParams, type Refuse } from '../errors.js';
import { getAddressFormat, type AddressFormat } from '../stacks/address.js';
import { bareHex } from '../lib/bytes.js';
import { loadModule } from '../lib/promises.js';
import { canBeOn } from '../stacks/network.js';
import { isPlain } from '../lib/plain-data.js';
import type { Written } from '../stacks/stacks-transaction.js';
import { methodOf } from '../methods/index.js';
import type { Targeted } from './types.js';

/** The fields whose principals may be of any network: a text to sign is about them, and moves nothing of them. */
const ANY_NETWORK: readonly string[] = ['message', 'domain'];

/**
 * Reads the Clarity values, post-conditions and transactions in the params: each is exactly one value of its kind, and
 * is written again from what was read, as hex without `0x`. What follows sees only this hex. With
 * `enableOverrides: false`, hex is sent as it is.
 *
 * @param accounts the Stacks addresses of the connected account, if they are known
 * @returns the params, and the network: that of the values, if the request names none
 * @throws JsonRpcError -32602 for anything else, or for values of another network than the request's
 */
export async function readValues(
  { method, params, network }: Targeted,
  accounts: readonly string[],
  asIs: boolean,
): Promise<Pick<Targeted, 'params' | 'network'>> {
  const fields = Object.entries(methodOf(method)?.encoded ?? {});
  const given = isPlain(params) ? params : {};
  const present = fields.filter(([field]) => isPresent(given[field]));
  if (present.length === 0) return { params, network };
  const refuse: Refuse = (field, value, expected) => {
    throw invalidParams(method, field, value, expected);
  };
  const { readValue } = await loadModule(
    'encodes Clarity values and post-conditions',
    () => import('../stacks/stacks-transaction.js'),
  );
  const bound: Bound[] = [];
  const written: Record<string, unknown> = {};
  for (const [field, kind] of present) {
    const value = given[field];
    const write = (one: unknown, at: string): string => {
      if (asIs && typeof one === 'string') return bareHex(one) ?? one;
      const read = readValue(kind, one, at, refuse);
      if (!asIs && !ANY_NETWORK.includes(field)) bound.push(...boundTo(read, at));
      return read.hex;
    };
    written[field] = Array.isArray(value)
      ? value.map((item, index) => write(item, `${field}[${index}]`))
      : write(value, field);
  }
  return {
    params: { __proto__: null, ...given, ...written },
    network: oneNetwork(bound, network, accounts, refuse),
  };
}

/** Something that belongs to one network. */
interface Bound {
  readonly field: string;
  readonly value: string;
  readonly kind: AddressFormat;
  readonly what: string;
}

function boundTo({ hex, network, principals }: Written, field: string): readonly Bound[] {
  const shown = principals.flatMap(([at, principal]) => {
    const kind = getAddressFormat(principal.split('.', 1)[0]);
    return kind ? [{ field: at, value: principal, kind, what: 'an address on' }] : [];
  });
  return network
    ? [
        { field, value: hex, kind: { chain: 'stacks', network }, what: 'a transaction of' },
        ...shown,
      ]
    : shown;
}

/**
 * The network of a request, to which all its values must belong: an account of another network protects nothing. If the
 * request names none, it is that of the connected account, else that of the first value.
 */
function oneNetwork(
  bound: readonly Bound[],
  named: string | undefined,
  accounts: readonly string[],
  refuse: Refuse,
): string | undefined {
  const [first] = bound;
  if (!first) return named;
  const own = accounts.flatMap((account) => getAddressFormat(account)?.network ?? []);
  const shown = first.kind.network;
  const network = named ?? (own.includes(shown) ? shown : (own[0] ?? shown));
  const wrong = bound.find(({ kind }) => !canBeOn(kind, network));
  if (wrong) refuse(wrong.field, wrong.value, `${wrong.what} ${network}`);
  // Mainnet is the default of every wallet, and is not sent for the sake of a value.
  return named ?? (network === 'mainnet' ? undefined : network);
}

const isPresent = (value: unknown): boolean =>
  value !== undefined && !(Array.isArray(value) && value.length === 0);
