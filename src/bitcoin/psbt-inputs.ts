/** Selects an input by its index. `address` is the signer, if the PSBT does not show it. */
export interface SignInput {
  /** The index of the input, from 0. */
  index: number;
  /** The address whose key signs. Default: that of the output that the input spends. */
  address?: string | undefined;
  /** The public key that signs, hex. */
  publicKey?: string | undefined;
  /** Replaces the list for all inputs. */
  allowedSighash?: readonly (string | number)[] | undefined;
}

/** Which inputs of a PSBT to sign, and how. */
export interface InputsToSign {
  /** The inputs to sign. Default: all inputs that the wallet owns. */
  signInputs?: readonly (SignInput | number)[] | undefined;
  /**
   * The SIGHASH types that signatures may have, by name (`SINGLE|ANYONECANPAY`) or number. A list of an input
   * in `signInputs` takes precedence. Default: DEFAULT and ALL, which are treated as one type. A request whose
   * PSBT has another type for an input to sign fails (-32602), and so does an answer signed with one (-32603).
   */
  allowedSighash?: readonly (string | number)[] | undefined;
}

/** The inputs that the caller selected, each once. Undefined if the caller leaves the selection to the wallet. */
export function namedInputs({ signInputs }: InputsToSign): readonly SignInput[] | undefined {
  if (!signInputs) return undefined;
  const entries = signInputs.map((entry) =>
    typeof entry === 'number' ? { __proto__: null, index: entry } : entry,
  );
  return [...new Map(entries.map((entry) => [entry.index, entry])).values()];
}
