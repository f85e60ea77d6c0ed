import type { OptionTable } from '../lib/read-options.js';
import type { ContractInterface } from './abi.js';
import { checkInterface } from './contract.js';
import { ContractError } from './contract-error.js';
import {
  askNode,
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

/** The interfaces that were read: that of a contract never changes. */
const known = new Map<string, ContractInterface>();

/**
 * Reads the interface of a contract. It is kept as long as the page lives, since a contract cannot be changed. It has no
 * literal types: for those, write it to a file with `npx stacks-wallet-elements interface <contract>`.
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
  const given = readOptions(caller, options, INTERFACE_OPTIONS);
  const { address, contract: name } = checkContract(caller, contract);
  const node = findNode(caller, contract, given);
  const path = `/v2/contracts/interface/${address}/${name}`;
  const key = node.baseUrl + path;
  const kept = known.get(key);
  if (kept) return kept;
  const missing = `contract ${contract}`;
  const { json } = await askNode(node, { caller, path, missing, maxBytes: MAX_BYTES }, given);
  const abi = json as ContractInterface;
  try {
    checkInterface(abi);
  } catch (cause) {
    const message = `${caller}: the answer is not the interface of a contract.`;
    throw new ContractError('bad-response', message, { contract, cause });
  }
  known.set(key, abi);
  return abi;
}
