/** Selects an input by its index; `address` names the signer where the PSBT does not. */
export interface SignInput {
  index: number;
  address?: string | undefined;
  publicKey?: string | undefined;
  /** In place of the list for all inputs. */
  allowedSighash?: readonly (string | number)[] | undefined;
}

/** Which inputs of a PSBT to sign, and how. */
export interface InputsToSign {
  /** The inputs to sign. Absent: all that the wallet owns. */
  signInputs?: readonly (SignInput | number)[] | undefined;
  /**
   * The SIGHASH types that may be signed with, by name (`SINGLE|ANYONECANPAY`) or number; the list of an
   * input in `signInputs` wins. Default: DEFAULT and ALL, which are one permission. A PSBT that names another
   * type for an input that may be signed is refused (-32602), an answer that is signed with one too (-32603).
   */
  allowedSighash?: readonly (string | number)[] | undefined;
}

/** The inputs that the caller names, once each; undefined where they leave it to the wallet. */
export function namedInputs({ signInputs }: InputsToSign): readonly SignInput[] | undefined {
  if (!signInputs) return undefined;
  const entries = signInputs.map((entry) =>
    typeof entry === 'number' ? { __proto__: null, index: entry } : entry,
  );
  return [...new Map(entries.map((entry) => [entry.index, entry])).values()];
}
