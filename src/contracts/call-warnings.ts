import { fromHex } from '../clarity/pc.js';
import type { WalletClient } from '../core/types.js';
import { attempt, has } from '../lib/safe-access.js';
import type { CallContractParams } from '../methods/stx_callContract.js';
import type { ClarityValue, ContractId } from '../stacks/clarity-value.js';
import { encodePostCondition, type PostCondition } from '../stacks/post-conditions.js';
import type { AbiFunction, ContractInterface } from './abi.js';
import { suggestConditions } from './suggest.js';

/** A call of a contract, before it is sent. */
interface Call {
  readonly abi: ContractInterface;
  readonly contract: ContractId;
  readonly fn: AbiFunction;
  /** In the order of the function. */
  readonly args: readonly ClarityValue[];
  readonly params: CallContractParams;
  readonly client: WalletClient;
}

/** The functions whose calls without conditions were warned of, as `<contract>.<function>`: one that moves nothing needs none. */
const warned = new Set<string>();

/** What is legal, but loses the fee or risks more: shown to developers, on a page of a local server only. */
export function warnOf(call: Call): void {
  for (const warning of listWarnings(call)) console.warn(`${call.fn.name}: ${warning}`);
}

function* listWarnings({ abi, contract, fn, args, params, client }: Call): Iterable<string> {
  const {
    postConditions: named,
    postConditionMode: mode,
    address = client.state.stxAddress,
  } = params;
  if (mode === 'allow' || mode === 1) {
    yield 'with postConditionMode "allow", the contract may move everything that the account has. Name what it moves in `postConditions`, with the mode "deny".';
    return;
  }
  const postConditions = named ?? [];
  const moves = postConditions.length === 0 && attempt(() => suggestConditions(abi, contract, fn, args, client)); // prettier-ignore
  if (moves) {
    yield `its interface shows that it moves a token, and with the mode "deny" and no post-conditions it can only abort, which costs the fee. Pass what \`suggest['${fn.name}'](…)\` returns.`;
  }
  const key = `${contract}.${fn.name}`;
  if (!moves && !named && (mode === 'deny' || mode === 2) && !warned.has(key)) {
    warned.add(key);
    yield 'has no post-conditions: with the mode "deny" it aborts if it moves STX or a token of the account or of a contract, which costs the fee. Name what it moves in `postConditions`, with `Pc` of stacks-wallet-elements/clarity; if it moves nothing, `postConditions: []` says so, and ends this warning.';
  }
  const tokens = [...(abi.fungible_tokens ?? []), ...(abi.non_fungible_tokens ?? [])];
  const names = tokens.map(({ name }) => name);
  for (let index = 0; index < postConditions.length; index += 1) {
    const condition = attempt(() => read(postConditions[index]));
    if (!condition) continue; // the request says what is wrong with it
    const { address: holder } = condition;
    const isOfContract = holder.includes('.');
    if (address !== undefined && holder !== 'origin' && holder !== address && !isOfContract) {
      yield `\`postConditions[${index}]\` is about ${holder}, which is neither the account that signs (${address}) nor a contract: what that account sends has no condition. Use \`Pc.principal(${address})\` or \`Pc.origin()\`.`;
    }
    const [assetContract, name] = has(condition, 'asset') ? condition.asset.split('::') : [];
    if (name !== undefined && assetContract === contract && !names.includes(name)) {
      yield `\`postConditions[${index}]\` names the asset \`${name}\`, which the contract does not have: it has ${names.map((asset) => `\`${asset}\``).join(', ') || 'none'}. What it moves has no condition, so that it aborts.`;
    }
  }
}

/** @throws for what is no post-condition */
const read = (condition: unknown): PostCondition =>
  typeof condition === 'string' ? fromHex(condition) : encodePostCondition(condition, '', refuse).condition; // prettier-ignore

const refuse = () => {
  throw new Error('not a post-condition');
};
