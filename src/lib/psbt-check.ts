import type { Refuse } from '../errors.js';
import { bareHex } from './bytes.js';
import { namedInputs, type InputsToSign } from './psbt-inputs.js';
import { readPsbt, type InputOutline, type PsbtOutline } from './psbt-outline.js';
import { psbtBytes } from './psbt-text.js';
import { read } from './safe-access.js';
import { isAllowedSighash, sighashName, sighashType } from './sighash.js';

/** An input that the wallet may sign. */
interface Asked {
  readonly index: number;
  /** Undefined: DEFAULT and ALL. */
  readonly allowed: readonly (string | number)[] | undefined;
  /** The key that the caller gave for the input, hex. */
  readonly publicKey?: string | undefined;
}

/**
 * Checks `signPsbt`, the same for every wallet: an input to sign (one in `signInputs`, or every input that is
 * not finalized) may be signed only with a SIGHASH type that the caller allowed.
 *
 * @param refuse called if the request must not be sent to any wallet
 * @returns a function that describes what is wrong with an answer; undefined if nothing is
 */
export function prepare(
  params: InputsToSign & { readonly psbt: string },
  _addresses: unknown,
  refuse: Refuse,
): (result: unknown) => string | undefined {
  const before = readPsbt(psbtBytes(params.psbt) as Uint8Array);
  const asked = askedInputs(params, before, refuse);
  for (const { index, allowed } of asked) {
    const { sighash = 0 } = before.inputs[index] as InputOutline;
    if (sighashType(sighash) === undefined) {
      const name = sighashName(sighash);
      const others = params.signInputs ? '' : '; name the other inputs in `signInputs`';
      refuse(
        'psbt',
        name,
        `input ${index} names a SIGHASH type which no wallet may sign with${others}`,
      );
    }
    if (!isAllowedSighash(sighash, allowed)) {
      refuse(fieldOf(params, index), allowed, refusal(index, sighash, allowed, params));
    }
  }
  return (result) =>
    faultOf(params, asked, before, readPsbt(psbtBytes(read(result, 'psbt')) as Uint8Array));
}

function askedInputs(
  params: InputsToSign & { readonly psbt: string },
  { inputs }: PsbtOutline,
  refuse: Refuse,
): readonly Asked[] {
  const named = namedInputs(params);
  if (!named) {
    return [...inputs.keys()]
      .filter((index) => inputs[index]?.finalized === false)
      .map((index) => ({ index, allowed: params.allowedSighash }));
  }
  return named.map(({ index, publicKey, allowedSighash: allowed = params.allowedSighash }) => {
    if (!inputs[index]) {
      refuse('signInputs', index, `the PSBT has ${inputs.length} inputs, counted from 0`);
    }
    return { index, allowed, publicKey: bareHex(publicKey)?.toLowerCase() };
  });
}

/** The field with the list of SIGHASH types that applies to an input. */
function fieldOf({ signInputs = [] }: InputsToSign, index: number): string {
  const at = signInputs.findIndex(
    (entry) => typeof entry === 'object' && entry.index === index && entry.allowedSighash,
  );
  return at < 0 ? 'allowedSighash' : `signInputs[${at}].allowedSighash`;
}

function refusal(
  index: number,
  sighash: number,
  allowed: Asked['allowed'],
  { signInputs }: InputsToSign & { readonly psbt: string },
): string {
  const name = sighashName(sighash);
  const instead = signInputs ? '' : ', or name the inputs to sign in `signInputs`';
  if (isAllowedSighash(sighash, undefined)) {
    return `input ${index} names no other SIGHASH type than ${name}; add "${name}"${instead}`;
  }
  return `input ${index} names the SIGHASH type ${name}; to have it signed so, ${
    allowed ? 'add' : 'pass'
  } "${name}"${instead}`;
}

/** Describes what is wrong with the PSBT that a wallet returned. */
function faultOf(
  params: InputsToSign & { readonly psbt: string },
  asked: readonly Asked[],
  before: PsbtOutline,
  after: PsbtOutline,
): string | undefined {
  if (after.transaction !== before.transaction) {
    return 'with another transaction than the one that it was asked to sign';
  }
  const entries = new Map(asked.map((entry) => [entry.index, entry]));
  const signed = new Set<number>();
  for (let index = 0; index < after.inputs.length; index++) {
    const signatures = after.inputs[index]?.signatures ?? [];
    const entry = entries.get(index);
    for (const [signature, type] of signatures) {
      if (before.inputs[index]?.signatures.has(signature)) continue;
      if (params.signInputs && !entry)
        return `with a signature of input ${index}, which is not named`;
      if (!isAllowedSighash(type, entry ? entry.allowed : params.allowedSighash)) {
        return `with a signature of input ${index} of the SIGHASH type ${sighashName(type)}, which is not allowed`;
      }
      const key = after.inputs[index]?.keys.get(signature);
      // BIP-174: a signature has the type that the PSBT names for its input, else the default.
      const { sighash: own = 0 } = before.inputs[index] ?? {};
      if (!isAllowedSighash(type, [own])) {
        return `with a signature of input ${index} of the SIGHASH type ${sighashName(type)}, which the PSBT does not name for it`;
      }
      // Either of the two may be a Taproot key without its parity byte.
      const named = entry?.publicKey;
      if (key && named && !key.endsWith(named) && !named.endsWith(key)) {
        return `with a signature of input ${index} by another key than its \`publicKey\``;
      }
      if (key && before.inputs[index]?.multisig?.includes(key) === false) {
        return `with a signature of input ${index} by a key that its script does not list`;
      }
      signed.add(index);
    }
  }
  const left = asked.filter((entry) => !isDone(before.inputs[entry.index] as InputOutline, entry));
  const unsigned = left.filter(({ index }) => !signed.has(index));
  if (params.signInputs) {
    return unsigned[0] && `without signing input ${unsigned.map(({ index }) => index).join(', ')}`;
  }
  return left.length > 0 && signed.size === 0 ? 'without signing any input' : undefined;
}

/** True if the input was already fully signed. Signing it again may produce the same signature. */
function isDone({ finalized, oneKey, signatures }: InputOutline, { allowed }: Asked): boolean {
  const types = [...signatures.values()];
  return finalized || (oneKey && types.some((type) => isAllowedSighash(type, allowed)));
}
