import { mustBe, withDocs } from '../errors.js';
import { bareHex, hexToBytes } from '../lib/bytes.js';
import { anything, readOptions, type OptionTable } from '../lib/read-options.js';
import { attempt, isRecord, read } from '../lib/safe-access.js';
import type { ClarityInput } from '../methods/values.js';
import { verifyBitcoin } from '../bitcoin/bitcoin-message.js';
import { encodeClarity, readAll, readClarity } from '../stacks/clarity.js';
import {
  hashStacksMessage,
  hashStructuredData,
  LONGEST_SIGNED,
  refused,
  verifyStacks,
  type SignatureResult,
} from '../stacks/stacks-message.js';
import { getChainLines, getSignInChains } from '../sign-in/message.js';

/** What a page sends to its server. No field is trusted. */
export interface SignedMessage {
  /** At most 65,536 UTF-16 units. */
  readonly message: string;
  /** Stacks: 65 bytes as hex. Bitcoin: base64. */
  readonly signature: string;
  readonly address: string;
  /** Stacks: if given, the signature must be of this key, as hex. Bitcoin: not used, since the address is enough. */
  readonly publicKey?: string | undefined;
}

/**
 * Verifies the signature of a text: `stx_signMessage` for a Stacks address, `signMessage` for a Bitcoin address.
 * Never throws. Says only that the owner of the address signed this text at some time: for signing in, use
 * `verifySignIn`.
 *
 * @example
 * ```ts
 * import { verifyMessage } from 'stacks-wallet-elements/verify';
 *
 * const address = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
 * const result = verifyMessage({ message: 'Hello', signature: '00'.repeat(65), address });
 * console.log(result.ok ? result.address : result.code);
 * ```
 */
export function verifyMessage(input: SignedMessage): SignatureResult {
  return guard(() => verifyText(input));
}

/** No input ends a server: if a library that it uses throws, what was signed is not known. */
const guard = (verify: () => SignatureResult): SignatureResult =>
  attempt(verify) ?? refused('signature-inconclusive');

function verifyText(input: SignedMessage): SignatureResult {
  const fields: unknown = isRecord(input) ? input : {};
  const message = read(fields, 'message');
  const address = read(fields, 'address');
  const signature = read(fields, 'signature');
  if (typeof message !== 'string' || message.length > LONGEST_SIGNED) return refused('message');
  // Half a surrogate pair cannot be encoded as UTF-8, and would be signed as another character.
  if (/\p{Surrogate}/u.test(message)) return refused('message');
  if (typeof address !== 'string' || address.length > 100) return refused('address');
  if (getSignInChains(address)[0]?.startsWith('stacks:')) {
    const hash = hashStacksMessage(message);
    return verifyStacks(hash, signature, address, read(fields, 'publicKey'), 'stacks');
  }
  return verifyBitcoin(message, signature, address);
}

/** The domain of an app (SIP-018). */
export interface StructuredDomain {
  readonly name: string;
  readonly version: string;
  /** 1 on mainnet, 2147483648 on testnet. */
  readonly chainId: number | bigint;
}

/** What a page sends to its server. No field is trusted. */
export interface SignedStructuredData extends Omit<SignedMessage, 'message'> {
  /** At most 65,536 bytes when serialized. */
  readonly message: ClarityInput;
}

/** The values are checked when they are encoded. */
const DOMAIN_OPTIONS: OptionTable<StructuredDomain> = {
  name: anything,
  version: anything,
  chainId: anything,
};

/**
 * Verifies a signature of `stx_signStructuredMessage` (SIP-018). `domain` is that of your app; the message, a Clarity
 * value or its hex, comes from the page. Never throws for the input.
 *
 * @example
 * ```ts
 * import { verifyStructuredData } from 'stacks-wallet-elements/verify';
 *
 * const domain = { name: 'My app', version: '1.0.0', chainId: 1 };
 * const address = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
 * const message = { type: 'uint', value: 1n } as const;
 * const result = verifyStructuredData({ message, signature: '00'.repeat(65), address }, domain);
 * console.log(result.ok ? result.address : result.code);
 * ```
 *
 * @throws TypeError if `domain` is not a domain
 */
export function verifyStructuredData(
  input: SignedStructuredData,
  domain: StructuredDomain,
): SignatureResult {
  const toError = (message: string) => new TypeError(withDocs(message, 'verify'));
  const { name, version, chainId } = readOptions(
    'verifyStructuredData',
    domain,
    DOMAIN_OPTIONS,
    toError,
    'domain',
  );
  const { hex: domainHex } = encodeClarity(
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
      throw toError(`verifyStructuredData: ${mustBe(field, value, expected)}`);
    },
  );
  return guard(() => verifyValue(input, domainHex, chainId));
}

function verifyValue(
  input: SignedStructuredData,
  domainHex: string,
  chainId: number | bigint,
): SignatureResult {
  const fields: unknown = isRecord(input) ? input : {};
  const address = read(fields, 'address');
  if (typeof address !== 'string') return refused('address');
  const [chain] = getSignInChains(address);
  if (!chain?.startsWith('stacks:')) return refused('address');
  if (getChainLines(chain).id !== String(chainId)) return refused('network-mismatch');
  const messageHex = clarityHex(read(fields, 'message'));
  if (messageHex === undefined) return refused('message');
  const hash = hashStructuredData(domainHex, messageHex);
  return verifyStacks(
    hash,
    read(fields, 'signature'),
    address,
    read(fields, 'publicKey'),
    'sip-018',
  );
}

/** The value as the chain writes it. Undefined for anything but one Clarity value, to the last byte of its hex. */
function clarityHex(message: unknown): string | undefined {
  const refuse = () => {
    throw new TypeError();
  };
  return attempt(() => {
    if (typeof message !== 'string') {
      return encodeClarity(message, 'message', refuse, LONGEST_SIGNED).hex;
    }
    const isShort = message.length <= LONGEST_SIGNED * 2 + '0x'.length;
    const hex = isShort ? bareHex(message) : undefined;
    if (!hex || hex.length > LONGEST_SIGNED * 2) return undefined;
    return readAll(hexToBytes(hex), (reader) => readClarity(reader).hex);
  });
}
