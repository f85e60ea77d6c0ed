import type { HttpAnswer } from '../http/fetch-json.js';
import { toPlain } from '../lib/safe-access.js';
import type { OptionTable } from '../lib/read-options.js';
import type { ContractInterface } from './abi.js';
import { checkInterface } from './contract.js';
import { ContractError } from './contract-error.js';
import {
  requestNode,
  checkContract,
  findNode,
  READ_OPTIONS,
  readOptions,
  SOURCE_OPTIONS,
  type ReadOptions,
} from './stacks-node.js';

type InterfaceOptions = Omit<ReadOptions, 'maxAge'>;
const INTERFACE_OPTIONS: OptionTable<InterfaceOptions> = {
  ...SOURCE_OPTIONS,
  signal: READ_OPTIONS.signal,
};

/** The most bytes of an interface. The largest of the chain's own contracts (`costs-5`) has 48,000. */
const MAX_BYTES = 1_000_000;

/** The interfaces in the answers that are kept. */
const interfaces = new WeakMap<HttpAnswer, ContractInterface>();

/**
 * Reads the interface of a contract. It is kept, since a contract cannot be changed, and frozen, since callers with the same
 * node and `fetch` share it. It has no literal types. The node decides what it says: a hostile one can swap the names of
 * arguments, so that a user signs the amount of one for another. For contracts that you know, write it to a file once, read
 * that file, and import it: `npx stacks-wallet-elements interface <contract>`.
 *
 * @param contract `<address>.<contract-name>`
 * @throws ContractError `invalid`, `not-found`, `rate-limited`, `network`, `bad-response`; the reason of the signal
 * @example
 * ```ts
 * import { contract, getContractInterface } from 'stacks-wallet-elements/contracts';
 *
 * const id = 'SP2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D96YPGZF.BNS-V2';
 * const names = contract(await getContractInterface(id), { contract: id });
 * ```
 */
export async function getContractInterface(
  contract: string,
  options?: InterfaceOptions,
): Promise<ContractInterface> {
  const caller = 'getContractInterface';
  const checked = readOptions(caller, options, INTERFACE_OPTIONS);
  const { address, contract: name } = checkContract(caller, contract);
  const node = findNode(caller, contract, checked);
  const path = `/v2/contracts/interface/${address}/${name}`;
  const missing = `contract ${contract}`;
  const request = { caller, path, body: undefined, missing, maxBytes: MAX_BYTES };
  const { signal } = checked;
  const answer = await requestNode(node, request, { signal, maxAge: Infinity });
  const kept = interfaces.get(answer);
  if (kept) return kept;
  const abi = answer.json as ContractInterface;
  try {
    checkInterface(abi);
  } catch (cause) {
    const message = `${caller}: the answer is not the interface of a contract.`;
    throw new ContractError('bad-response', message, { contract, cause });
  }
  interfaces.set(answer, toPlain(abi));
  return abi;
}
