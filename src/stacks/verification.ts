import type { SignInChain } from './chains.js';

/**
 * The longest signed message: UTF-16 units of a text, bytes of a serialized Clarity value. Wallets pass messages in the
 * URL of a popup; verifying a longer one would only take time.
 */
export const LONGEST_SIGNED = 65_536;

/** Why a signature was refused. */
export type SignatureCode =
  /**
   * The message is not a well-formed string, or that of a structured message is no Clarity value; or it is longer than
   * 65,536 UTF-16 units or bytes.
   */
  | 'message'
  /** Not an address of Stacks or Bitcoin with a valid checksum. */
  | 'address'
  /** The domain of a structured message is of another network than the address. */
  | 'network-mismatch'
  /** A multisig address of Stacks: no single key signs for it. */
  | 'multisig-unsupported'
  /** Not a signature in a known format, or one in a form that wallets do not make: high S, a recovery id above 3. */
  | 'signature-encoding'
  /** A signature of another key, over another message, or one whose public key is not the given one. */
  | 'signature-mismatch'
  /** It could be valid, but this library does not run its script, or it proves funds, which needs the UTXO set. */
  | 'signature-inconclusive';

/** How a message was signed. */
export type SignatureProtocol =
  | 'stacks'
  | 'sip-018'
  | 'bip-137'
  | 'bip-322-simple'
  | 'bip-322-full';

export interface VerifiedSignature {
  readonly ok: true;
  /** The address, as this library writes it. */
  readonly address: string;
  readonly network: 'mainnet' | 'testnet' | 'regtest';
  readonly protocol: SignatureProtocol;
  /** True if more than one key can sign for the address. */
  readonly multisig: boolean;
  /**
   * The lock time and the sequence number of a BIP-322 signature in the format `full`, which is valid only after
   * that time and age of the coin. 0 for any other signature.
   */
  readonly lockTime: number;
  readonly sequence: number;
}

export interface RefusedSignature {
  readonly ok: false;
  readonly code: SignatureCode;
}

export type SignatureResult = VerifiedSignature | RefusedSignature;

export const refused = (code: SignatureCode): RefusedSignature => ({ ok: false, code });

/** The networks that share the addresses of a chain. */
export const NETWORK_OF: Readonly<Record<SignInChain, VerifiedSignature['network']>> = {
  'stacks:mainnet': 'mainnet',
  'stacks:testnet': 'testnet',
  'bitcoin:mainnet': 'mainnet',
  'bitcoin:testnet': 'testnet',
  'bitcoin:testnet4': 'testnet',
  'bitcoin:signet': 'testnet',
  'bitcoin:regtest': 'regtest',
};
