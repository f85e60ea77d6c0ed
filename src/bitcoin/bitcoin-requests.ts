import { pickAddresses, type RequestContext } from '../accounts/addresses.js';
import type { Refuse } from '../errors.js';
import { bareHex } from '../lib/bytes.js';
import { canonicalAddress } from '../stacks/address.js';
import {
  describeInputs,
  readBitcoinAddress,
  readPsbt,
  type InputDescription,
} from './psbt-inputs.js';
import {
  decodePsbt,
  formatSighash,
  getNamedInputs,
  isAllowedSighash,
  parseSighash,
  type InputsToSign,
} from './psbt-params.js';

/** What must be known of a request of Bitcoin before a wallet is asked, and needs @scure/btc-signer. */
export { describeInputs, readPsbt } from './psbt-inputs.js';

/** Refuses an address whose checksum or length is wrong, or from which nobody can spend. */
export function checkRecipients(
  { recipients }: { readonly recipients: readonly { readonly address: string }[] },
  _context: RequestContext,
  refuse: Refuse,
): void {
  recipients.forEach(({ address }, index) => {
    if (readBitcoinAddress(address)) return;
    const reason = 'its checksum or its length is wrong, or no key can spend from it';
    refuse(`recipients[${index}].address`, address, reason);
  });
}

export type PsbtParams = InputsToSign & {
  readonly psbt: string;
  readonly broadcast?: boolean | undefined;
};

export interface InputToSign {
  readonly index: number;
  /** Undefined: DEFAULT and ALL. */
  readonly allowed: readonly (string | number)[] | undefined;
  /** The field of that list. */
  readonly field: string;
  /** The key that the caller gave for the input, hex. */
  readonly publicKey?: string | undefined;
}

/**
 * `signPsbt`, the same for every wallet: an input to sign (one in `signInputs`, or every input that is not finalized) may be
 * signed only with a SIGHASH type that the caller allowed, and by the connected account.
 */
export function checkPsbt(
  params: PsbtParams,
  { addresses, network }: RequestContext,
  refuse: Refuse,
): void {
  const psbt = readPsbt(decodePsbt(params.psbt) as Uint8Array);
  const account = pickAddresses(addresses, 'BTC');
  const inputs = describeInputs(psbt, network, account);
  checkNamedInputs(params, inputs, account, refuse);
  const instead = params.signInputs ? '' : ', or name the inputs to sign in `signInputs`';
  for (const { index, allowed, field } of getInputsToSign(params, inputs)) {
    const { sighash = 0 } = inputs[index] as InputDescription;
    const name = formatSighash(sighash);
    if (parseSighash(sighash) === undefined) {
      const reason = `input ${index} names a SIGHASH type which no wallet may sign with${instead}`;
      refuse('psbt', name, reason);
    }
    if (!isAllowedSighash(sighash, allowed)) {
      const names = isAllowedSighash(sighash, undefined) ? 'no other SIGHASH type than' : 'the SIGHASH type'; // prettier-ignore
      refuse(field, allowed, `input ${index} names ${names} ${name}; add "${name}"${instead}`);
    }
  }
}

/**
 * An input in `signInputs` must be in the PSBT, and its `address` must be one of the account, if that is known. The account
 * may have a key of a script, whose address it does not name.
 */
function checkNamedInputs(
  params: PsbtParams,
  inputs: readonly InputDescription[],
  account: readonly string[],
  refuse: Refuse,
): void {
  getNamedInputs(params)?.forEach(({ index, address }, at) => {
    const input = inputs[index];
    if (!input) {
      const isNumber = typeof params.signInputs?.[at] === 'number';
      const field = `signInputs[${at}]${isNumber ? '' : '.index'}`;
      return refuse(field, index, `the PSBT has ${inputs.length} inputs, counted from 0`);
    }
    const signer = address && canonicalAddress(address);
    if (signer === undefined || account.length === 0 || account.includes(signer)) return;
    const isScript = input.owner === signer && !input.oneKey;
    const reason = `the connected account is ${account.join(', ')}; connect the other one first`;
    if (!isScript) refuse(`signInputs[${at}].address`, address, reason);
  });
}

/** The named inputs, else all that are not finalized. */
export function getInputsToSign(
  params: PsbtParams,
  inputs: readonly InputDescription[],
): readonly InputToSign[] {
  const all = { allowed: params.allowedSighash, field: 'allowedSighash' };
  const named = getNamedInputs(params)?.map(({ index, publicKey, allowedSighash }, at) => {
    const perInput = { allowed: allowedSighash, field: `signInputs[${at}].allowedSighash` };
    const key = bareHex(publicKey)?.toLowerCase();
    return { index, ...(allowedSighash ? perInput : all), publicKey: key };
  });
  const open = [...inputs.keys()].filter((index) => inputs[index]?.finalized === false);
  return named ?? open.map((index) => ({ index, ...all }));
}
