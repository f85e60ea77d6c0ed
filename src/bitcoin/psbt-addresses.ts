import { Address, OutScript } from '@scure/btc-signer';
import { BITCOIN_NETWORKS } from './bitcoin-networks.js';
import { networkFamily } from '../stacks/network.js';
import { inputsOf, readPsbt, spentOutput } from './psbt-outline.js';

/**
 * The address that owns each input of a PSBT, read from the output that the input spends. Undefined if the
 * PSBT does not contain that output.
 *
 * A script has one address on each network. The result is the one that is in `known`, else the one on
 * `network` (default: mainnet), if that is a known network. Throws the error of @scure/btc-signer for bytes
 * that are not a PSBT.
 */
export function inputAddresses(
  bytes: Uint8Array,
  network: string | undefined,
  known: readonly string[],
): readonly (string | undefined)[] {
  return inputsOf(readPsbt(bytes)).map((input) => {
    const script = spentOutput(input)?.script;
    if (!script) return undefined;
    const addresses = BITCOIN_NETWORKS.map(([, each]) => encode(script, each));
    return (
      addresses.find((address) => address !== undefined && known.includes(address)) ??
      addresses[networkIndex(network)]
    );
  });
}

type Format = (typeof BITCOIN_NETWORKS)[number][1];

function encode(script: Uint8Array, network: Format): string | undefined {
  try {
    return Address(network).encode(OutScript.decode(script));
  } catch {
    return undefined; // A script without an address.
  }
}

/** The index in {@link BITCOIN_NETWORKS}; -1 for an unknown network. */
function networkIndex(network = 'mainnet'): number {
  return BITCOIN_NETWORKS.findIndex(([name]) => name === networkFamily(network));
}
