import { cannotSend, JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { getAddressFormat } from '../stacks/address.js';
import { bareHex } from '../lib/bytes.js';
import { loadModule } from '../lib/promises.js';
import { canBeOn } from '../stacks/network.js';
import {
  getNamedInputs,
  type SignInput,
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
  const [outline, owners] = await Promise.all([
    readInputs(params),
    findOwners(params, call.network ?? call.reportedNetwork(), known),
  ]);
  for (const { index, address } of named) {
    const owner = outline[index]?.oneKey ? owners[index] : undefined;
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
 * For a wallet without a field for the key that signs an input: the connected account must have the key. Keys
 * are not stored, so they are not known after a reload; then only the answer is checked (`psbt-check.ts`), if
 * it shows the key. A key-path signature of Taproot does not.
 */
function checkKeys(call: Call): void {
  const points = findBitcoinRows(call).flatMap(({ publicKey, tweakedPublicKey }) =>
    [publicKey, tweakedPublicKey].flatMap((key) => pointOf(key) ?? []),
  );
  if (points.length === 0) return;
  for (const { publicKey } of getNamedInputs(call.params) ?? []) {
    if (publicKey !== undefined && !points.includes(pointOf(publicKey) ?? '')) {
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
function pointOf(key: unknown): string | undefined {
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

async function readInputs({ psbt }: Call['params']): Promise<readonly InputDescription[]> {
  const { describeInputs, readPsbt } = await loadModule(
    'reads PSBTs',
    () => import('../bitcoin/bitcoin-answers.js'),
  );
  return readable(() => describeInputs(readPsbt(decodePsbt(psbt) as Uint8Array)));
}

/** The address that owns each input; see `getInputAddresses`. */
async function findOwners(
  { psbt }: Call['params'],
  network: string | undefined,
  known: readonly string[],
): Promise<readonly (string | undefined)[]> {
  const { getInputAddresses } = await loadModule(
    'reads PSBTs',
    () => import('../bitcoin/bitcoin-answers.js'),
  );
  const bytes = decodePsbt(psbt) as Uint8Array;
  return readable(() => getInputAddresses(bytes, network, known));
}

function readable<T>(read: () => T): T {
  try {
    return read();
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
 * addresses are known). Reads the PSBT only for addresses that the caller did not give.
 *
 * @param network on which the addresses are written
 */
export async function inputsByAddress(
  call: Call,
  network: string | undefined,
): Promise<Record<string, number[]>> {
  checkKeys(call);
  const named = getNamedInputs(call.params);
  const inputs = named?.every(({ address }) => address !== undefined)
    ? named
    : await withAddresses(call, network, named);
  const record = new Map<string, number[]>();
  for (const { index, address = '' } of inputs) {
    const signer = canonicalAddress(address);
    record.set(signer, [...(record.get(signer) ?? []), index]);
  }
  return Object.fromEntries(record);
}

async function withAddresses(
  { params, addresses }: Call,
  network: string | undefined,
  named: readonly SignInput[] | undefined,
): Promise<readonly SignInput[]> {
  const own = addresses.filter(({ symbol }) => symbol === 'BTC').map(({ address }) => address);
  const owners = await findOwners(params, network, own);
  if (named) {
    return named.map((input) => {
      const address = input.address ?? owners[input.index];
      if (address === undefined) {
        throw cannotSend(
          METHOD,
          'signInputs',
          input.index,
          `the PSBT does not show the owner of that input; give its address`,
        );
      }
      return { ...input, address };
    });
  }
  const left = (await readInputs(params)).flatMap(({ finalized }, index) => {
    const address = owners[index];
    const isLeft = !finalized && address !== undefined;
    return isLeft && (own.length === 0 || own.includes(address)) ? [{ index, address }] : [];
  });
  if (left.length === 0) {
    throw cannotSend(
      METHOD,
      'signInputs',
      undefined,
      'the PSBT shows no input that is left to sign; select the inputs',
    );
  }
  return left;
}
