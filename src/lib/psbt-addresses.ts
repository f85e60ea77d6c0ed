import { Address, NETWORK, OutScript, TEST_NETWORK, Transaction } from '@scure/btc-signer';

const NETWORKS = {
  mainnet: NETWORK,
  testnet: TEST_NETWORK,
  regtest: { ...TEST_NETWORK, bech32: 'bcrt' },
};

/**
 * The address that owns each input of a PSBT, from the output that it spends; undefined where the PSBT
 * does not show it. One of `known` is preferred, since the same script has an address on each network;
 * else that on `network`. Throws what @scure/btc-signer throws for bytes that are no PSBT.
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
  return Array.from({ length: transaction.inputsLength }, (_, index) => {
    const { witnessUtxo, nonWitnessUtxo, index: output } = transaction.getInput(index);
    const script =
      witnessUtxo?.script ??
      (output === undefined ? undefined : nonWitnessUtxo?.outputs[output]?.script);
    if (!script) return undefined;
    const addresses = Object.values(NETWORKS).map((each) => encode(script, each));
    return (
      addresses.find((address) => address !== undefined && known.includes(address)) ??
      addresses[networkIndex(network)]
    );
  });
}

function encode(script: Uint8Array, network: typeof NETWORK): string | undefined {
  try {
    return Address(network).encode(OutScript.decode(script));
  } catch {
    return undefined; // A script without an address.
  }
}

function networkIndex(network: string | undefined): number {
  if (network === undefined || network === 'mainnet') return 0;
  return ['regtest', 'devnet', 'sbtcDevenv'].includes(network) ? 2 : 1;
}
