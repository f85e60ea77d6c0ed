import { Address, NETWORK, OutScript, TEST_NETWORK, Transaction } from '@scure/btc-signer';
import { networkFamily, type NetworkFamily } from './network.js';

const NETWORKS: Readonly<Record<NetworkFamily, typeof NETWORK>> = {
  mainnet: NETWORK,
  testnet: TEST_NETWORK,
  regtest: { ...TEST_NETWORK, bech32: 'bcrt' },
};

/**
 * The address that owns each input of a PSBT, from the output that it spends; undefined where the PSBT
 * does not show it. One of `known` is preferred, since the same script has an address on each network;
 * else that on `network` (default: mainnet), where its name is known. Throws what @scure/btc-signer throws for bytes that are no PSBT.
 */
export function inputAddresses(
  bytes: Uint8Array,
  network: string | undefined,
  known: readonly string[],
): readonly (string | undefined)[] {
  const transaction = Transaction.fromPSBT(bytes, {
    // Only the outputs that are spent are read: what else is there is the wallet's to judge.
    allowUnknown: true,
    allowUnknownInputs: true,
    allowUnknownOutputs: true,
    allowLegacyWitnessUtxo: true,
    disableScriptCheck: true,
  });
  return [...Array(transaction.inputsLength).keys()].map((index) => {
    const script = spentScript(transaction.getInput(index));
    if (!script) return undefined;
    const addresses = Object.entries(NETWORKS).map(([, each]) => encode(script, each));
    return (
      addresses.find((address) => address !== undefined && known.includes(address)) ??
      addresses[networkIndex(network)]
    );
  });
}

/** What is read of an input: the output that it spends, alone or inside the transaction that made it. */
interface SpendingInput {
  readonly index?: number;
  readonly witnessUtxo?: { readonly script: Uint8Array };
  readonly nonWitnessUtxo?: { readonly outputs: readonly { readonly script: Uint8Array }[] };
}

function spentScript({
  index,
  witnessUtxo,
  nonWitnessUtxo,
}: SpendingInput): Uint8Array | undefined {
  if (witnessUtxo) return witnessUtxo.script;
  return index === undefined ? undefined : nonWitnessUtxo?.outputs[index]?.script;
}

function encode(script: Uint8Array, network: typeof NETWORK): string | undefined {
  try {
    return Address(network).encode(OutScript.decode(script));
  } catch {
    return undefined; // A script without an address.
  }
}

/** -1, where no address stands, for a network that nobody knows. */
function networkIndex(network = 'mainnet'): number {
  return Object.entries(NETWORKS).findIndex(([name]) => name === networkFamily(network));
}
