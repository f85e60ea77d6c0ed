import { isJsonRpcError, JsonRpcErrorCode } from 'stacks-wallet-elements';
import { TransactionFailedError, trackTransaction } from 'stacks-wallet-elements/transactions';

/** Sends a call, and says what happens until it is in a block. */
export async function follow(call: () => Promise<{ txid: string }>, say: (text: string) => void) {
  try {
    say('Confirm in your wallet.');
    const sent = await call();
    say('Sent. Waiting for a block.');
    await trackTransaction(sent).until('confirmed');
    say('Confirmed.');
  } catch (error) {
    say(explainError(error));
  }
}

export function explainError(error: unknown): string {
  if (isJsonRpcError(error) && error.code === JsonRpcErrorCode.UserRejection) {
    return 'You rejected it. Nothing was sent.';
  }
  if (error instanceof TransactionFailedError) {
    const { reason, result } = error.state;
    return reason === 'post-condition'
      ? 'A post-condition stopped it. Only the fee was paid.'
      : `The contract refused it: ${result}. Only the fee was paid.`;
  }
  return error instanceof Error ? error.message : String(error);
}
