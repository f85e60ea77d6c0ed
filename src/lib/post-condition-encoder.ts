import {
  postConditionToHex,
  type FungibleComparator,
  type NonFungibleComparator,
  type PostCondition,
  type PoxComparator,
} from '@stacks/transactions';
import { addressKind } from './address.js';
import { MAX_U64, parseAmount } from './amount.js';
import { contentOf, principalOfParts, toClarity } from './clarity-encoder.js';
import { isRecord } from './guard.js';
import { orRefuse, type Refuse } from './refuse.js';

/** The kinds of SIP-005 and SIP-044, at their numbers on the wire. */
const KINDS = ['stx', 'ft', 'nft', 'staking', 'pox'] as const;
type Kind = (typeof KINDS)[number];

/** The comparators by their numbers on the wire. */
const FUNGIBLE: Record<number, FungibleComparator> = {
  1: 'eq',
  2: 'gt',
  3: 'gte',
  4: 'lt',
  5: 'lte',
};
const NON_FUNGIBLE: Record<number, NonFungibleComparator> = {
  16: 'sent',
  17: 'not-sent',
  18: 'maybe-sent',
};
const POX: Record<number, PoxComparator> = {
  48: 'will-not-perform',
  49: 'may-perform',
  50: 'will-perform',
};

/**
 * Serializes a post-condition exactly, or refuses it: as version 7 of @stacks/transactions writes it
 * (`Pc`), or with the numbers of version 6 and of the wire.
 */
export function encodePostCondition(value: unknown, field: string, refuse: Refuse): string {
  if (!isRecord(value)) return refuse(field, value, 'a post-condition');
  const kind = kindOf(value);
  if (kind === undefined) return refuse(field, value, 'a post-condition of @stacks/transactions');
  const whole = { refuse, field, value, expected: 'a post-condition that can be serialized' };
  return orRefuse(whole, (part) =>
    postConditionToHex(new Reader(value, field, part).postCondition(kind)),
  );
}

function kindOf(value: Record<string, unknown>): Kind | undefined {
  const { type, conditionType } = value;
  if (typeof conditionType === 'number') return KINDS[conditionType];
  return KINDS.find((kind) => type === `${kind}-postcondition`);
}

class Reader {
  constructor(
    private readonly value: Record<string, unknown>,
    private readonly field: string,
    private readonly refuse: Refuse,
  ) {}

  postCondition(kind: Kind): PostCondition {
    const address = this.principal();
    switch (kind) {
      case 'stx':
      case 'staking':
        return {
          type: `${kind}-postcondition`,
          address,
          condition: this.comparator(FUNGIBLE),
          amount: this.amount(),
        };
      case 'ft':
        return {
          type: 'ft-postcondition',
          address,
          condition: this.comparator(FUNGIBLE),
          amount: this.amount(),
          asset: this.asset(),
        };
      case 'nft':
        return {
          type: 'nft-postcondition',
          address,
          condition: this.comparator(NON_FUNGIBLE),
          asset: this.asset(),
          assetId: toClarity(
            this.value['assetId'] ?? this.value['assetName'],
            `${this.field}.assetId`,
            this.refuse,
          ),
        };
      case 'pox':
        return { type: 'pox-postcondition', address, condition: this.comparator(POX) };
    }
  }

  private principal(): string {
    const { address, principal } = this.value;
    if (isRecord(principal) && principal['prefix'] === 1) return 'origin';
    const text = address ?? principalOfParts(principal);
    return text === 'origin' || addressKind(text)?.chain === 'stx'
      ? (text as string)
      : this.refuse(`${this.field}.address`, text ?? principal, 'a Stacks principal');
  }

  private comparator<C extends string>(codes: Record<number, C>): C {
    const { condition, conditionCode } = this.value;
    const found =
      typeof conditionCode === 'number'
        ? codes[conditionCode]
        : Object.values(codes).find((name) => name === condition);
    return (
      found ??
      this.refuse(
        `${this.field}.condition`,
        condition ?? conditionCode,
        `one of ${Object.values(codes).join(', ')}`,
      )
    );
  }

  private amount(): bigint {
    const amount = parseAmount(this.value['amount']);
    return amount !== undefined && amount <= MAX_U64
      ? amount
      : this.refuse(
          `${this.field}.amount`,
          this.value['amount'],
          `a whole number from 0 to ${MAX_U64}`,
        );
  }

  private asset(): `${string}.${string}::${string}` {
    const given = this.value['asset'] ?? this.value['assetInfo'];
    const text = isRecord(given)
      ? `${principalOfParts(given)}::${contentOf(given['assetName'])}`
      : given;
    return typeof text === 'string' &&
      /^[^.:]+\.[^.:]+::[^:]+$/.test(text) &&
      addressKind(text)?.chain === 'stx'
      ? (text as `${string}.${string}::${string}`)
      : this.refuse(
          `${this.field}.asset`,
          given,
          'of the form `<address>.<contract-name>::<asset-name>`',
        );
  }
}
