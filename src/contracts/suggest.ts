import { principal } from '../clarity/pc.js';
import type { WalletClient } from '../core/types.js';
import { toJson } from '../errors.js';
import { MAX_U64 } from '../lib/amount.js';
import type { AssetId, ClarityValue, ContractId } from '../stacks/clarity-value.js';
import type { PostCondition } from '../stacks/post-conditions.js';
import type { AbiFunction, ContractInterface } from './abi.js';
import { ContractError } from './contract-error.js';
import type { SuggestedConditions } from './contract-types.js';

/** The names of sBTC's contracts, which have one deployer on each network (stacks-sbtc/sbtc). */
const SBTC_TOKEN = 'sbtc-token';
const SBTC_WITHDRAWAL = 'sbtc-withdrawal';

/**
 * The conditions of a call whose interface shows what it moves: `transfer` of SIP-010 and SIP-009, and the withdrawal of
 * sBTC. The mode is `deny`: nothing else may move.
 *
 * @param args in the order of the function
 * @throws ContractError `invalid`
 */
export function suggestConditions(
  abi: ContractInterface,
  contract: ContractId,
  { name, args: types }: AbiFunction,
  args: readonly ClarityValue[],
  client: WalletClient,
): SuggestedConditions {
  const signature = types.map(({ type }) => toJson(type)).join(' ');
  const [first, second, third] = args as readonly { readonly value: unknown }[];
  const allowOnly = (condition: PostCondition): SuggestedConditions => ({
    postConditions: [condition],
    postConditionMode: 'deny',
  });
  const checkAmount = (units: bigint): bigint => {
    if (units <= MAX_U64) return units;
    throw unknown(contract, name, `a post-condition has an amount of at most ${MAX_U64}`);
  };
  // The standards name the types of the arguments, and their order.
  const [, from, to] = types;
  const isSwapped = RECIPIENT.test(from?.name ?? '') || SENDER.test(to?.name ?? '');
  if (name === 'transfer' && signature === SIP_010 && !isSwapped) {
    const asset = findToken(abi, contract, name);
    return allowOnly(principal(second!.value as string).willSendEq(checkAmount(first!.value as bigint)).ft(asset)); // prettier-ignore
  }
  const [nft, ...otherNfts] = abi.non_fungible_tokens ?? [];
  // The number may be an amount, if the contract has such a token, too.
  const isId = nft?.type !== 'uint128' || !abi.fungible_tokens?.length;
  const isNft = nft && isId && signature === `${toJson(nft.type)} ${TWO_PRINCIPALS}`;
  if (name === 'transfer' && isNft && !isSwapped) {
    if (otherNfts.length > 0) throw unknown(contract, name, 'the contract has several such tokens');
    const asset: AssetId = `${contract}::${nft.name}`;
    return allowOnly(
      principal(second!.value as string)
        .willSendAsset()
        .nft(asset, args[0]!),
    );
  }
  const [deployer, contractName] = contract.split('.') as [string, string];
  const isWithdrawal = contractName === SBTC_WITHDRAWAL && name === 'initiate-withdrawal-request';
  if (
    isWithdrawal &&
    WITHDRAWAL.test(signature) &&
    isNamed(types, 'amount', 'recipient', 'max-fee')
  ) {
    const { stxAddress } = client.state;
    if (stxAddress === undefined) throw unknown(contract, name, 'no Stacks account is connected');
    // The amount and the fee are burnt, and minted again as locked sBTC.
    const maxSent = checkAmount((first!.value as bigint) + (third!.value as bigint));
    const asset: AssetId = `${deployer}.${SBTC_TOKEN}::${SBTC_TOKEN}`;
    return allowOnly(principal(stxAddress).willSendLte(maxSent).ft(asset));
  }
  throw unknown(contract, name, 'its interface does not show what it moves');
}

/** The names of arguments show what they mean: others may have the same types. */
const isNamed = (types: AbiFunction['args'], ...names: readonly string[]): boolean =>
  types.length === names.length && types.every(({ name }, at) => name === names[at]);

/** `(amount uint) (recipient { version: (buff 1), hashbytes: (buff 32) }) (max-fee uint)`, of stacks-sbtc/sbtc. */
const WITHDRAWAL = /^"uint128" \{"tuple":\[.*\]\} "uint128"$/;
const [SENDER, RECIPIENT] = [/^(?:sender|from)$/, /^(?:recipient|receiver|to)$/];
const TWO_PRINCIPALS = '"principal" "principal"';
const SIP_010 = `"uint128" ${TWO_PRINCIPALS} {"optional":{"buffer":{"length":34}}}`;

/** The only fungible token of a contract. That of sBTC has another one, for what is locked. */
function findToken(abi: ContractInterface, contract: ContractId, name: string): AssetId {
  const tokens = (abi.fungible_tokens ?? []).map((token) => token.name);
  const isSbtc = contract.endsWith(`.${SBTC_TOKEN}`) && tokens.includes(SBTC_TOKEN);
  const [only] = isSbtc ? [SBTC_TOKEN] : tokens;
  if (only === undefined || (tokens.length > 1 && !isSbtc)) {
    throw unknown(contract, name, `the contract has ${tokens.length} fungible tokens`);
  }
  return `${contract}::${only}`;
}

const unknown = (contract: ContractId, name: string, why: string): ContractError =>
  new ContractError(
    'invalid',
    `suggest: the post-conditions of ${contract} ${name} cannot be derived: ${why}.`,
    { contract, functionName: name },
  );
