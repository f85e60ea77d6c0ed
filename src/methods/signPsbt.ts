import { invalidParams } from '../errors.js';
import { bareHex } from '../lib/bytes.js';
import {
  getNamedInputs,
  type InputsToSign,
  type SignInput,
  isPsbt,
  psbtToBase64,
  parseSighash,
} from '../bitcoin/psbt-params.js';
import { isRecord } from '../lib/safe-access.js';
import type { NetworkName } from '../stacks/address.js';
import * as is from './fields.js';
import {
  bitcoinTxid,
  checkInBitcoin,
  loadBitcoinVerification,
  readSigned,
  type Method,
  withTxid,
} from './method.js';

export interface SignPsbtParams extends InputsToSign {
  /** Base64 or hex. */
  psbt: string;
  /** Broadcast after signing. Default: false. */
  broadcast?: boolean | undefined;
  network?: NetworkName | undefined;
  /**
   * The output descriptor `wsh(…)` of the account that signs (BIP-380). Only the extension of Leather reads it, and needs
   * it while a policy account is active; other wallets are not asked (-32602).
   */
  descriptor?: string | undefined;
}

/** What is common to results with a signed PSBT. */
interface SignedPsbt {
  /** The signed PSBT, base64. */
  readonly psbt: string;
  /**
   * The indexes of the inputs whose new signatures this library could not verify: the PSBT does not have the output that
   * an input spends (for Taproot, that of any input), or a final witness is of a script that the library does not know.
   * Absent if all new signatures are valid, of keys that can sign for the outputs.
   */
  readonly unverified?: readonly number[];
}

export interface SignedPsbtResult extends SignedPsbt {
  /** Set if it was broadcast. */
  readonly txid?: string;
  readonly status?: undefined;
}

/** A multisig account proposed the PSBT to its other signers. It is not signed yet. */
export interface ProposedPsbtResult {
  /** Proposed to the other signers. */
  readonly status: 'proposed';
  /** The wallet's id of the proposal, if it returns one. */
  readonly proposalId?: string;
  /** The proposed PSBT, base64, if the wallet returns it. It is not signed. */
  readonly proposedPsbt?: string;
  readonly psbt?: undefined;
  /** Always empty: it is not sent. */
  readonly txid: '';
}

/**
 * The wallet was asked to broadcast the PSBT, and returned no txid, or one that cannot be compared with the PSBT: it is
 * signed, and may have been sent.
 */
export interface PossiblySentPsbtResult extends SignedPsbt {
  /** Signed; look for the transaction before you send it again. */
  readonly status: 'possibly-sent';
  readonly txid?: undefined;
}

export type SignPsbtResult = SignedPsbtResult | PossiblySentPsbtResult | ProposedPsbtResult;

const psbt: is.FieldCheck = (value, field, method) => {
  if (isPsbt(value)) return value;
  const isWrapped = typeof value === 'string' && isPsbt(value.replace(/\s/g, ''));
  const without = isWrapped ? ', without white space and line breaks' : '';
  throw invalidParams(method, field, value, `a PSBT in base64 or hex${without}`);
};
const publicKey = is.check('a public key: 32, 33 or 65 bytes in hex', (value) =>
  [64, 66, 130].includes(bareHex(value)?.length ?? 0),
);
const sighash = is.check(
  'the name or number of a SIGHASH type, such as "ALL" or "SINGLE|ANYONECANPAY"',
  (value) =>
    (typeof value === 'string' || typeof value === 'number') && parseSighash(value) !== undefined,
);
const allowedSighash = is.optional(is.listOf(sighash, 'a list of at least one SIGHASH type', 1));
/** Leather answers -32602 to any other descriptor. The end is an optional checksum. */
const descriptor = is.check(
  'an output descriptor of the form `wsh(…)`',
  (value) => typeof value === 'string' && /^wsh\([!-~]+\)(?:#[a-z0-9]{8})?$/.test(value),
);
const inputIndex = is.check(
  'the index of an input: 0 or more',
  (value) => Number.isSafeInteger(value) && (value as number) >= 0,
);
const inputRecord = is.record({
  index: inputIndex,
  address: is.optional(is.bitcoinAddress),
  publicKey: is.optional(publicKey),
  allowedSighash,
  // The name in a PSBT, and that of Xverse.
  sighashType: 'allowedSighash',
  sighashTypes: 'allowedSighash',
  sigHash: 'allowedSighash',
});
const signInput: is.FieldCheck = (value, ...at) =>
  isRecord(value) ? inputRecord(value, ...at) : inputIndex(value, ...at);

const inputList = is.listOf(
  signInput,
  'a list that names at least one input (absent: all of the wallet)',
  1,
);

/** Each input has one signer: two entries for the same index must be equal. Returns each input once. */
const signInputs: is.FieldCheck = (value, field, method, asIs) => {
  const inputs = inputList(value, field, method, asIs) as readonly (SignInput | number)[];
  const entries = getNamedInputs({ signInputs: inputs }) ?? [];
  const getSigner = ({ address, publicKey, allowedSighash: types }: SignInput) =>
    String([address, publicKey, types]);
  const unique = inputs.filter((_input, at) => {
    const { index } = entries[at] as SignInput;
    const first = entries.findIndex((entry) => entry.index === index);
    if (getSigner(entries[first] as SignInput) !== getSigner(entries[at] as SignInput)) {
      throw invalidParams(
        method,
        `${field}[${at}]`,
        inputs[at],
        `the signer of \`${field}[${first}]\`: input ${index} has one`,
      );
    }
    return first === at;
  });
  return unique.every((entry) => typeof entry === 'number')
    ? unique
    : getNamedInputs({ signInputs: unique });
};

/**
 * Signs inputs of a PSBT (BIP-174), and broadcasts it if requested.
 *
 * @example
 * {
 *   "psbt": "cHNidP8BAHECAAAAAQEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAD/////Apg6AAAAAAAAFgAUtx4Lv3h7yHXZ89UMpYHVWP8A9s+UEQAAAAAAABYAFMDOvNbD08qMddxexi6+VTMO+RDiAAAAAAABAR8gTgAAAAAAABYAFMDOvNbD08qMddxexi6+VTMO+RDiAAAA",
 *   "signInputs": [{ "index": 0, "address": "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu" }],
 *   "broadcast": false
 * }
 */
export const signPsbt: Method<SignPsbtParams, SignPsbtResult> = {
  chain: 'bitcoin',
  kind: 'sign-or-send',
  checkParams: is.record({
    ...is.network,
    hex: 'psbt',
    psbt: (value, ...at) => psbtToBase64(psbt(value, ...at) as string),
    signAtIndex: 'signInputs',
    inputsToSign: 'signInputs',
    sighashTypes: 'allowedSighash',
    signInputs: is.optional(signInputs),
    allowedSighash,
    broadcast: is.optional(is.flag),
    descriptor: is.optional(descriptor),
  }),
  expected: 'a signed `psbt`',
  readAnswer: (answer, params) =>
    readSigned(
      answer,
      'proposedPsbt',
      // Wallets return `psbt` or `hex`, in either encoding.
      ({ psbt, hex }) => {
        const signed = psbt ?? hex;
        return typeof signed === 'string' ? psbtToBase64(signed) : signed;
      },
      (signed, id) =>
        isPsbt(signed) ? withTxid({ psbt: signed }, bitcoinTxid(id), params) : undefined,
    ),
  checkCall: checkInBitcoin('checkPsbt'),
  verification: { field: 'psbt', load: loadBitcoinVerification('verifyPsbt') },
};
