import { Cl } from '@stacks/transactions';
import { bytesToHex } from '../lib/bytes.js';

/** What a Stacks API says of one transaction, in the form of `v3`. */
export interface PaymentRow {
  tx_id?: unknown;
  status?: unknown;
  type?: unknown;
  sender?: { address?: unknown };
  block?: { height?: unknown; time?: unknown } | undefined;
  token_transfer?: { recipient?: unknown; amount?: unknown; memo?: unknown } | undefined;
  contract_call?:
    | { contract_id?: unknown; function_name?: unknown; function_args?: unknown }
    | undefined;
  [more: string]: unknown;
}

export interface PaymentEvent {
  type?: unknown;
  ft_asset?: Record<string, unknown>;
  [more: string]: unknown;
}

/** What a service answers. Each part can be replaced by an answer of any kind. */
export interface PaymentChain {
  row: PaymentRow;
  events: PaymentEvent[];
  tip: unknown;
  networkId: unknown;
}

type Answer = Response | undefined | Promise<Response | undefined>;
/** Answers instead of the service, or undefined. */
export type Override = (path: string) => Answer;

export const PAYER = 'SPC5KHM41H6WHAST7MWWDD807YSPRQKJ69FSH54J';
export const SHOP = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';
export const SBTC = 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token';
export const SBTC_ASSET = `${SBTC}::sbtc-token`;
export const PAID = `0x${'5a'.repeat(32)}`;
export const ORDER = 'A-1042';
/** The time of the block: seconds since 1970. */
export const BLOCK_TIME = 1_790_000_000;

export const hexOf = (text: string): string => `0x${bytesToHex(new TextEncoder().encode(text))}`;
type Value = Parameters<typeof Cl.serialize>[0];
export const argument = (value: Value) => ({
  hex: `0x${Cl.serialize(value)}`,
  repr: Cl.stringify(value),
});

const mined = (): PaymentRow => ({
  tx_id: PAID,
  status: 'success',
  sender: { address: PAYER },
  block: { height: 100, time: BLOCK_TIME },
  result: { hex: '0x0703', repr: '(ok true)' },
});

/** A payment of 5 STX. */
export const stxChain = (): PaymentChain => ({
  row: {
    ...mined(),
    type: 'token_transfer',
    token_transfer: {
      recipient: SHOP,
      amount: '5000000',
      memo: { hex: hexOf(ORDER), repr: ORDER },
    },
  },
  ...{ events: [], tip: 100, networkId: 1 },
});

export const transferEvent = (more: Record<string, unknown> = {}): PaymentEvent => ({
  event_index: 0,
  type: 'ft_asset',
  ft_asset: {
    ...{ type: 'transfer', asset_identifier: SBTC_ASSET, sender: PAYER, recipient: SHOP },
    ...{ amount: '2500', ...more },
  },
});

export const transferArguments = (
  amount: bigint | number = 2500n,
  sender = PAYER,
  recipient = SHOP,
  memo: Value = Cl.some(Cl.bufferFromUtf8(ORDER)),
) => [Cl.uint(amount), Cl.principal(sender), Cl.principal(recipient), memo].map(argument);

/** A payment of 2500 satoshis of sBTC. */
export const sbtcChain = (): PaymentChain => ({
  row: {
    ...mined(),
    type: 'contract_call',
    contract_call: {
      contract_id: SBTC,
      function_name: 'transfer',
      function_args: transferArguments(),
    },
  },
  ...{ events: [transferEvent()], tip: 100, networkId: 1 },
});

/** Answers the lists of accounts: the transfer of 5 STX, in a block or waiting for one. */
export const listsOf =
  ({ row }: PaymentChain): Override =>
  (path) => {
    const isPending = row.status === 'pending';
    if (path.includes(`/${PAYER}/mempool/`)) {
      return answerJson({ results: isPending ? [{ tx_id: PAID }] : [] });
    }
    const memo = { hex: hexOf(ORDER), repr: ORDER };
    const mined = { sender: PAYER, recipient: SHOP, amount: '5000000', memo, transaction: { tx_id: PAID } }; // prettier-ignore
    return path.includes('/transfers/')
      ? answerJson({ results: isPending ? [] : [mined] })
      : undefined;
  };

let count = 0;

/** The options of a verification that asks this service, of one of the two generations of the API. */
export function serviceFor(chain: PaymentChain, version: 'v3' | 'v1', override?: Override) {
  count += 1;
  const requests: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    const { pathname, search } = new URL(
      typeof input === 'string' || input instanceof URL ? input : input.url,
    );
    requests.push(pathname + search);
    return (
      (await override?.(pathname + search)) ??
      (await answer(chain, version, pathname, search)) ??
      noRoute()
    );
  };
  // Of its own: which routes a service has is remembered by its URL.
  return { fetch, stacksApi: `https://api-${count}.example`, requests };
}

export const answerJson = (body: unknown, status = 200, headers = {}): Response =>
  new Response(JSON.stringify(body), { status, headers });
const noRoute = () => answerJson({ message: 'Route GET:/ not found', error: 'Not Found' }, 404);

const EVENTS = 50;

function answer(chain: PaymentChain, version: 'v3' | 'v1', path: string, search: string): Answer {
  const { row, events, tip, networkId } = chain;
  if (path === '/v2/info') return answerJson({ network_id: networkId });
  if (path === '/extended') return answerJson({ chain_tip: { block_height: tip } });
  if (version === 'v1') {
    return path === `/extended/v1/tx/${PAID}` ? answerJson(toOld(row, events)) : undefined;
  }
  if (path === `/extended/v3/transactions/${PAID}`) return answerJson(row);
  if (path !== `/extended/v3/transactions/${PAID}/events`) return undefined;
  const from = Number(new URLSearchParams(search).get('cursor') ?? 0);
  const to = from + EVENTS;
  const next = to < events.length ? `${to}` : null;
  return answerJson({
    total: events.length,
    cursor: { next },
    results: events.slice(from, to),
  });
}

/** The same as `v1` writes it. */
function toOld(row: PaymentRow, events: readonly PaymentEvent[]) {
  const { status, type, sender, block, token_transfer, contract_call, ...more } = row;
  const memo = token_transfer?.memo;
  const hex = typeof memo === 'object' && memo !== null ? (memo as { hex?: unknown }).hex : memo;
  return {
    ...{ canonical: true, microblock_canonical: true, is_unanchored: false },
    ...more,
    ...{ tx_status: status, tx_type: type, sender_address: sender?.address },
    ...(block && { block_height: block.height, block_time: block.time }),
    ...(token_transfer && {
      token_transfer: {
        recipient_address: token_transfer.recipient,
        amount: token_transfer.amount,
        memo:
          memo === null
            ? `0x${'00'.repeat(34)}`
            : typeof hex === 'string' && hex.length % 2 === 0
              ? hex.padEnd(2 + 68, '0')
              : hex,
      },
    }),
    ...(contract_call && { contract_call }),
    ...(Array.isArray(events) && { event_count: events.length }),
    events: Array.isArray(events) ? events.slice(0, 100).map(toOldEvent) : (events as unknown),
  };
}

function toOldEvent(event: unknown) {
  if (typeof event !== 'object' || event === null) return event;
  const { type: kind, ft_asset } = event as PaymentEvent;
  const { type: moved, asset_identifier, ...asset } = ft_asset ?? {};
  return {
    event_type: kind === 'ft_asset' ? 'fungible_token_asset' : kind,
    asset: { asset_event_type: moved, asset_id: asset_identifier, ...asset },
  };
}
