import { Transaction } from '@scure/btc-signer';
import { toDecimal } from '../lib/amount.js';
import { bareHex, bytesToHex, hexToBytes } from '../lib/bytes.js';
import { mergeOptions } from '../lib/read-options.js';
import { inputsOf, readPsbt, UNCHECKED } from './psbt-outline.js';
import { psbtBytes } from './psbt-text.js';
import { readBitcoinAddress } from './message-signature.js';
import type { Amount } from '../methods/values.js';
import type { Prepare } from '../methods/verifier.js';

interface Params {
  readonly recipients: readonly { readonly address: string; readonly amount: Amount }[];
}

/**
 * Checks the answer of `sendTransfer`. If the wallet returns the transaction, each recipient has an output of its own
 * with exactly the requested amount, each input is signed, and the txid is its id. Whether the signatures are valid
 * cannot be verified: a transaction does not show the outputs that it spends. Other outputs may be the change. A
 * transaction with a recipient whose address is not known cannot be compared, and is not in the result.
 */
export const prepare: Prepare<Params> =
  ({ recipients }) =>
  (answer, fail) => {
    const { proposedTransaction, ...rest } = answer;
    // A rest has a prototype, to which a page may have added a `transaction`.
    const result = mergeOptions<Readonly<Record<string, unknown>>>(rest);
    const isProposed = result['status'] === 'proposed';
    const given = isProposed ? proposedTransaction : result['transaction'];
    if (given === undefined) return result;
    // It is not known in which form Leather returns the transaction of a proposal, so it is not in the result.
    const psbt = isProposed ? psbtBytes(given) : undefined;
    const transaction = psbt
      ? readPsbt(psbt)
      : Transaction.fromRaw(hexToBytes(bareHex(given) ?? ''), UNCHECKED);
    const outputs: ReturnType<typeof outputText>[] = [];
    for (let index = 0; index < transaction.outputsLength; index++) {
      outputs.push(outputText(transaction.getOutput(index)));
    }
    let isCompared = true;
    for (const { address, amount } of recipients) {
      const script = readBitcoinAddress(address)?.script;
      // A wallet may know more kinds of addresses, such as later versions of witness programs.
      if (!script) {
        isCompared = false;
        continue;
      }
      const at = outputs.indexOf(outputText({ script, amount: BigInt(toDecimal(amount)) }));
      if (at < 0) {
        fail(`with a transaction that does not pay ${toDecimal(amount)} satoshis to ${address}`);
      }
      // Two recipients may have the same address and amount.
      outputs.splice(at, 1);
    }
    if (isProposed) return result;
    if (inputsOf(transaction).some((input) => !isSigned(input))) {
      fail('with a transaction that is not signed');
    }
    const { txid } = result;
    if (txid !== transaction.id) {
      fail(
        `with the txid ${String(txid)}, which is not that of its transaction, ${transaction.id}`,
      );
    }
    return isCompared ? result : { txid };
  };

const outputText = ({ script, amount }: ReturnType<Transaction['getOutput']>) =>
  script && `${amount} ${bytesToHex(script)}`;

const isSigned = ({ finalScriptSig, finalScriptWitness }: ReturnType<Transaction['getInput']>) =>
  Boolean(finalScriptSig?.length) || Boolean(finalScriptWitness?.length);
