/** Reads a transaction, and the transfers to an account, from a Stacks API: what they say, as one type for `v3` and `v1`. */
import { deserialize } from '../../clarity/cl.js';
import { allowName } from '../../errors.js';
import { ContractError } from '../../contracts/contract-error.js';
import { askNode, type Node } from '../../contracts/stacks-node.js';
import { withoutQuery } from '../../http/base-url.js';
import { askRoutes, isRouteMissing } from '../../http/stacks-routes.js';
import { attempt } from '../../lib/safe-access.js';
import { bareHex } from '../../lib/bytes.js';
import { findWrongNetwork, NODE_INFO } from '../../stacks/node-network.js';
import { count, fields, fromSeconds, list, text, type Fields } from '../../transactions/states.js';

/** A service, and how long it may be asked. */
export interface Service {
  readonly node: Node;
  readonly caller: string;
  readonly signal: AbortSignal | undefined;
}

/** A transfer, as a transaction asks for it, or as an event reports it. */
export interface Transfer {
  readonly sender: string | undefined;
  readonly recipient: string | undefined;
  /** Base units. Undefined for what is no whole number. */
  readonly amount: bigint | undefined;
}

/** What a transaction does, as far as it can be a payment. */
export type Payload =
  | ({ readonly type: 'stx'; readonly memo: string | undefined } & Transfer)
  | {
      readonly type: 'call';
      readonly contract: string | undefined;
      readonly functionName: string | undefined;
      /** The arguments of `transfer` (SIP-010). Undefined for other arguments. */
      readonly transfer: (Transfer & { readonly memo: string | undefined }) | undefined;
    }
  | { readonly type: 'other' };

/** The block of a transaction. */
export interface PaymentBlock {
  readonly height: number;
  /** Milliseconds since 1970. */
  readonly time: number;
}

export type ReadTransaction =
  | { readonly status: 'missing' | 'pending'; readonly reason: string }
  | { readonly status: 'failed'; readonly reason: string }
  | {
      readonly status: 'success';
      readonly payload: Payload;
      readonly block: PaymentBlock;
      /** The events that came with it: `v1` has them in the same answer. */
      readonly events: readonly Fields[] | undefined;
    };

/** The service did not say what it was asked for: nothing is known of the payment. */
export class ServiceFault extends Error {
  static {
    allowName(this);
  }

  override readonly name = 'ServiceFault';
  /** Milliseconds after which it may be asked again, if that is known. */
  readonly retryAfter: number | undefined;

  constructor(message: string, options?: ErrorOptions & { retryAfter?: number | undefined }) {
    super(message, options);
    this.retryAfter = options?.retryAfter;
  }
}

/** The most bytes of a transaction: in `v1` also the code of a contract, which a client may name. */
const TRANSACTION = 2_500_000;
/** The most bytes of a list, for each row: an event may print a value. */
const ROW = 4_000;
/** The most events, and the most transfers, of one answer. */
const PAGE = 50;
/** The most answers that are read of a list. */
const MOST_PAGES = 4;

/** The JSON of a route, and its status. @throws ServiceFault; the reason of the signal */
async function ask({ node, caller, signal }: Service, path: string, maxBytes: number) {
  try {
    return await askNode(node, { caller, path, maxBytes }, { signal });
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    throw new ServiceFault(error.message, { cause: error, retryAfter: error.retryAfter });
  }
}

const unusable = ({ node }: Service, what: string): ServiceFault =>
  new ServiceFault(`${withoutQuery(node.baseUrl)} answered ${what}.`);

/**
 * A sentence about the network of the service, if it states another one than that of the payment. It is asked once; one that
 * does not answer this is asked for the payment, whose addresses also have a network.
 */
export function findNetworkFault({ node, signal }: Service): Promise<string | undefined> {
  return findWrongNetwork(node, { signal });
}

/**
 * Reads a transaction: from `v3`, or from `v1` of an API without it.
 *
 * @param id as {@link readId} returns it
 * @throws ServiceFault; the reason of the signal
 */
export async function readTransaction(service: Service, id: string): Promise<ReadTransaction> {
  const base = service.node.baseUrl;
  const row = await askRoutes(`${base} a payment`, [
    async (isKnown) => {
      const path = `/extended/v3/transactions/${id}?include=function_args`;
      const answer = await ask(service, path, TRANSACTION);
      if (isRouteMissing(answer, isKnown)) return undefined;
      return readRow(service, id, answer, fromNew);
    },
    async (isKnown) => {
      const path = `/extended/v1/tx/${id}?event_limit=100`;
      const answer = await ask(service, path, TRANSACTION);
      if (isRouteMissing(answer, isKnown)) return undefined;
      return readRow(service, id, answer, fromOld);
    },
  ]);
  return row ?? noRoute(service, 'for a transaction');
}

function noRoute({ node }: Service, what: string): never {
  throw new ServiceFault(`${withoutQuery(node.baseUrl)} has no route ${what}.`);
}

/** A row in the names of `v1`. */
interface Row {
  readonly id: unknown;
  readonly status: unknown;
  readonly isOrphan: boolean;
  readonly type: unknown;
  readonly sender: unknown;
  readonly transfer: Fields;
  readonly recipient: unknown;
  readonly call: Fields;
  readonly height: unknown;
  readonly time: unknown;
  readonly events: readonly Fields[] | undefined;
}

const fromNew = (tx: Fields): Row => {
  const transfer = fields(tx['token_transfer']);
  const mined = fields(tx['block']);
  return {
    ...{ id: tx['tx_id'], status: tx['status'], type: tx['type'], isOrphan: false, transfer },
    ...{ recipient: transfer['recipient'], call: fields(tx['contract_call']), events: undefined },
    ...{ height: mined['height'], time: mined['time'], sender: fields(tx['sender'])['address'] },
  };
};

const fromOld = (tx: Fields): Row => {
  const transfer = fields(tx['token_transfer']);
  return {
    ...{ id: tx['tx_id'], status: tx['tx_status'], type: tx['tx_type'], transfer },
    isOrphan: tx['canonical'] === false || tx['microblock_canonical'] === false,
    ...{ recipient: transfer['recipient_address'], call: fields(tx['contract_call']) },
    ...{ height: tx['block_height'], time: tx['block_time'], sender: tx['sender_address'] },
    events: list(tx['events']).map((event) => readOldEvent(fields(event))),
  };
};

/** The statuses of a transaction in a block without an effect. Its result may be `(ok true)`. */
const FAILED: readonly unknown[] = [
  'abort_by_response',
  'abort_by_post_condition',
  'problematic_skipped',
];

function readRow(
  service: Service,
  id: string,
  { status, json }: { readonly status: number; readonly json: unknown },
  read: (tx: Fields) => Row,
): ReadTransaction {
  if (status === 404) {
    return { status: 'missing', reason: 'the service does not know the transaction' };
  }
  if (status !== 200) throw unusable(service, `${status} for the transaction ${id}`);
  const row = read(fields(json));
  if (row.id !== id) throw unusable(service, `with another transaction than ${id}`);
  const what = text(row.status) ?? '';
  if (what === 'pending' || row.isOrphan) {
    return { status: 'pending', reason: 'the transaction is in no block yet' };
  }
  // A dropped or replaced transaction may come back: that it is not in a block is all that is known. In v3 it is a 404.
  if (what.startsWith('dropped_')) {
    return { status: 'missing', reason: `the transaction left the mempool (${what})` };
  }
  if (FAILED.includes(what)) {
    return { status: 'failed', reason: `the transaction failed (${what})` };
  }
  if (what !== 'success') throw unusable(service, `with the status "${what}" for ${id}`);
  const height = count(row.height);
  const time = fromSeconds(row.time);
  if (height === undefined || time === undefined) {
    throw unusable(service, `without the block of ${id}`);
  }
  return {
    status: 'success',
    payload: readPayload(row),
    block: { height, time },
    events: row.events,
  };
}

function readPayload({ type, transfer, sender, recipient, call }: Row): Payload {
  if (type === 'token_transfer') {
    const amount = readAmount(transfer['amount']);
    const memo = readMemo(transfer['memo']);
    const [from, to] = [principal(sender), principal(recipient)];
    return { type: 'stx', sender: from, recipient: to, amount, memo };
  }
  if (type !== 'contract_call') return { type: 'other' };
  return {
    type: 'call',
    contract: principal(call['contract_id']),
    functionName: text(call['function_name']),
    transfer: readArguments(list(call['function_args'])),
  };
}

/** Compared, and returned to the merchant: a text of its length. */
const principal = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= 250 ? value : undefined;

const readAmount = (value: unknown): bigint | undefined =>
  typeof value === 'string' && /^\d{1,39}$/.test(value) ? BigInt(value) : undefined;

/**
 * The memo of a transfer of STX in hex, without the zeros that pad it: hex in `v1`, and in the first versions of `v3`; later
 * `{ hex, repr }`, or null for none.
 */
function readMemo(value: unknown): string | undefined {
  if (value === null) return '';
  const hex = typeof value === 'string' ? value : fields(value)['hex'];
  if (hex === '' || hex === '0x') return '';
  return bareHex(hex)
    ?.toLowerCase()
    .replace(/(?:00)+$/, '');
}

/**
 * The arguments of `transfer`: amount, sender, recipient, and a memo or none. Each is read from its bytes: its text for
 * people is not unique.
 */
function readArguments(args: readonly unknown[]) {
  if (args.length !== 4) return undefined;
  const [amount, sender, recipient, memo] = args.map((argument) => {
    const hex = fields(argument)['hex'];
    return typeof hex === 'string' ? attempt(() => deserialize(hex)) : undefined;
  });
  const isPrincipal = (value: typeof amount) =>
    value?.type === 'address' || value?.type === 'contract' ? value.value : undefined;
  if (amount?.type !== 'uint') return undefined;
  const from = isPrincipal(sender);
  const to = isPrincipal(recipient);
  const given = memo?.type === 'some' && memo.value.type === 'buffer' ? memo.value.value : '';
  const isMemo = memo?.type === 'none' || (memo?.type === 'some' && memo.value.type === 'buffer');
  if (from === undefined || to === undefined || !isMemo) return undefined;
  return { amount: BigInt(amount.value), sender: from, recipient: to, memo: given };
}

/** An event of `v1`, in the form of `v3`. */
function readOldEvent({ event_type, asset }: Fields): Fields {
  const { asset_event_type, asset_id, sender, recipient, amount } = fields(asset);
  if (event_type !== 'fungible_token_asset') return fields(undefined);
  const moved = { type: asset_event_type, asset_identifier: asset_id, sender, recipient, amount };
  return { type: 'ft_asset', ft_asset: { __proto__: null, ...moved } };
}

/**
 * The transfers of a token that a transaction reports. `isAll`: false if it has more events than were read.
 *
 * @throws ServiceFault; the reason of the signal
 */
export async function readTokenTransfers(
  service: Service,
  id: string,
  asset: string,
  known: readonly Fields[] | undefined,
): Promise<{ readonly transfers: readonly Transfer[]; readonly isAll: boolean }> {
  const read = (events: readonly Fields[]) =>
    events.flatMap((event) => {
      const moved = fields(event['ft_asset']);
      if (event['type'] !== 'ft_asset' || moved['type'] !== 'transfer') return [];
      return moved['asset_identifier'] === asset ? [toTransfer(moved)] : [];
    });
  // v1 gives at most a hundred.
  if (known) return { transfers: read(known), isAll: known.length < 100 };
  const path = `/extended/v3/transactions/${id}/events?limit=${PAGE}`;
  const { rows, isAll } = await readList(service, path);
  if (!rows) return noRoute(service, 'for the events of a transaction');
  if (rows.some((event) => count(event['event_index']) === undefined)) {
    throw unusable(service, `what is no list of events to ${path}`);
  }
  return { transfers: read(rows), isAll };
}

function toTransfer(moved: Fields): Transfer {
  const [sender, recipient] = [principal(moved['sender']), principal(moved['recipient'])];
  return { sender, recipient, amount: readAmount(moved['amount']) };
}

/** The rows of a list. `rows` is undefined if the service does not have the route. */
async function readList(
  service: Service,
  path: string,
): Promise<{ readonly rows: readonly Fields[] | undefined; readonly isAll: boolean }> {
  const rows: Fields[] = [];
  let cursor = '';
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await ask(service, path + cursor, PAGE * ROW);
    if (isRouteMissing(answer, page > 0)) return { rows: undefined, isAll: false };
    const json = fields(answer.json);
    if (answer.status !== 200 || !Array.isArray(json['results'])) {
      throw unusable(service, `${answer.status} without a list to ${path}`);
    }
    rows.push(...list(json['results']).slice(0, PAGE).map(fields));
    const next = fields(json['cursor'])['next'];
    if (typeof next !== 'string') return { rows, isAll: true };
    cursor = `&cursor=${encodeURIComponent(next)}`;
  }
  return { rows, isAll: false };
}

/** A transfer in the list of an account. */
export interface ListedTransfer extends Transfer {
  readonly id: string;
  /** Of a transfer of STX. */
  readonly memo: string | undefined;
}

/**
 * The newest transfers of an asset to an account, at most 200. `isAll`: false if there are more.
 *
 * @throws ServiceFault for an API before 9.1.0, which does not have the list; the reason of the signal
 */
export async function readTransfersTo(
  service: Service,
  to: string,
  asset: string,
): Promise<{ readonly transfers: readonly ListedTransfer[]; readonly isAll: boolean }> {
  const route = asset === 'stx' ? 'stx/inbound' : `ft/${encodeURIComponent(asset)}`;
  const path = `/extended/v3/principals/${to}/transfers/${route}?limit=${PAGE}`;
  const { rows, isAll } = await readList(service, path);
  if (!rows)
    return noRoute(service, 'for the transfers of an account, which stacks-blockchain-api has since 9.1.0'); // prettier-ignore
  const transfers = rows.flatMap((row) => {
    const id = readId(fields(row['transaction'])['tx_id']);
    return id === undefined ? [] : [{ ...toTransfer(row), id, memo: readMemo(row['memo']) }];
  });
  return { transfers, isAll };
}

/** The height of the newest block. @throws ServiceFault; the reason of the signal */
export async function readTip(service: Service): Promise<number> {
  const answer = await ask(service, '/extended', 65_536);
  const height = count(fields(fields(answer.json)['chain_tip'])['block_height']);
  if (answer.status === 200 && height !== undefined) return height;
  // A node without an API does not have that route.
  const info = await ask(service, NODE_INFO, 65_536);
  const tip = count(fields(info.json)['stacks_tip_height']);
  if (info.status === 200 && tip !== undefined) return tip;
  throw unusable(service, 'without the height of the chain');
}

/** The id of a transaction as services write it: `0x` and 64 digits in lower case. Undefined for anything else. */
export function readId(value: unknown): string | undefined {
  const hex = typeof value === 'string' && value.length <= 66 ? bareHex(value) : undefined;
  return hex?.length === 64 ? `0x${hex.toLowerCase()}` : undefined;
}
