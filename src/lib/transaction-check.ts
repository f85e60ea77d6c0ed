import type { AddressEntry } from '../wire/addresses.js';
import { bareHex, hexToBytes } from './bytes.js';
import { read } from './safe-access.js';
import type { Refuse } from './refuse.js';
import { originAddress, originSigned } from './stacks-signature.js';
import { readTransaction, type StacksTransaction } from './stacks-transaction.js';

const SPONSORED = '05';

/**
 * `stx_signTransaction`: the wallet may change nonce and fee, and the sponsor's part; all else comes back as
 * it was sent, signed by the origin that it names. Where the session knows the Stacks addresses of the
 * wallet, the origin is one of them, since wallets sign with the current account, whoever that is.
 *
 * @param refuse for a request of which no wallet may be asked
 * @returns what tells what is wrong with an answer, in words; undefined: nothing
 */
export function prepare(
  params: { readonly transaction: string; readonly broadcast?: boolean | undefined },
  addresses: readonly AddressEntry[],
  refuse: Refuse,
): (result: unknown) => string | undefined {
  const sent = readTransaction(hexToBytes(bareHex(params.transaction) ?? ''));
  if (sent.authType === SPONSORED && params.broadcast === true) {
    refuse(
      'broadcast',
      true,
      'the transaction is sponsored: its sponsor sends it, after signing it',
    );
  }
  const own = addresses.flatMap(({ symbol, address }) => (symbol === 'STX' ? [address] : []));
  if (sent.origin.isSingle && own.length > 0) {
    // The account has one key, and an address of it on each network.
    const signers = own.map((address) => originAddress(sent.origin, address));
    if (!signers.some((signer, at) => signer === own[at])) {
      const account = `the connected account is ${own.join(', ')}; connect again if it has changed`;
      refuse('transaction', signers[0], `it is to be signed by ${signers[0]}, and ${account}`);
    }
  }
  return (result) =>
    faultOf(sent, readTransaction(hexToBytes(bareHex(read(result, 'transaction')) ?? '')));
}

/**
 * A wallet that reads and writes the transaction with @stacks/transactions writes tuples so: another payload,
 * with another txid.
 */
const REORDERED =
  ': it has the same bytes in another order, as from a wallet that sorts the keys of tuples by locale';
const sorted = (bytes: string) => (bytes.match(/../g) ?? []).sort().join('');

function faultOf(sent: StacksTransaction, signed: StacksTransaction): string | undefined {
  const parts = {
    'version or chain id': [sent.header, signed.header],
    'type of authorization': [sent.authType, signed.authType],
    'origin signer': [sent.origin.signer, signed.origin.signer],
    'payload, post-conditions or mode': [sent.rest, signed.rest],
  } as const;
  for (const [part, [before, after]] of Object.entries(parts)) {
    if (before === after) continue;
    const fault = `with a transaction that differs in its ${part}`;
    const isReordered = before === sent.rest && sorted(before) === sorted(after);
    return isReordered ? fault + REORDERED : fault;
  }
  return originSigned(sent, signed)
    ? undefined
    : `with a transaction that its origin has not signed`;
}
