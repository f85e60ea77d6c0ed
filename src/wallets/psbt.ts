import { cannotSend, JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { getAddressFormat, canBeOn } from '../stacks/address.js';
import { bareHex, bytesToHex } from '../lib/bytes.js';
import { loadModule } from '../lib/promises.js';
import {
  getNamedInputs,
  decodePsbt,
  isAllowedSighash,
  SIGHASH_TYPES,
} from '../bitcoin/psbt-params.js';
import type { InputDescription } from '../bitcoin/psbt-inputs.js';
import type { AddressEntry } from '../methods/addresses.js';
import { canonicalAddress } from '../methods/fields.js';
import type { KnownCall, WalletAccount } from './wallet.js';

const METHOD = 'signPsbt';
type Call = KnownCall<'signPsbt'>;

/**
 * For a wallet without a field for the signer of an input: the address and the key in `signInputs` must belong
 * to the connected account, if that is known. If the PSBT shows the owner of the input, the address must be the same.
 */
export async function checkSigners(call: Call): Promise<void> {
  const { params } = call;
  const named = (getNamedInputs(params) ?? []).map(({ index, address }) => ({
    index,
    address: address && canonicalAddress(address),
  }));
  checkKeys(call);
  const addresses = findBitcoinRows(call).map(({ address }) => address);
  for (const { address } of named) {
    if (addresses.length > 0 && address !== undefined && !addresses.includes(address)) {
      const reason = `the connected account signs for ${addresses.join(', ')}`;
      throw cannotSend(METHOD, 'signInputs', address, reason);
    }
  }
  const known = named.flatMap(({ address }) => address ?? []);
  if (known.length === 0) return;
  const inputs = await readInputs(params, call.network ?? call.reportedNetwork(), known);
  for (const { index, address } of named) {
    const owner = inputs[index]?.oneKey ? inputs[index].owner : undefined;
    if (address !== undefined && owner !== undefined && owner !== address) {
      throw cannotSend(
        METHOD,
        'signInputs',
        address,
        `input ${index} spends an output of ${owner}`,
      );
    }
  }
}

/**
 * For a wallet without a field for the key that signs an input: the connected account must have the key. If the wallet
 * returned no keys, only the answer is checked, if it shows the key. A key-path signature of Taproot does not.
 */
function checkKeys(call: Call): void {
  const points = findBitcoinRows(call).flatMap(({ publicKey, tweakedPublicKey }) =>
    [publicKey, tweakedPublicKey].flatMap((key) => toPoint(key) ?? []),
  );
  if (points.length === 0) return;
  for (const { publicKey } of getNamedInputs(call.params) ?? []) {
    if (publicKey !== undefined && !points.includes(toPoint(publicKey) ?? '')) {
      throw cannotSend(
        METHOD,
        'signInputs',
        publicKey,
        'the connected account does not have this key',
      );
    }
  }
}

/** The Bitcoin addresses of the session that are on the requested network. */
function findBitcoinRows({
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

/**
 * The allowed SIGHASH types of all inputs, as numbers, for a wallet with one list for all inputs. Undefined if
 * the caller gave none. DEFAULT and ALL are always listed together.
 */
export function sighashNumbers(params: Call['params']): number[] | undefined {
  const lists = (getNamedInputs(params) ?? [{ allowedSighash: undefined }]).map(
    ({ allowedSighash = params.allowedSighash }) => allowedSighash,
  );
  if (lists.every((list) => list === undefined)) return undefined;
  return SIGHASH_TYPES.filter((type) => lists.some((list) => isAllowedSighash(type, list)));
}

interface PsbtInput extends InputDescription {
  /** The address that owns it; see `getInputAddresses`. */
  readonly owner: string | undefined;
}

async function readInputs(
  { psbt }: Call['params'],
  network: string | undefined,
  known: readonly string[],
): Promise<readonly PsbtInput[]> {
  const { describeInputs, getInputAddresses, readPsbt } = await loadModule(
    'reads PSBTs',
    () => import('../bitcoin/bitcoin-answers.js'),
  );
  try {
    const parsed = readPsbt(decodePsbt(psbt) as Uint8Array);
    const owners = getInputAddresses(parsed, network, known);
    return describeInputs(parsed).map((input, index) => ({ ...input, owner: owners[index] }));
  } catch (cause) {
    throw new JsonRpcError(JsonRpcErrorCode.InvalidParams, `${METHOD}: \`psbt\` cannot be read.`, {
      data: { field: 'psbt' },
      cause,
    });
  }
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
  call: Call,
  network: string | undefined,
): Promise<Record<string, number[]>> {
  checkKeys(call);
  const record = new Map<string, number[]>();
  for (const { index, address } of await findSigners(call, network)) {
    record.set(address, [...(record.get(address) ?? []), index]);
  }
  return Object.fromEntries(record);
}

interface SignerOfInput {
  readonly index: number;
  readonly address: string;
}

async function findSigners(
  { params, addresses }: Call,
  network: string | undefined,
): Promise<readonly SignerOfInput[]> {
  const rows = addresses.filter(({ symbol }) => symbol === 'BTC');
  const own = rows.map(({ address }) => address);
  const inputs = await readInputs(params, network, own);
  const isScript = (index: number, address: string) =>
    address === inputs[index]?.owner && !inputs[index].oneKey && !own.includes(address);
  const named = getNamedInputs(params);
  if (!named) {
    const left = inputs.flatMap(({ finalized, owner: address }, index) => {
      const isLeft = !finalized && address !== undefined && !isScript(index, address);
      return isLeft && (own.length === 0 || own.includes(address)) ? [{ index, address }] : [];
    });
    if (left.length > 0) return left;
    const reason = 'the PSBT shows no input that is left to sign; select the inputs';
    throw cannotSend(METHOD, 'signInputs', undefined, reason);
  }
  return named.map(({ index, address: given, publicKey }) => {
    const owner = inputs[index]?.owner;
    const address =
      given !== undefined
        ? canonicalAddress(given)
        : owner !== undefined && own.includes(owner)
          ? owner
          : (findByKey(rows, publicKey ?? inputs[index]?.scripts ?? []) ??
            (mayBeScript(owner, own) ? undefined : owner));
    if (address !== undefined && !isScript(index, address)) return { index, address };
    const reason =
      owner === undefined
        ? 'the PSBT does not show the owner of that input; give its address'
        : 'that input spends a script, as far as is known; give the address of the account that signs it';
    throw cannotSend(METHOD, 'signInputs', given ?? index, reason);
  });
}

/**
 * True for an address of P2SH or Taproot that is not among those of the account: it may be that of a script which the PSBT
 * does not show. An account that names no Taproot address may have one.
 */
function mayBeScript(address = '', own: readonly string[]): boolean {
  const isTaproot = (one: string) => /^(?:bc|tb|bcrt)1p/.test(one);
  return isTaproot(address) ? own.some(isTaproot) : own.length > 0 && /^[23]/.test(address);
}

/** The address of the account with this key; undefined if scripts have keys of several addresses, or of none. */
function findByKey(
  rows: readonly AddressEntry[],
  where: string | readonly Uint8Array[],
): string | undefined {
  const text = typeof where === 'string' ? toPoint(where) : String(where.map(bytesToHex));
  const found = rows.flatMap(({ address, publicKey, tweakedPublicKey }) => {
    const points = [publicKey, tweakedPublicKey].flatMap((key) => toPoint(key) ?? []);
    return points.some((point) => text?.includes(point)) ? [address] : [];
  });
  return typeof where === 'string' || new Set(found).size === 1 ? found[0] : undefined;
}
