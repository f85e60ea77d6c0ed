import { describe, withDocs } from '../errors.js';
import { ByteReader } from './byte-reader.js';
import { bareHex, hexToBytes } from '../lib/bytes.js';
import { parseClarity } from './clarity-decoder.js';
import { encodeClarity } from './clarity-encoder.js';
import { anything, readOptions, type OptionsOf } from '../lib/read-options.js';
import { isRecord, read } from '../lib/safe-access.js';
import type { ClarityInput } from '../methods/values.js';
import { joined, sha256, utf8 } from './signed-bytes.js';
import { chainLines, chainsOf } from './chains.js';
import { LONGEST_SIGNED, refused, type SignatureResult } from './verification.js';
import { verifyStacks } from './message-signature.js';

/** The domain of an app (SIP-018). */
export interface StructuredDomain {
  readonly name: string;
  readonly version: string;
  /** 1 on mainnet, 2147483648 on testnet. */
  readonly chainId: number | bigint;
}

/** What a page sends to its server. No field is trusted. */
export interface SignedStructuredData {
  /** At most 65,536 bytes when serialized. */
  readonly message: ClarityInput;
  readonly signature: string;
  readonly address: string;
  readonly publicKey?: string | undefined;
}

/** The values are checked when they are encoded. */
const DOMAIN_OPTIONS: OptionsOf<StructuredDomain> = {
  name: anything,
  version: anything,
  chainId: anything,
};

/**
 * Verifies a signature of `stx_signStructuredMessage` (SIP-018). `domain` is that of your app; the message, a Clarity
 * value or its hex, comes from the page. Never throws for the input.
 *
 * @throws TypeError if `domain` is not a domain
 */
export function verifyStructuredData(
  input: SignedStructuredData,
  domain: StructuredDomain,
): SignatureResult {
  const { name, version, chainId } = readOptions(
    'verifyStructuredData',
    domain,
    DOMAIN_OPTIONS,
    (message) => new TypeError(withDocs(message, 'verify')),
    true,
    'domain',
  );
  const domainHex = encodeClarity(
    {
      type: 'tuple',
      value: {
        name: { type: 'ascii', value: name },
        version: { type: 'ascii', value: version },
        'chain-id': { type: 'uint', value: chainId },
      },
    },
    'domain',
    (field, value, expected) => {
      throw new TypeError(
        withDocs(
          `verifyStructuredData: \`${field}\` must be ${expected}; got ${describe(value)}.`,
          'verify',
        ),
      );
    },
  );
  const given: unknown = isRecord(input) ? input : {};
  const address = read(given, 'address');
  if (typeof address !== 'string') return refused('address');
  const [chain] = chainsOf(address);
  if (!chain?.startsWith('stacks:')) return refused('address');
  if (chainLines(chain).id !== String(chainId)) return refused('network-mismatch');
  const messageHex = clarityHex(read(given, 'message'));
  if (messageHex === undefined) return refused('message');
  const hash = structuredHash(domainHex, messageHex);
  return verifyStacks(hash, read(given, 'signature'), address, read(given, 'publicKey'), 'sip-018');
}

/** The hash that is signed, of two Clarity values in hex (SIP-018). */
export function structuredHash(domainHex: string, messageHex: string): Uint8Array {
  const parts = [domainHex, messageHex].map((hex) => sha256(hexToBytes(hex)));
  return sha256(joined(utf8('SIP018'), ...parts));
}

/** The value as the chain writes it. Undefined for anything but one Clarity value, to the last byte of its hex. */
function clarityHex(message: unknown): string | undefined {
  const refuse = () => {
    throw new TypeError();
  };
  try {
    const value = typeof message === 'string' ? decoded(message) : message;
    return encodeClarity(value, 'message', refuse, LONGEST_SIGNED);
  } catch {
    return undefined;
  }
}

function decoded(text: string): unknown {
  const hex = text.length <= LONGEST_SIGNED * 2 + '0x'.length ? bareHex(text) : undefined;
  if (hex === undefined) return undefined;
  const reader = new ByteReader(hexToBytes(hex));
  const value = parseClarity(reader);
  reader.end();
  return value;
}
