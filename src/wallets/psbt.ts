import { cannotSend } from '../errors.js';
import { getAddressFormat, canBeOn } from '../stacks/address.js';
import { bareHex, bytesToHex } from '../lib/bytes.js';
import { loadModule } from '../lib/promises.js';
import { bare } from '../lib/safe-access.js';
import {
  getNamedInputs,
  decodePsbt,
  isAllowedSighash,
  SIGHASH_TYPES,
} from '../bitcoin/psbt-params.js';
import type { InputDescription } from '../bitcoin/psbt-inputs.js';
import type { AddressEntry } from '../accounts/addresses.js';
import { canonicalAddress } from '../stacks/address.js';
import type { KnownCall, WalletAccount } from './wallet.js';

/** An input that the PSBT does not have. */
const NO_INPUT: InputDescription = {
  finalized: false,
  sighash: undefined,
  oneKey: false,
  scripts: [],
  owner: undefined,
};

const METHOD = 'signPsbt';
type SignPsbtCall = KnownCall<'signPsbt'>;

/** `at`: the place in `signInputs`; undefined if the caller names none. `field`: its field, such as `.address`. */
const refuseInput = (at: number | undefined, field: string, value: unknown, reason: string) =>
  cannotSend(METHOD, at === undefined ? 'signInputs' : `signInputs[${at}]${field}`, value, reason);

/**
 * For a wallet without a field for the signer of an input: the address and the key in `signInputs` must belong
 * to the connected account, if that is known. If the PSBT shows the owner of the input, the address must be the same.
 */
export async function checkSigners(call: SignPsbtCall): Promise<void> {
  checkKeys(call);
  const { params, network, reportedNetwork } = call;
  const connected = findBitcoinRows(call).map(({ address }) => address);
  const named = (getNamedInputs(params) ?? []).flatMap(({ index, address }, at) =>
    address === undefined ? [] : [{ index, at, address: canonicalAddress(address) }],
  );
  if (named.length === 0) return;
  const namedAddresses = named.map(({ address }) => address);
  const other = connected.length > 0 && named.find(({ address }) => !connected.includes(address));
  if (other) {
    const reason = `the connected account signs for ${connected.join(', ')}`;
    throw refuseInput(other.at, '.address', other.address, reason);
  }
  const inputs = await readInputs(params, network ?? reportedNetwork(), namedAddresses);
  for (const { index, at, address } of named) {
    const { oneKey, owner = address } = inputs[index] ?? NO_INPUT;
    if (oneKey && owner !== address) {
      throw refuseInput(at, '.address', address, `input ${index} spends an output of ${owner}`);
    }
  }
}

/**
 * For a wallet without a field for the key that signs an input: the connected account must have the key. If the wallet
 * returned no keys, only the answer is checked, if it shows the key. A key-path signature of Taproot does not.
 */
function checkKeys(call: SignPsbtCall): void {
  const rowsWithKeys = findBitcoinRows(call).filter((row) => listPoints(row).length > 0);
  getNamedInputs(call.params)?.forEach(({ publicKey }, at) => {
    if (
      rowsWithKeys.length > 0 &&
      publicKey !== undefined &&
      !rowsWithKeys.some((row) => hasKey(row, publicKey))
    ) {
      const reason = 'the connected account does not have this key';
      throw refuseInput(at, '.publicKey', publicKey, reason);
    }
  });
}

/** The Bitcoin addresses of the session that are on the requested network. */
export function findBitcoinRows({
  addresses,
  network = 'mainnet',
}: WalletAccount): readonly AddressEntry[] {
  return addresses.filter(({ symbol, address }) => {
    const kind = getAddressFormat(address);
    return symbol === 'BTC' && kind && canBeOn(kind, network);
  });
}

/** A public key without its first byte, which Taproot keys do not have. */
function toPoint(key: unknown): string | undefined {
  const hex = bareHex(key)?.toLowerCase();
  return hex?.length === 66 ? hex.slice(2) : hex;
}

const listPoints = ({ publicKey, tweakedPublicKey }: AddressEntry): readonly string[] =>
  [publicKey, tweakedPublicKey].flatMap((key) => toPoint(key) ?? []);

/** True if it is a key of this address. For Taproot, both keys of one x are the same. */
function hasKey(row: AddressEntry, key: string): boolean {
  const hex = bareHex(key)?.toLowerCase() ?? '';
  const isTaproot = /^(?:bc|tb|bcrt)1p/.test(row.address);
  return isTaproot || hex.length === 64
    ? listPoints(row).includes(toPoint(hex) ?? '')
    : bareHex(row.publicKey)?.toLowerCase() === hex;
}

/**
 * The allowed SIGHASH types of all inputs, as numbers, for a wallet with one list for all inputs. Undefined if
 * the caller gave none. DEFAULT and ALL are always listed together.
 */
export function sighashNumbers(params: SignPsbtCall['params']): number[] | undefined {
  const lists = (getNamedInputs(params) ?? [{ allowedSighash: undefined }]).map(
    ({ allowedSighash = params.allowedSighash }) => allowedSighash,
  );
  if (lists.every((list) => list === undefined)) return undefined;
  return SIGHASH_TYPES.filter((type) => lists.some((list) => isAllowedSighash(type, list)));
}

async function readInputs(
  { psbt }: SignPsbtCall['params'],
  network: string | undefined,
  likelyAddresses: readonly string[],
): Promise<readonly InputDescription[]> {
  const { describeInputs, readPsbt } = await loadModule(
    'reads PSBTs',
    () => import('../bitcoin/bitcoin-requests.js'),
  );
  return describeInputs(readPsbt(decodePsbt(psbt) as Uint8Array), network, likelyAddresses);
}

/**
 * The inputs to sign, grouped by the address that signs them, for Xverse and Fordefi: the inputs that the caller
 * selected, else all inputs that are not finalized and whose owner is in the PSBT (only the wallet's own, if its
 * addresses are known). The signer of a script is the address of the account that has a key in it, never the address of
 * the script.
 *
 * @param network on which the addresses are written
 */
export async function inputsByAddress(
  call: SignPsbtCall,
  network: string | undefined,
): Promise<Record<string, number[]>> {
  checkKeys(call);
  const record = bare<Record<string, number[]>>({});
  for (const [index, address] of await findSigners(call, network)) {
    (record[address] ??= []).push(index);
  }
  return record;
}

async function findSigners(
  { params, addresses }: SignPsbtCall,
  network: string | undefined,
): Promise<readonly (readonly [index: number, address: string])[]> {
  const rows = addresses.filter(({ symbol }) => symbol === 'BTC');
  const connected = rows.map(({ address }) => address);
  const inputs = await readInputs(params, network, connected);
  const isScript = (index: number, address: string) =>
    address === inputs[index]?.owner && !inputs[index].oneKey && !connected.includes(address);
  const named = getNamedInputs(params);
  if (!named) {
    const left = inputs.flatMap(({ finalized, owner: address }, index) => {
      const isLeft = !finalized && address !== undefined && !isScript(index, address);
      return isLeft && (connected.length === 0 || connected.includes(address))
        ? [[index, address] as const]
        : [];
    });
    if (left.length > 0) return left;
    throw refuseInput(
      undefined,
      '',
      undefined,
      'the PSBT shows no input that is left to sign; select the inputs',
    );
  }
  return named.map(({ index, address: namedAddress, publicKey }, at) => {
    const { owner, scripts } = inputs[index] ?? NO_INPUT;
    const isConnected = owner !== undefined && connected.includes(owner);
    const signer = isConnected ? owner : findByKey(rows, publicKey ?? scripts);
    const shown = mayBeScript(owner, connected) ? undefined : owner;
    const address = namedAddress === undefined ? (signer ?? shown) : canonicalAddress(namedAddress);
    if (address !== undefined && !isScript(index, address)) return [index, address];
    const reason =
      owner === undefined
        ? 'the PSBT does not show the owner of that input; give its address'
        : 'that input spends a script, as far as is known; give the address of the account that signs it';
    throw refuseInput(
      at,
      namedAddress === undefined ? '' : '.address',
      namedAddress ?? index,
      reason,
    );
  });
}

/**
 * True for an address of P2SH or Taproot that is not among those of the account: it may be that of a script which the PSBT
 * does not show. An account that names no Taproot address may have one.
 */
function mayBeScript(address = '', connected: readonly string[]): boolean {
  const isTaproot = (one: string) => /^(?:bc|tb|bcrt)1p/.test(one);
  return isTaproot(address)
    ? connected.some(isTaproot)
    : connected.length > 0 && /^[23]/.test(address);
}

/** The address of the account with this key; undefined if scripts have keys of several addresses, or of none. */
function findByKey(
  rows: readonly AddressEntry[],
  where: string | readonly Uint8Array[],
): string | undefined {
  const text = typeof where === 'string' ? toPoint(where) : String(where.map(bytesToHex));
  const addresses = rows.flatMap((row) =>
    listPoints(row).some((point) => text?.includes(point)) ? [row.address] : [],
  );
  return typeof where === 'string' || new Set(addresses).size === 1 ? addresses[0] : undefined;
}
