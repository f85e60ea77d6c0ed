import type { AddressEntry } from '../accounts/addresses.js';
import {
  cannotSend,
  invalidParams,
  JsonRpcError,
  JsonRpcErrorCode,
  type Refuse,
} from '../errors.js';
import { bareHex } from '../lib/bytes.js';
import { bare, empty, isPlain } from '../lib/safe-access.js';
import { findMethod } from '../methods/index.js';
import type { Method } from '../methods/method.js';
import { readValue } from '../stacks/stacks-transaction.js';
import type { Reordered } from '../stacks/tuple-order.js';
import {
  listAddresses,
  resolveNetwork,
  toHint,
  type NetworkHint,
  type NetworkPlaces,
} from './network.js';
import type { RequestOptions } from './types.js';

/** Params that were checked, and are in the form of SIP-030, without the network, which `createCall` adds. */
export interface CheckedParams {
  readonly method: string;
  /** Undefined for a method that this library does not have. */
  readonly definition: Method<unknown, unknown> | undefined;
  /** `enableOverrides: false`: nothing is adjusted or compared. */
  readonly asIs: boolean;
  /** True for a method of this library, unless it is sent as it is. */
  readonly isAdjusted: boolean;
  readonly params: unknown;
  /** What the request itself says of its network. The wallet is not known yet. */
  readonly networkPlaces: NetworkPlaces;
  /**
   * The network of the request by itself, before a wallet is known: that of a call that is not adjusted. Undefined also for an
   * unknown method with a field of that name, which may mean something else.
   */
  readonly requestNetwork: string | undefined;
  /** True if the params have no network, and the options name one. */
  readonly isNetworkAdded: boolean;
  /** True if the caller named the network or the account. */
  readonly isNetworkOrAccountNamed: boolean;
  /** The first tuple in the params that some wallets would write in another order. */
  readonly reordered: Reordered | undefined;
}

/** The fields whose principals may be of any network: a message only mentions them. */
const ANY_NETWORK: readonly string[] = ['message', 'domain'];

/**
 * Checks params against the specification (only the fields of the method, those that it needs, types and units), and brings
 * them into the form of SIP-030: amounts as digits; Clarity values, post-conditions and transactions read to their last byte
 * and written again as hex. What follows sees only that. Params of unknown methods are not checked.
 *
 * @param params a copy
 * @param account the addresses of the connected account
 * @throws JsonRpcError -32602 with the name of the field, the value and what was expected
 */
export function checkParams(
  method: string,
  params: unknown,
  options: RequestOptions,
  account: readonly AddressEntry[] = [],
): CheckedParams {
  const definition = findMethod(method);
  // Leather never answers a method that is named like a property of every object (`toString`).
  if (!definition && method in Object.prototype) {
    throw new JsonRpcError(
      JsonRpcErrorCode.InvalidParams,
      `The method must be the name of a request, such as getAddresses; got ${method}.`,
      { data: { field: 'method' } },
    );
  }
  const asIs = options.enableOverrides === false;
  const isAdjusted = definition !== undefined && !asIs;
  const ignored: string[] | undefined = options.ignoreUnknownFields ? [] : undefined;
  const encoded = definition?.checkParams(params, 'params', method, asIs, ignored);
  if (ignored?.length) {
    const names = ignored.map((name) => `\`${name}\``).join(', ');
    console.warn(`${method}: not sent, since no method has such a field: ${names}.`);
  }
  const fields = isPlain(params) ? params : empty<Record<string, unknown>>();
  const network = fields['network'];
  const places: NetworkPlaces = {
    method,
    params: typeof network === 'string' ? network : undefined,
    options: options.network,
    addresses: listAddresses(fields),
    account: [],
    ownAddresses: account.map(({ address }) => address),
    wallet: undefined,
    stored: undefined,
    values: [],
  };
  const resolved = resolveNetwork(places);
  const isNetworkAdded = options.network !== undefined && (network ?? undefined) === undefined;
  const values = readValues(method, fields, definition?.values ?? {}, asIs);
  const sent = isAdjusted ? encoded : params;
  if (!isAdjusted) checkAddable(method, params, definition, options.network);
  return {
    method,
    definition,
    asIs,
    isAdjusted,
    params: values.hex ? bare({ ...(sent as object), ...values.hex }) : sent,
    networkPlaces: { ...places, values: values.hints },
    // An unknown method may use its own network field: keep the network only if we add it.
    requestNetwork: definition || isNetworkAdded ? resolved : undefined,
    isNetworkAdded,
    isNetworkOrAccountNamed: [options.network, network, fields['address']].some(Boolean),
    reordered: values.reordered,
  };
}

interface ReadValues {
  /** By field. Undefined if there are none. */
  readonly hex: Record<string, unknown> | undefined;
  readonly hints: readonly NetworkHint[];
  readonly reordered: Reordered | undefined;
}

/** Reads the values of the chain, and writes them again as hex. With `asIs`, hex is sent as it is. */
function readValues(
  method: string,
  params: Readonly<Record<string, unknown>>,
  kinds: NonNullable<Method<unknown, unknown>['values']>,
  asIs: boolean,
): ReadValues {
  const hints: NetworkHint[] = [];
  let reordered: Reordered | undefined;
  const refuse: Refuse = (field, value, expected) => {
    throw invalidParams(method, field, value, expected);
  };
  const hex: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(kinds)) {
    const encode = (value: unknown, field: string): string => {
      if (asIs && typeof value === 'string') return bareHex(value) ?? value;
      const read = readValue(kind, value, field, refuse);
      reordered ??= read.reordered;
      if (ANY_NETWORK.includes(name)) return read.hex;
      if (read.network) {
        const format = { chain: 'stacks', network: read.network } as const;
        hints.push({ field, value: read.hex, format, what: 'a transaction of' });
      }
      for (const [place, principal] of read.principals) {
        const hint = toHint(place, principal);
        if (hint) hints.push(hint);
      }
      return read.hex;
    };
    const value = params[name];
    if (Array.isArray(value) && value.length > 0) {
      hex[name] = value.map((item, index) => encode(item, `${name}[${index}]`));
    } else if (value !== undefined && !Array.isArray(value)) hex[name] = encode(value, name);
  }
  return { hex: Object.entries(hex).length > 0 ? hex : undefined, hints, reordered };
}

/**
 * Refuses params of a method that is not adjusted (an unknown one, or any with `enableOverrides: false`) to which the network
 * of the options cannot be added.
 *
 * @throws JsonRpcError -32602 if they are not an object, or have a network that is not a name
 */
function checkAddable(
  method: string,
  params: unknown,
  definition: Method<unknown, unknown> | undefined,
  network: string | undefined,
): void {
  if (network === undefined || definition?.hasNoNetwork) return;
  const inParams = isPlain(params) ? params['network'] : undefined;
  if (inParams !== undefined && inParams !== null) {
    if (typeof inParams === 'string' && inParams !== '') return;
    throw invalidParams(method, 'network', inParams, 'the name of a network');
  }
  if (params !== undefined && params !== null && !isPlain(params)) {
    throw cannotSend(method, 'network', network, 'the params are not an object to add it to');
  }
}
