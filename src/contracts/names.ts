import { getSettings } from '../core/configure.js';
import { buffer, principal } from '../clarity/cl.js';
import { encodeClarity } from '../stacks/clarity.js';
import type { ClarityValue } from '../stacks/clarity-value.js';
import {
  canBeOn,
  getAddressFormat,
  getNetworkFamily,
  toAsciiLowerCase,
} from '../stacks/address.js';
import { NODE_INFO } from '../stacks/node-network.js';
import type { AbiType } from './abi.js';
import { callRead } from './call-read.js';
import { ContractError } from './contract-error.js';
import {
  requestNode,
  GET_SMALL,
  checkNetwork,
  checkPageNetwork,
  checkPrincipal,
  findNode,
  invalid,
  READ_OPTIONS,
  readOptions,
  type ReadOptions,
} from './stacks-node.js';

/** The contract of names (BNS-V2) on each network. */
const BNS = {
  mainnet: 'SP2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D96YPGZF.BNS-V2',
  testnet: 'ST2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D9SZJQ0M.BNS-V2',
} as const;

/** Milliseconds. */
const MAX_AGE = 600_000;

/**
 * The name of an address, or why there is none. `unknown`: it could not be read, such as when the service is busy; there may
 * be one.
 *
 * - `unnamed`: the account has no name, or no such name exists
 * - `expired`: it was not renewed in time, so that it may belong to somebody else soon
 * - `other-owner`: the contract names another owner for it
 * - `characters`: it has others than a-z, 0-9, `-` and `_`, and may look like another name
 */
export type NameResult =
  | { readonly status: 'found'; readonly name: string }
  | { readonly status: 'none'; readonly reason: NoName }
  | { readonly status: 'unknown'; readonly error: ContractError };
export type AddressResult =
  | { readonly status: 'found'; readonly address: string }
  | { readonly status: 'none'; readonly reason: NoName }
  | { readonly status: 'unknown'; readonly error: ContractError };
export type NoName = 'unnamed' | 'expired' | 'other-owner' | 'characters';

/**
 * The primary name of an account (BNS-V2), such as `alice.btc`. Checks its owner and that it is not expired. Show it as a
 * label beside the address, never instead of it: a name that a stranger sends to an account becomes its primary name if it
 * had none. Sends 3 requests, which tell the service the address.
 *
 * @param options `maxAge` default: 10 minutes
 * @throws ContractError `invalid`, `wrong-network`; the reason of the signal
 * @example
 * ```ts
 * import { getName } from 'stacks-wallet-elements/contracts';
 *
 * const found = await getName('SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH');
 * const label = found.status === 'found' ? found.name : undefined;
 * ```
 */
export function getName(address: string, options?: ReadOptions): Promise<NameResult> {
  return readName('getName', address, options);
}

/** @param caller the function that the page has called, for the errors */
export async function readName(
  caller: string,
  address: string,
  options: ReadOptions | undefined,
): Promise<NameResult> {
  const checked = readOptions(caller, options, READ_OPTIONS);
  checkPrincipal(caller, 'address', address);
  const { network } = checked;
  checkNetwork(caller, network, address);
  if (network === undefined)
    checkPageNetwork(caller, address, getSettings().network, 'configure()');
  const bns = findBns(caller, address, checked);
  return orUnknown(async () => {
    const primary = await bns.read<Response<Name | null>>(PRIMARY, [principal(address)]);
    if (!primary.ok || !primary.value) return { status: 'none', reason: 'unnamed' };
    const { name, namespace } = primary.value;
    const text = `${decode(name)}.${decode(namespace)}`;
    if (!NAME.test(text)) return { status: 'none', reason: 'characters' };
    const resolved = await bns.resolve(name, namespace);
    if (resolved.status !== 'found') return resolved;
    if (resolved.address !== address) return { status: 'none', reason: 'other-owner' };
    return { status: 'found', name: text };
  }, checked.signal);
}

/**
 * The address of the owner of a name (BNS-V2), such as `alice.btc`, in upper or lower case. Checks that the name is not
 * expired. Show the address before anything is sent to it.
 *
 * @param options `network` default: that of the client, else mainnet. `maxAge` default: 10 minutes
 * @throws ContractError `invalid`, also for a name of another form, such as a subdomain; the reason of the signal
 * @example
 * ```ts
 * import { getAddressOfName } from 'stacks-wallet-elements/contracts';
 *
 * const found = await getAddressOfName('alice.btc');
 * if (found.status === 'found') console.log(found.address);
 * ```
 */
export async function getAddressOfName(
  name: string,
  options?: ReadOptions,
): Promise<AddressResult> {
  const caller = 'getAddressOfName';
  const checked = readOptions(caller, options, READ_OPTIONS);
  const text = typeof name === 'string' ? toAsciiLowerCase(name) : '';
  if (!NAME.test(text)) {
    invalid(caller, 'name', name, '`<name>.<namespace>` of a-z, 0-9, - and _, without subdomains');
  }
  const [label, namespace] = text.split('.').map((part) => new TextEncoder().encode(part));
  const bns = findBns(caller, undefined, checked);
  return orUnknown(() => bns.resolve(label!, namespace!), checked.signal);
}

type Response<T> = { readonly ok: true; readonly value: T } | { readonly ok: false };
interface Name {
  readonly name: Uint8Array;
  readonly namespace: Uint8Array;
}
interface Properties {
  readonly owner: string;
  readonly renewal: bigint;
}

/** The functions of the contract that are read, with their types. */
interface Read {
  readonly name: string;
  readonly type: AbiType;
}
const PRIMARY: Read = {
  name: 'get-primary',
  type: {
    response: {
      ok: {
        optional: {
          tuple: [
            { name: 'name', type: { buffer: { length: 48 } } },
            { name: 'namespace', type: { buffer: { length: 20 } } },
          ],
        },
      },
      error: 'uint128',
    },
  },
};
const RESOLVED: Read = {
  name: 'can-resolve-name',
  type: {
    response: {
      ok: {
        tuple: [
          { name: 'owner', type: 'principal' },
          { name: 'renewal', type: 'uint128' },
        ],
      },
      error: 'uint128',
    },
  },
};

/** At most 48 and 20 characters, which the contract accepts when a name is claimed. */
const NAME = /^[a-z0-9_-]{1,48}\.[a-z0-9_-]{1,20}$/;

const decode = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

async function orUnknown<T>(
  load: () => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T | { readonly status: 'unknown'; readonly error: ContractError }> {
  try {
    return await load();
  } catch (error) {
    if (signal?.aborted || !(error instanceof ContractError)) throw error;
    return { status: 'unknown', error };
  }
}

function findBns(caller: string, address: string | undefined, options: ReadOptions) {
  const network = options.network ?? getSettings().network ?? 'mainnet';
  const isMainnet = address ? /^S[PM]/.test(address) : getNetworkFamily(network) === 'mainnet';
  const contract = BNS[isMainnet ? 'mainnet' : 'testnet'];
  const node = findNode(caller, contract, options);
  const kept = { ...options, maxAge: options.maxAge ?? MAX_AGE };
  const wrong = (): ContractError =>
    new ContractError('bad-response', `${caller}: the answer of ${contract} cannot be used.`);
  const read = async <T>(target: Read, args: readonly ClarityValue[]): Promise<T> => {
    const hex = args.map((arg) => encodeClarity(arg, 'value', () => { throw wrong(); }).hex); // prettier-ignore
    const sender = contract.split('.', 1)[0]!;
    return (
      await callRead({ node, contract, ...target, isOwn: true, tip: undefined }, hex, sender, kept)
    ).value as T;
  };
  /** None of the functions of the contract checks whether a name is expired. */
  const resolve = async (name: Uint8Array, namespace: Uint8Array): Promise<AddressResult> => {
    const [resolved, tip] = await Promise.all([
      read<Response<Properties>>(RESOLVED, [buffer(namespace), buffer(name)]),
      requestNode(node, { ...GET_SMALL, caller, path: NODE_INFO, missing: 'block' }, kept),
    ]);
    if (!resolved.ok) return { status: 'none', reason: 'unnamed' };
    const { owner, renewal } = resolved.value;
    const height = (tip.json as Readonly<Record<string, unknown>>)['burn_block_height'];
    const format = getAddressFormat(owner);
    const isOwner = format !== undefined && canBeOn(format, node.network);
    if (!isOwner || !Number.isSafeInteger(height) || (height as number) < 0) throw wrong();
    if (renewal > 0n && BigInt(height as number) > renewal)
      return { status: 'none', reason: 'expired' };
    return { status: 'found', address: owner };
  };
  return { read, resolve };
}
