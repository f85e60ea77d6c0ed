import type { Refuse } from '../errors.js';
import { MAX_U64, parseBaseUnits } from './amount.js';
import { encodeClarity } from './clarity-encoder.js';
import { isRecord } from './safe-access.js';
import { encodePrincipal } from './principal-encoder.js';
import { uintHex } from './wire-hex.js';

/** Exported here, so that both encoders load as one module. */
export { encodeClarity };

type Codes = Readonly<Record<string, number>>;

/** The comparators, with their codes in SIP-005 and SIP-044. */
const FUNGIBLE: Codes = { eq: 1, gt: 2, gte: 3, lt: 4, lte: 5 };
const NON_FUNGIBLE: Codes = { sent: 16, 'not-sent': 17, 'maybe-sent': 18 };
const POX: Codes = { 'will-not-perform': 48, 'may-perform': 49, 'will-perform': 50 };

/** The types of post-conditions in SIP-005 and SIP-044. The index is the type's code. */
const KINDS = [
  { type: 'stx-postcondition', codes: FUNGIBLE },
  { type: 'ft-postcondition', codes: FUNGIBLE, ofAsset: true },
  { type: 'nft-postcondition', codes: NON_FUNGIBLE, ofAsset: true },
  { type: 'staking-postcondition', codes: FUNGIBLE },
  { type: 'pox-postcondition', codes: POX },
] as const;

interface Given {
  readonly value: Readonly<Record<string, unknown>>;
  readonly field: string;
  readonly refuse: Refuse;
}

/**
 * Serializes a post-condition to hex without `0x`. Takes an object of @stacks/transactions 7 (`Pc`), or one
 * with the numeric codes of version 6. Calls `refuse` for anything else. Not encoded by that package, for the reasons
 * of `encodeClarity`.
 */
export function encodePostCondition(value: unknown, field: string, refuse: Refuse): string {
  if (!isRecord(value)) return refuse(field, value, 'a post-condition');
  const { type, conditionType } = value;
  const number =
    typeof conditionType === 'number'
      ? conditionType
      : KINDS.findIndex((kind) => kind.type === type);
  const kind = KINDS[number];
  if (!kind) return refuse(field, value, 'a post-condition of @stacks/transactions');
  const given = { value, field, refuse };
  let hex = uintHex(number, 1) + principal(given);
  if ('ofAsset' in kind) hex += asset(given);
  if (kind.codes === NON_FUNGIBLE) hex += assetId(given);
  hex += comparator(given, kind.codes);
  if (kind.codes === FUNGIBLE) hex += amount(given);
  return hex;
}

/** Encodes a principal: `origin`, an address or a contract. In version 6, the number `prefix` is its type. */
function principal({ value, field, refuse }: Given): string {
  const { address, principal } = value;
  const wire = address == null && isRecord(principal) ? principal : undefined;
  if (address === 'origin' || wire?.['prefix'] === 1) return '01';
  const found = encodePrincipal(address, wire);
  const prefix = found?.contract ? 3 : 2;
  return found && found.asset === '' && (!wire || wire['prefix'] === prefix)
    ? uintHex(prefix, 1) + found.address + found.contract
    : refuse(
        `${field}.address`,
        address ?? principal,
        'a Stacks address with a valid checksum, or `<address>.<contract-name>`, or origin',
      );
}

function asset({ value, field, refuse }: Given): string {
  const given = value['asset'] ?? value['assetInfo'];
  const found = isRecord(given) ? encodePrincipal(undefined, given) : encodePrincipal(given);
  return found?.contract && found.asset
    ? found.address + found.contract + found.asset
    : refuse(
        `${field}.asset`,
        given,
        'of the form `<address>.<contract-name>::<asset-name>`, with a valid checksum',
      );
}

function assetId({ value, field, refuse }: Given): string {
  return encodeClarity(value['assetId'] ?? value['assetName'], `${field}.assetId`, refuse);
}

function comparator({ value, field, refuse }: Given, codes: Codes): string {
  const { condition, conditionCode } = value;
  for (const [name, code] of Object.entries(codes)) {
    if (typeof conditionCode === 'number' ? code === conditionCode : name === condition) {
      return uintHex(code, 1);
    }
  }
  return refuse(
    `${field}.condition`,
    condition ?? conditionCode,
    `one of ${Object.entries(codes)
      .map(([name]) => name)
      .join(', ')}`,
  );
}

function amount({ value, field, refuse }: Given): string {
  const amount = parseBaseUnits(value['amount']);
  return amount !== undefined && amount <= MAX_U64
    ? uintHex(amount, 8)
    : refuse(`${field}.amount`, value['amount'], `a whole number from 0 to ${MAX_U64}`);
}
