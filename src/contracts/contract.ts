import { BINDING, type Binding } from '../core/binding.js';
import { getDefaultClient } from '../core/client.js';
import type { WalletClient } from '../core/types.js';
import { clip, mustBe, type Refuse } from '../errors.js';
import * as option from '../lib/read-options.js';
import { attempt, bare, copyPlainData, getGlobal, isRecord, read } from '../lib/safe-access.js';
import { toKey } from '../lib/to-key.js';
import type { CallContractParams } from '../methods/stx_callContract.js';
import { isClarityName, listPrincipals, MAX_SIZE, type EncodedClarity } from '../stacks/clarity.js';
import type { AssetId, ContractId } from '../stacks/clarity-value.js';
import { canBeOn, getAddressFormat, getNetwork } from '../stacks/address.js';
import type { AbiFunction, ContractInterface, ResponseOutput } from './abi.js';
import { checkType, isNamedList, typeHint } from './abi-types.js';
import { toClarity, toEntries } from './abi-values.js';
import { callRead, errResponse, readMapEntry, readVariable, type ReadTarget } from './call-read.js';
import { ContractError } from './contract-error.js';
import type {
  CallOptions,
  Contract,
  ContractOptions,
  ContractReadOptions,
  MapOptions,
} from './contract-types.js';
import {
  checkContract,
  checkNetwork,
  checkPrincipal,
  findNode,
  invalid,
  READ_OPTIONS,
  readOptions,
  SOURCE_OPTIONS,
  type Node,
} from './stacks-node.js';
import { suggestConditions } from './suggest.js';

const OPTIONS: option.OptionTable<ContractOptions> = {
  ...SOURCE_OPTIONS,
  contract: option.someText,
  client: option.client,
  sender: option.someText,
};
const MAP_READ: option.OptionTable<MapOptions> = {
  maxAge: READ_OPTIONS.maxAge,
  signal: READ_OPTIONS.signal,
  tip: option.someText,
};
const CONTRACT_READ: option.OptionTable<ContractReadOptions> = {
  ...MAP_READ,
  sender: option.someText,
};
/** The client copies and checks it when it is called. */
const param = option.shared('a value', () => true);
const CALL: option.OptionTable<CallOptions> = {
  address: param,
  fee: param,
  nonce: param,
  sponsored: param,
  postConditions: param,
  postConditionMode: param,
  label: option.text,
  signal: option.signal,
  client: option.client,
};

/** What a page may write in the place of the arguments, also options of the modules for frameworks. */
const OPTION_NAMES = [
  ...Object.entries({ ...CONTRACT_READ, ...CALL }).map(([name]) => name),
  ...['interval', 'enabled', 'initial'],
];

const refuse: Refuse = (field, value, expected) => {
  throw new ContractError('invalid', mustBe(field, value, expected));
};

/**
 * A contract, typed by its interface: reads its functions, maps, variables and constants as plain JavaScript values, and calls
 * its functions through the user's wallet. Arguments and answers are checked against the interface.
 *
 * @param abi the interface as a node returns it, `as const`: see `npx stacks-wallet-elements interface`
 * @throws ContractError `invalid` for a wrong option or interface, which it names
 * @example
 * ```ts
 * import { contract } from 'stacks-wallet-elements/contracts';
 *
 * const abi = {
 *   functions: [
 *     {
 *       name: 'get-balance',
 *       access: 'read_only',
 *       args: [{ name: 'who', type: 'principal' }],
 *       outputs: { type: { response: { ok: 'uint128', error: 'none' } } },
 *     },
 *   ],
 * } as const;
 * const token = contract(abi, { contract: 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token' });
 * const balance = await token.read['get-balance']({ who: 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH' });
 * ```
 */
export function contract<const A extends ContractInterface>(
  abi: A,
  options: ContractOptions,
): Contract<A>;
export function contract(abi: ContractInterface, options: ContractOptions): Contract {
  if (!isRecord(abi)) {
    invalid(
      'contract',
      'abi',
      abi,
      'an interface; the contract is in the second argument, `{ contract }`',
    );
  }
  const checked = readOptions('contract', options, OPTIONS);
  const { address } = checkContract('contract', checked.contract);
  checkNetwork('contract', checked.network ?? checked.client?.network, address);
  if (checked.sender !== undefined) checkPrincipal('contract', 'sender', checked.sender);
  checkInterface(abi);
  return new BoundContract(abi, checked);
}

/** @throws ContractError `invalid` */
export function checkInterface(abi: ContractInterface): void {
  const wrong = (field: string, value: unknown, what: string): never =>
    invalid('contract', field, value, `${what}, as in the interface that a node returns`);
  /** Other names, or one twice, could not be told apart, or be in another order. */
  const checkNames = (field: string, list: unknown): void => {
    if (!isNamedList(list)) wrong(field, list, 'a list in which each has its own Clarity name');
  };
  if (!isRecord(abi)) wrong('abi', abi, 'an object');
  // What `import * as`, a compiler and an explorer have around it.
  const place = ['default', 'abi', 'contract_interface'].find(
    (key) => read(read(abi, key), 'functions') !== undefined,
  );
  if (place && abi.functions === undefined)
    invalid('contract', 'abi', abi, `an interface: pass \`abi.${place}\``);
  for (const name of [
    'functions',
    'variables',
    'maps',
    'fungible_tokens',
    'non_fungible_tokens',
  ] as const) {
    const list: unknown = abi[name];
    if (list !== undefined || name === 'functions') checkNames(name, list);
  }
  const check = (field: string, type: unknown): void => {
    try {
      checkType(type);
    } catch (error) {
      wrong(field, type, `a type${typeHint((error as Error).cause)}`);
    }
  };
  const checkAccess = ({ name, access }: { name: string; access: unknown }, known: string[]) => {
    if (known.includes(access as string)) return;
    const words = known.map((word) => `"${word}"`).join(' or ');
    const near = typeof access === 'string' ? option.nearest(access, known) : undefined;
    const hint = near === undefined ? '' : ` (did you mean \`${near}\`?)`;
    wrong(`${name}.access`, access, `${words}${hint}`);
  };
  for (const fn of abi.functions) {
    const { name, args, outputs } = fn;
    checkAccess(fn, ['public', 'read_only', 'private']);
    checkNames(`${name}.args`, args);
    if (!isRecord(outputs)) wrong(`${name}.outputs`, outputs, 'an object');
    for (const { name: argument, type } of args) check(`${name}.${argument}`, type);
    check(`${name}.outputs`, outputs.type);
  }
  for (const variable of abi.variables ?? []) checkAccess(variable, ['variable', 'constant']);
  for (const { name, type } of [...(abi.variables ?? []), ...(abi.non_fungible_tokens ?? [])]) {
    check(name, type);
  }
  for (const { name, key, value } of abi.maps ?? []) {
    for (const type of [key, value]) check(name, type);
  }
}

type Args = Readonly<Record<string, unknown>> | undefined;

/** What a contract has functions in, by their names: those that a page means most often first. */
const GROUPS = ['read', 'call', 'map', 'variable', 'constant', 'simulate', 'readResponse', 'params', 'suggest'] as const; // prettier-ignore
type Group = (typeof GROUPS)[number];
const ARGUMENTS = 'an object with the arguments by their names';
/** `await`, `JSON.stringify` and `expect` of Jest call these of any object that has them. */
const READ_BY_TOOLS = ['then', 'toJSON', 'asymmetricMatch'];

class BoundContract implements Contract {
  readonly contract: ContractId;
  readonly read;
  readonly readResponse;
  readonly simulate;
  readonly map;
  readonly variable;
  readonly constant;
  readonly call;
  readonly params;
  readonly suggest;
  readonly [BINDING]: Binding;
  readonly #abi: ContractInterface;
  readonly #options: ContractOptions;

  constructor(abi: ContractInterface, options: ContractOptions) {
    this.#abi = abi;
    this.#options = options;
    this.contract = options.contract as ContractId;
    const reads = abi.functions.filter(({ access }) => access === 'read_only');
    const calls = abi.functions.filter(({ access }) => access === 'public');
    const responses = [...reads, ...calls].filter(({ outputs }) => isResponse(outputs.type));
    const readFunction = (fn: AbiFunction) => (args?: Args, read?: ContractReadOptions) =>
      this.#read(fn, args, read);
    this.read = this.#byName('read', reads, readFunction);
    this.simulate = this.#byName('simulate', calls, readFunction);
    this.readResponse = this.#byName(
      'readResponse',
      responses,
      (fn) => (args?: Args, read?: ContractReadOptions) => this.#readResponse(fn, args, read),
    );
    this.params = this.#byName(
      'params',
      calls,
      (fn) => (args?: Args, call?: CallOptions) =>
        this.#params(fn, args, readOptions(fn.name, call, CALL)),
    );
    this.call = this.#byName(
      'call',
      calls,
      (fn) => async (args?: Args, call?: CallOptions) => this.#call(fn, args, call),
    );
    this.suggest = this.#byName('suggest', calls, (fn) => (args?: Args) => {
      const values = this.#toClarity(fn, args).map(([, { value }]) => value);
      return suggestConditions(abi, this.contract, fn, values, this.#client);
    });
    this.map = this.#createMapReaders();
    this.variable = this.#createVariableReaders('variable');
    this.constant = this.#createVariableReaders('constant');
    this[BINDING] = this.#bind();
  }

  /**
   * Functions by their names, without `Object.prototype`: a contract may have a function `constructor`. A name that is not there is
   * a function that says which are, for a page without types.
   */
  #byName<T extends { readonly name: string }, F>(
    group: Group,
    list: readonly T[],
    create: (item: T) => F,
  ): Readonly<Record<string, F>> {
    const get = (_: object, name: string | symbol) =>
      typeof name === 'string' && isClarityName(name) && !READ_BY_TOOLS.includes(name)
        ? () => this.#refuseName(group, name)
        : undefined;
    // The other traps must not be those that a script has added to `Object.prototype`.
    const others = new Proxy(bare({}), bare({ get }));
    const functions = Object.create(others) as Record<string, F>;
    for (const item of list) functions[item.name] = create(item);
    return functions;
  }

  /** @throws ContractError `invalid` with where the name is, or the nearest one and all of the group */
  #refuseName(group: Group, name: string): never {
    const { contract } = this;
    const isIn = (other: Group) => Object.hasOwn(this[other], name);
    const right = GROUPS.filter(isIn).map((other) => `\`${other}['${name}']\``);
    const names = Object.entries(this[group]).map(([known]) => known);
    const near = option.nearest(name, names);
    const all = `\`${group}\` has ${clip(names.join(', '), 1_000) || 'none'}.`;
    const isPrivate = this.#abi.functions.some((fn) => fn.name === name && fn.access === 'private');
    const hint = near === undefined ? all : `Did you mean \`${near}\`? ${all}`;
    const where = isPrivate ? 'It is private: only the contract calls it.' : hint;
    const remedy = right.length > 0 ? `Use ${right.slice(0, 2).join(' or ')}.` : where;
    const message = `${contract}: there is no \`${group}['${name}']\` in the interface. ${remedy}`;
    throw new ContractError('invalid', message, { contract, functionName: name });
  }

  #createMapReaders() {
    return this.#byName(
      'map',
      this.#abi.maps ?? [],
      ({ name, key: type, value }) =>
        async (key: unknown, read?: MapOptions) => {
          const options = readOptions(name, read, MAP_READ);
          const target = this.#toTarget(name, { optional: value }, options.tip);
          const hex = toHex(
            toClarity(type, copy(key, name), name, refuse),
            name,
            target,
            this.#client,
          );
          return readMapEntry(target, hex, options);
        },
    );
  }

  #createVariableReaders(kind: 'variable' | 'constant') {
    return this.#byName(
      kind,
      (this.#abi.variables ?? []).filter(({ access }) => access === kind),
      ({ name, type }) =>
        async (read?: MapOptions) => {
          const options = readOptions(name, read, MAP_READ);
          return readVariable(this.#toTarget(name, type, options.tip), kind, options);
        },
    );
  }

  /** Frozen, so that Vue does not wrap it. */
  #bind(): Binding {
    const getClient = () => this.#client;
    const findFunction = (name: string) => this.#abi.functions.find((fn) => fn.name === name);
    return Object.freeze({
      get client() {
        return getClient();
      },
      network: this.#options.network,
      describe: (name: string) => {
        const node = attempt(() => this.#findNode(name));
        return toKey([node?.baseUrl, node?.network, this.#options.sender, findFunction(name)]);
      },
      hasArguments: (name: string) => {
        const fn = findFunction(name);
        return fn && fn.args.length > 0;
      },
      getSender: (read: ContractReadOptions | undefined) =>
        attempt(() => {
          const sender = read?.sender ?? this.#options.sender;
          return sender ?? this.#defaultSender(this.#findNode(this.contract));
        }),
    });
  }

  readonly ft = (name: string): AssetId => this.#asset('fungible_tokens', name);
  readonly nft = (name: string): AssetId => this.#asset('non_fungible_tokens', name);

  get #client() {
    return this.#options.client ?? getDefaultClient();
  }

  #asset(list: 'fungible_tokens' | 'non_fungible_tokens', name: string): AssetId {
    const names = (this.#abi[list] ?? []).map((token) => token.name);
    if (!names.includes(name)) {
      const all = names.map((token) => `\`${token}\``).join(' or ');
      const expected = all
        ? `${all}, the ${list} of the contract`
        : `in \`${list}\` of the interface, which has none: add \`${list}: [{ name: '…' }]\``;
      invalid(this.contract, 'name', name, expected);
    }
    return `${this.contract}::${name}`;
  }

  #findNode(name: string): Node {
    const { client, network, source } = this.#options;
    return findNode(name, this.contract, { network, source }, client?.network);
  }

  #toTarget(name: string, type: unknown, tip: string | undefined): ReadTarget {
    const node = this.#findNode(name);
    return { node, contract: this.contract, name, type, tip };
  }

  /** The arguments as Clarity values, in the order of the function. */
  #toClarity({ name, args: types }: AbiFunction, args: Args) {
    const fields = new Map(types.map(({ name: argument, type }) => [argument, type]));
    const copied = copy(args ?? {}, name);
    if (!isRecord(copied)) return refuse(name, args, ARGUMENTS);
    const extra = Object.entries(copied).find(
      ([key, value]) => value !== undefined && !fields.has(key) && OPTION_NAMES.includes(key),
    );
    if (extra && option.nearest(extra[0], [...fields.keys()]) === undefined) {
      const place = 'an option, in the object after that with the arguments';
      const all = [...fields.keys()].join(', ') || 'none: write `{}` first';
      refuse(`${name}.${extra[0]}`, extra[1], `${place} (arguments: ${all})`);
    }
    return toEntries(fields, copied, name, refuse);
  }

  /** Serialized. `target`: where it is read, if it is. */
  #hex(fn: AbiFunction, args: Args, target?: ReadTarget): string[] {
    return this.#toClarity(fn, args).map(([name, value]) =>
      toHex(value, `${fn.name}.${name}`, target, this.#client),
    );
  }

  async #callRead(fn: AbiFunction, args: Args, read: ContractReadOptions | undefined) {
    const options = readOptions(fn.name, read, CONTRACT_READ);
    const target = this.#toTarget(fn.name, fn.outputs.type, options.tip);
    const hex = this.#hex(fn, args, target);
    const sender = options.sender ?? this.#options.sender ?? this.#defaultSender(target.node);
    checkPrincipal(fn.name, 'sender', sender);
    return { target, ...(await callRead(target, hex, sender, options)) };
  }

  /** Only of a function whose type is a response. */
  async #readResponse(fn: AbiFunction, args: Args, read: ContractReadOptions | undefined) {
    const { value } = await this.#callRead(fn, args, read);
    return value as ResponseOutput<unknown, unknown>;
  }

  async #read(fn: AbiFunction, args: Args, read: ContractReadOptions | undefined) {
    const { target, hex, value } = await this.#callRead(fn, args, read);
    if (!isResponse(fn.outputs.type)) return value;
    const response = value as ResponseOutput<unknown, unknown>;
    if (response.ok) return response.value;
    throw errResponse(target, hex, response.error);
  }

  /** The connected address, unless it is on another network. */
  #defaultSender(node: Node): string {
    const { stxAddress } = this.#client.state;
    const format = getAddressFormat(stxAddress);
    return stxAddress !== undefined && format && canBeOn(format, node.network)
      ? stxAddress
      : this.contract.split('.', 1)[0]!;
  }

  #params(fn: AbiFunction, args: Args, options: CallOptions): CallContractParams {
    const { address, fee, nonce, sponsored, postConditions, postConditionMode = 'deny' } = options;
    const { network } = this.#options;
    const optional = { address, fee, nonce, sponsored, postConditions, network };
    return {
      contract: this.contract,
      functionName: fn.name,
      functionArgs: this.#hex(fn, args),
      ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
      postConditionMode,
    };
  }

  async #call(fn: AbiFunction, args: Args, call: CallOptions | undefined) {
    if (args !== undefined && !isRecord(args)) refuse(fn.name, args, ARGUMENTS);
    const options = readOptions(fn.name, call, CALL);
    const params = this.#params(fn, args, options);
    const { client = this.#client, label, signal } = options;
    if (isLocalPage()) this.#warn(fn, args, params, client).catch(() => {});
    return client.request({ label, signal }, 'stx_callContract', params);
  }

  /** While the wallet's window is open. */
  async #warn(fn: AbiFunction, args: Args, params: CallContractParams, client: WalletClient) {
    const { warnOf } = await import('./call-warnings.js'); // 1 kB, on local pages only
    const values = this.#toClarity(fn, args).map(([, { value }]) => value);
    warnOf({ abi: this.#abi, contract: this.contract, fn, args: values, params, client });
  }
}

const OF_READS = 'the network of `configure({ network })`, of the `client` or of the options';

/**
 * The bytes of an argument. A node reads what an address of another network has, which is nothing: it is refused. A request
 * checks its own addresses.
 *
 * @param target where it is read, if it is
 */
function toHex(
  { hex, value }: EncodedClarity,
  field: string,
  target: ReadTarget | undefined,
  client: WalletClient,
): string {
  if (hex.length > MAX_SIZE * 2) refuse(field, value, `at most ${MAX_SIZE} bytes when serialized`);
  for (const [at, principal] of target ? listPrincipals(value, field) : []) {
    const { network } = target!.node;
    if (canBeOn(getAddressFormat(principal)!, network)) continue;
    const message = mustBe(at, principal, `an address on ${network}, ${OF_READS}`);
    // Only the user can choose another network in the wallet. Another address is a mistake of the page.
    if (!client.state.addresses.some(({ address }) => address === principal))
      throw new ContractError('invalid', message);
    const networks = { address: getNetwork(principal)!, page: network, isConnected: true };
    throw new ContractError('wrong-network', message, { networks });
  }
  return hex;
}

const isResponse = (type: unknown): boolean => isRecord(type) && isRecord(type['response']);

/** @throws ContractError `invalid` for what is not plain data */
const copy = (value: unknown, field: string): unknown =>
  copyPlainData(value, field, (at, reason) => {
    throw new ContractError('invalid', `\`${at}\` must be plain data: ${reason}.`);
  });

/** True on a page of a local server: users cannot change its code. */
const isLocalPage = (): boolean =>
  /^(?:localhost|.*\.localhost|127\.0\.0\.1|\[::1\])$/.test(getGlobal('location')?.hostname ?? '');
