import { verifyBitcoin } from './message-signature.js';
import type { Prepare } from '../methods/verifier.js';

interface BitcoinParams {
  readonly message: string;
  readonly address?: string | undefined;
  readonly protocol?: 'BIP322' | 'ECDSA' | undefined;
}

/**
 * Checks `signMessage`: the signature must be of the requested address, or without one of an address of the connected
 * account, over exactly this message. If no account is known, it must be of the address in the answer.
 */
export const prepare: Prepare<BitcoinParams> = (params, { addresses }) => {
  const own = addresses.flatMap(({ symbol, address }) => (symbol === 'BTC' ? [address] : []));
  return (result, fail) => {
    const address = result['address'] as string;
    const signed = verifyBitcoin(params.message, result['signature'], address);
    if (!signed.ok) {
      return fail(
        signed.code === 'signature-inconclusive'
          ? 'with a signature that this library cannot verify'
          : `with a signature that is not of ${address} over the message`,
      );
    }
    if (params.address === undefined && own.length > 0 && !own.includes(signed.address)) {
      fail(`with a signature of ${address}; the connected account signs for ${own.join(', ')}`);
    }
    if ((signed.protocol === 'bip-137') !== (params.protocol === 'ECDSA')) {
      fail(`with a signature of another protocol, ${signed.protocol}`);
    }
    if (signed.lockTime || signed.sequence) fail('with a signature that is valid only later');
    return result;
  };
};
