import type { Refuse } from '../errors.js';
import type { AddressEntry } from '../wire/addresses.js';
import { bareHex, hexToBytes } from './bytes.js';
import { read } from './safe-access.js';
import { originAddress, originSigned } from './stacks-signature.js';
import { readTransaction, type StacksTransaction } from './stacks-transaction.js';

const SPONSORED = '05';

/**
 * Checks `stx_signTransaction`: the wallet may change only the nonce, the fee and the sponsor's part, and the
 * origin must have signed. If the session knows the wallet's Stacks addresses, the origin must be one of them,
 * because wallets sign with the current account even if it is not the origin.
 *
 * @param refuse called if the request must not be sent to any wallet
 * @returns a function that describes what is wrong with an answer; undefined if nothing is
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
    // The account has one key, with an address on each network.
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
 * A wallet that serializes the transaction again with @stacks/transactions sorts tuples by locale, which
 * changes the payload and the txid.
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
