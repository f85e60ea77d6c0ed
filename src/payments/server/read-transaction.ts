/** Reads a transaction, and the transfers to an account, from a Stacks API: what they say, as one type for `v3` and `v1`. */
import { deserialize } from '../../clarity/cl.js';
import { allowName } from '../../errors.js';
import { ContractError } from '../../contracts/contract-error.js';
import { requestNode, GET_SMALL, type Node } from '../../contracts/stacks-node.js';
import { withoutQuery } from '../../http/base-url.js';
import { readRoutes, isRouteMissing } from '../../http/stacks-routes.js';
import { attempt, bare } from '../../lib/safe-access.js';
import { bareHex } from '../../lib/bytes.js';
import type { ClarityValue } from '../../stacks/clarity-value.js';
import { findWrongNetwork, NODE_INFO } from '../../stacks/node-network.js';
import { encodePrincipal } from '../../stacks/stacks-address.js';
import { count, fields, fromSeconds, list, text, type Fields } from '../../transactions/states.js';
import { readId } from '../payment.js';
import type { AbortSignal } from '../../lib/web-types.js';

/** A service, and how long it may be asked. */
export interface Service {
  readonly node: Node;
  readonly caller: string;
  readonly signal: AbortSignal | undefined;
}

/** A transfer, as a transaction asks for it. */
export interface Transfer {
  readonly sender: string;
  readonly recipient: string;
  /** Base units. */
  readonly amount: bigint;
  /** Hex without `0x`. Empty for none. */
  readonly memo: string;
}

/** A transfer, as an event or a list reports it. A field is undefined if it is no principal, or no whole number. */
export interface ReportedTransfer {
  readonly sender: string | undefined;
  readonly recipient: string | undefined;
  /** Base units. */
  readonly amount: bigint | undefined;
}

/** What a transaction does, as far as it can be a payment. */
export type Payload =
  | ({ readonly type: 'stx' } & Transfer)
  | {
      readonly type: 'call';
      readonly contract: string;
      readonly functionName: string;
      /** The arguments of `transfer` (SIP-010). Undefined for other arguments. */
      readonly transfer: Transfer | undefined;
    }
  | { readonly type: 'other' };

/** The block of a transaction. */
export interface PaymentBlock {
  readonly height: number;
  /** Milliseconds since 1970. */
  readonly time: number;
}

export type ReadTransaction =
  | { readonly status: 'missing' | 'failed'; readonly reason: string }
  | {
      readonly status: 'pending';
      readonly reason: string;
      /** What it will do. Undefined if that cannot be read yet. */
      readonly payload: Payload | undefined;
    }
  | {
      readonly status: 'success';
      readonly payload: Payload;
      readonly block: PaymentBlock;
      /** The events that came with it: `v1` has them in the same answer. */
      readonly events: EventList | undefined;
    };

/** Events. `isAll`: false if the transaction has more. */
interface EventList {
  readonly rows: readonly Fields[];
  readonly isAll: boolean;
}

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
const MAX_TRANSACTION_BYTES = 2_500_000;
/** The most bytes of a list, for each row: an event may print a value. */
const MAX_ROW_BYTES = 4_000;
/** The most events, and the most transfers, of one answer. */
const PAGE_SIZE = 50;
/** The most answers that are read of the events of a transaction. A transfer has a few events. */
const MAX_EVENT_PAGES = 4;
/** The same of the transfers of an account. */
const MAX_TRANSFER_PAGES = 20;
/** The most answers that are read of the transactions of an account that wait for a block, among them what it receives. */
const MAX_PENDING_PAGES = 4;
/** Milliseconds. How far the time of a block may be before that of this server: miners have clocks of their own. */
const MAX_CLOCK_DIFFERENCE = 600_000;

/** The JSON of a route, and its status. @throws ServiceFault; the reason of the signal */
async function readPath({ node, caller, signal }: Service, path: string, maxBytes: number) {
  try {
    return await requestNode(node, { ...GET_SMALL, caller, path, maxBytes }, { maxAge: 0, signal });
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
  return findWrongNetwork(node, { maxAge: 0, signal });
}

/**
 * Reads a transaction: from `v3`, or from `v1` of an API without it.
 *
 * @param id as {@link readId} returns it
 * @throws ServiceFault; the reason of the signal
 */
export async function readTransaction(service: Service, id: string): Promise<ReadTransaction> {
  const base = service.node.baseUrl;
  const row = await readRoutes(`${base} a payment`, [
    async (isKnown) => {
      const path = `/extended/v3/transactions/${id}?include=function_args`;
      const answer = await readPath(service, path, MAX_TRANSACTION_BYTES);
      if (isRouteMissing(answer, isKnown)) return undefined;
      return readRow(service, id, answer, fromV3);
    },
    async (isKnown) => {
      const path = `/extended/v1/tx/${id}?event_limit=100`;
      const answer = await readPath(service, path, MAX_TRANSACTION_BYTES);
      if (isRouteMissing(answer, isKnown)) return undefined;
      return readRow(service, id, answer, fromV1);
    },
  ]);
  return row ?? noRoute(service, 'for a transaction');
}

function noRoute({ node }: Service, what: string): never {
  throw new ServiceFault(`${withoutQuery(node.baseUrl)} has no route ${what}.`);
}

/** A transaction, from a row of either version. */
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
  readonly events: EventList | undefined;
}

/** Only `v1` has rows of forks. */
const isInFork = (tx: Fields): boolean =>
  (tx['canonical'] ?? true) !== true ||
  (tx['microblock_canonical'] ?? true) !== true ||
  (tx['is_unanchored'] ?? false) !== false;

const fromV3 = (tx: Fields): Row => {
  const transfer = fields(tx['token_transfer']);
  const block = fields(tx['block']);
  return {
    id: tx['tx_id'],
    status: tx['status'],
    isOrphan: isInFork(tx),
    type: tx['type'],
    sender: fields(tx['sender'])['address'],
    transfer,
    recipient: transfer['recipient'],
    call: fields(tx['contract_call']),
    height: block['height'],
    time: block['time'],
    events: undefined,
  };
};

const fromV1 = (tx: Fields): Row => {
  const transfer = fields(tx['token_transfer']);
  return {
    id: tx['tx_id'],
    status: tx['tx_status'],
    isOrphan: isInFork(tx),
    type: tx['tx_type'],
    sender: tx['sender_address'],
    transfer,
    recipient: transfer['recipient_address'],
    call: fields(tx['contract_call']),
    height: tx['block_height'],
    time: tx['block_time'],
    events: readV1Events(tx),
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
  const txStatus = text(row.status) ?? '';
  const getPayload = () =>
    readPayload(row, (what) => unusable(service, `without the ${what} of ${id}`));
  if (txStatus === 'pending' || row.isOrphan) {
    const reason = 'the transaction is in no block yet';
    return { status: 'pending', reason, payload: attempt(getPayload) };
  }
  // A dropped or replaced transaction may come back: that it is not in a block is all that is known. In v3 it is a 404.
  if (txStatus.startsWith('dropped_')) {
    return { status: 'missing', reason: `the transaction left the mempool (${txStatus})` };
  }
  if (FAILED.includes(txStatus)) {
    return { status: 'failed', reason: `the transaction failed (${txStatus})` };
  }
  if (txStatus !== 'success') {
    throw unusable(service, `with the status "${txStatus}" for ${id}`);
  }
  const height = count(row.height);
  const time = fromSeconds(row.time);
  if (height === undefined || time === undefined) {
    throw unusable(service, `without the block of ${id}`);
  }
  return {
    status: 'success',
    payload: getPayload(),
    block: { height, time },
    events: row.events,
  };
}

/**
 * What a transaction does. A field that it must have and that cannot be read is a fault of the service: it says nothing of the
 * payment.
 */
function readPayload(
  { type, transfer, sender, recipient, call }: Row,
  missing: (what: string) => ServiceFault,
): Payload {
  function must<T>(value: T | undefined, what: string): T {
    if (value === undefined) throw missing(what);
    return value;
  }
  const kind = must(text(type), 'type');
  if (kind === 'token_transfer') {
    return {
      type: 'stx',
      sender: must(readPrincipal(sender), 'sender'),
      recipient: must(readPrincipal(recipient), 'receiver'),
      amount: must(readAmount(transfer['amount']), 'amount'),
      memo: must(readMemo(transfer['memo']), 'memo'),
    };
  }
  if (kind !== 'contract_call') return { type: 'other' };
  const args = must(readValues(call['function_args']), 'arguments');
  return {
    type: 'call',
    contract: must(readPrincipal(call['contract_id']), 'contract'),
    functionName: must(text(call['function_name']), 'function'),
    transfer: readTransfer(args),
  };
}

/** Compared, and returned to the merchant. */
export const readPrincipal = (value: unknown): string | undefined =>
  typeof value === 'string' && encodePrincipal(value)?.asset === '' ? value : undefined;

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
  if (typeof hex !== 'string' || hex.length % 2 > 0) return undefined;
  return bareHex(hex)
    ?.toLowerCase()
    .replace(/(?:00)+$/, '');
}

/**
 * The values of arguments, each read from its bytes: its text for people is not unique. Undefined if one of them cannot be
 * read.
 */
function readValues(args: unknown): readonly ClarityValue[] | undefined {
  if (!Array.isArray(args)) return undefined;
  const values = list(args).map((argument) => {
    const hex = fields(argument)['hex'];
    return typeof hex === 'string' ? attempt(() => deserialize(hex)) : undefined;
  });
  return values.every((value) => value !== undefined) ? values : undefined;
}

/** The arguments of `transfer`: amount, sender, recipient, and a memo or none. */
function readTransfer(args: readonly ClarityValue[]): Transfer | undefined {
  if (args.length !== 4) return undefined;
  const [amount, sender, recipient, memo] = args;
  if (amount?.type !== 'uint') return undefined;
  const from = toPrincipal(sender);
  const to = toPrincipal(recipient);
  const memoHex = toMemoHex(memo);
  if (from === undefined || to === undefined || memoHex === undefined) return undefined;
  return { amount: BigInt(amount.value), sender: from, recipient: to, memo: memoHex };
}

/** Undefined for a value of another type. */
const toPrincipal = (value: ClarityValue | undefined): string | undefined =>
  value?.type === 'address' || value?.type === 'contract' ? value.value : undefined;

/** The bytes of an optional buffer in hex: none for `none`. Undefined for a value of another type. */
function toMemoHex(value: ClarityValue | undefined): string | undefined {
  if (value?.type === 'none') return '';
  return value?.type === 'some' && value.value.type === 'buffer' ? value.value.value : undefined;
}

/** The events of `v1`, in the form of `v3`. Undefined for what is no list of events. */
function readV1Events({ events, event_count }: Fields): EventList | undefined {
  const rows = list(events).map((event) => fields(event));
  if (!Array.isArray(events) || rows.some((row) => text(row['event_type']) === undefined)) {
    return undefined;
  }
  // The route returns at most 100 events.
  const isAll = rows.length >= (count(event_count) ?? (rows.length < 100 ? 0 : Infinity));
  return { rows: rows.map(readV1Event), isAll };
}

function readV1Event({ event_type, asset }: Fields): Fields {
  const { asset_event_type, asset_id, sender, recipient, amount } = fields(asset);
  if (event_type !== 'fungible_token_asset') return fields(undefined);
  const moved = { type: asset_event_type, asset_identifier: asset_id, sender, recipient, amount };
  return { type: 'ft_asset', ft_asset: bare(moved) };
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
  events: EventList | undefined,
): Promise<{ readonly transfers: readonly ReportedTransfer[]; readonly isAll: boolean }> {
  const read = (events: readonly Fields[]) =>
    events.flatMap((event) => {
      const moved = fields(event['ft_asset']);
      if (event['type'] !== 'ft_asset' || moved['type'] !== 'transfer') return [];
      return moved['asset_identifier'] === asset ? [toTransfer(moved)] : [];
    });
  if (events) return { transfers: read(events.rows), isAll: events.isAll };
  const path = `/extended/v3/transactions/${id}/events?limit=${PAGE_SIZE}`;
  const { rows, isAll } = await readList(service, path, MAX_EVENT_PAGES);
  if (!rows) return noRoute(service, 'for the events of a transaction');
  if (rows.some((event) => count(event['event_index']) === undefined)) {
    throw unusable(service, `what is no list of events to ${path}`);
  }
  return { transfers: read(rows), isAll };
}

function toTransfer(moved: Fields): ReportedTransfer {
  const [sender, recipient] = [moved['sender'], moved['recipient']].map(readPrincipal);
  return { sender, recipient, amount: readAmount(moved['amount']) };
}

/**
 * The rows of a list. `rows` is undefined if the service does not have the route. `isAll`: false if it has more rows than were
 * read, of those that are wanted.
 *
 * @param isLast whether no page after this one has a row that is wanted
 * @param deadline the time after which no further page is read
 */
async function readList(
  service: Service,
  path: string,
  pages: number,
  isLast: (rows: readonly Fields[]) => boolean = () => false,
  deadline = Infinity,
): Promise<{ readonly rows: readonly Fields[] | undefined; readonly isAll: boolean }> {
  const rows: Fields[] = [];
  let cursor = '';
  for (let page = 0; page < pages && Date.now() <= deadline; page += 1) {
    const answer = await readPath(service, path + cursor, PAGE_SIZE * MAX_ROW_BYTES);
    if (isRouteMissing(answer, page > 0)) return { rows: undefined, isAll: false };
    const json = fields(answer.json);
    if (answer.status !== 200 || !Array.isArray(json['results'])) {
      throw unusable(service, `${answer.status} without a list to ${path}`);
    }
    const added = list(json['results']).map(fields);
    rows.push(...added);
    if (isLast(added)) return { rows, isAll: true };
    const next = fields(json['cursor'])['next'] ?? undefined;
    // A list that ends before its total has lost something.
    if (next === undefined) return { rows, isAll: rows.length >= (count(json['total']) ?? 0) };
    // encodeURIComponent throws for a lone surrogate.
    if (typeof next !== 'string' || /\p{Surrogate}/u.test(next)) {
      throw unusable(service, `a cursor that is no text to ${path}`);
    }
    cursor = `&cursor=${encodeURIComponent(next)}`;
  }
  return { rows, isAll: false };
}

/** A transfer in the list of an account. */
export interface ListedTransfer extends ReportedTransfer {
  readonly id: string;
  /** Of a transfer of STX. */
  readonly memo: string | undefined;
}

/** The transfers that were read of an account. */
export interface TransferList {
  readonly transfers: readonly ListedTransfer[];
  /** False if there are more, as new as `since`. */
  readonly isAll: boolean;
  /** The number of transfers that were read. */
  readonly count: number;
  /** The time of the oldest one that was read: milliseconds since 1970, if the service says it. */
  readonly oldest: number | undefined;
}

/**
 * The newest transfers of an asset to an account: back to `since`, and at most 1000.
 *
 * @param since milliseconds since 1970: no transfer before it is wanted
 * @param deadline milliseconds since 1970: no further page is read after it
 * @throws ServiceFault for an API before 9.1.0, which does not have the list; the reason of the signal
 */
export async function readTransfersTo(
  service: Service,
  to: string,
  asset: string,
  since: number | undefined,
  deadline: number,
): Promise<TransferList> {
  const route = asset === 'stx' ? 'stx/inbound' : `ft/${encodeURIComponent(asset)}`;
  const path = `/extended/v3/principals/${to}/transfers/${route}?limit=${PAGE_SIZE}`;
  const timeOf = (row: Fields | undefined) => fromSeconds(fields(row?.['block'])['time']);
  const earliest = since === undefined ? -Infinity : since - MAX_CLOCK_DIFFERENCE;
  // The newest are first. All rows of the page must be older: a single one may have a wrong time.
  const isLast = (page: readonly Fields[]) =>
    page.length > 0 && page.every((row) => (timeOf(row) ?? Infinity) < earliest);
  const { rows, isAll } = await readList(service, path, MAX_TRANSFER_PAGES, isLast, deadline);
  if (!rows)
    return noRoute(service, 'for the transfers of an account, which stacks-blockchain-api has since 9.1.0'); // prettier-ignore
  const transfers = rows.flatMap((row) => {
    const id = readId(fields(row['transaction'])['tx_id']);
    return id === undefined ? [] : [{ ...toTransfer(row), id, memo: readMemo(row['memo']) }];
  });
  return { transfers, isAll, count: rows.length, oldest: timeOf(rows.at(-1)) };
}

/**
 * The ids of the transactions that an account has sent and that wait for a block. Empty if the service does not have the list.
 *
 * @throws ServiceFault, also if there are more than 200; the reason of the signal
 */
export async function readPendingIds(service: Service, from: string): Promise<readonly string[]> {
  const path = `/extended/v3/principals/${from}/mempool/transactions?limit=${PAGE_SIZE}`;
  const { rows, isAll } = await readList(service, path, MAX_PENDING_PAGES);
  if (!rows) return [];
  if (!isAll) throw unusable(service, `a part of the pending transactions of ${from}`);
  // The list also has what others send to the account.
  const isOwn = ({ sender }: Fields) => (text(fields(sender)['address']) ?? from) === from;
  return rows.filter(isOwn).flatMap((row) => readId(row['tx_id']) ?? []);
}

/** The height of the newest block. @throws ServiceFault; the reason of the signal */
export async function readTip(service: Service): Promise<number> {
  const answer = await readPath(service, '/extended', 65_536);
  const height = count(fields(fields(answer.json)['chain_tip'])['block_height']);
  if (answer.status === 200 && height !== undefined) return height;
  // A node without an API does not have that route.
  const info = await readPath(service, NODE_INFO, 65_536);
  const tip = count(fields(info.json)['stacks_tip_height']);
  if (info.status === 200 && tip !== undefined) return tip;
  throw unusable(service, 'without the height of the chain');
}
