/** Attacks on `verifyPayment`, each over a service with the routes `v3` and one with those of `v1`. */
import { expect } from '@esm-bundle/chai';
import { Cl } from '@stacks/transactions';
import {
  answerJson,
  argument,
  BLOCK_TIME,
  hexOf,
  ORDER,
  PAID,
  PAYER,
  SBTC,
  SBTC_ASSET,
  sbtcChain,
  serviceFor,
  SHOP,
  stxChain,
  transferArguments,
  transferEvent,
  type Override,
  type PaymentChain,
} from '../../testing/payment-service.js';
import { bytesToHex } from '../../lib/bytes.js';
import { memoryPaymentStore } from './stores.js';
import {
  findPayment,
  verifyPayment,
  type ExpectedPayment,
  type VerifyPaymentOptions,
} from './verify-payment.js';

const STX: ExpectedPayment = { to: SHOP, asset: 'stx', amount: 5_000_000n, order: ORDER };
const TOKEN: ExpectedPayment = { to: SHOP, asset: 'sbtc', amount: 2500n, order: ORDER };
const OTHER = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
/** The same keys as {@link SHOP} on testnet. */
const TESTNET_SHOP = 'ST3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMEXRWMFR';
const FORGED = `${OTHER}.sbtc-token`;
const ROUTER = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-router';
const LARGE = 9_007_199_254_740_993n;

type Change = (chain: PaymentChain) => void;
interface Attack {
  readonly code: string;
  readonly change: Change;
  readonly expected?: Partial<ExpectedPayment>;
  readonly options?: Partial<VerifyPaymentOptions>;
}
const attack = (code: string, change: Change, more: Partial<Attack> = {}): Attack => ({
  ...{ code, change },
  ...more,
});
const transfer =
  (more: object): Change =>
  ({ row }) =>
    Object.assign(row.token_transfer!, more);
const memo = (hex: unknown, repr: unknown = ORDER) => transfer({ memo: { hex, repr } });
const call =
  (more: object): Change =>
  ({ row }) =>
    Object.assign(row.contract_call!, more);
const args = (...given: Parameters<typeof transferArguments>) =>
  call({ function_args: transferArguments(...given) });
/** The arguments with one of them replaced. */
const withArgument = (at: number, value: unknown) => {
  const list: unknown[] = transferArguments();
  list[at] = value;
  return call({ function_args: list });
};
const event =
  (more: Record<string, unknown>): Change =>
  (chain) => {
    chain.events = [transferEvent(more)];
  };
const row =
  (more: object): Change =>
  (chain) =>
    Object.assign(chain.row, more);
const bytes = (...values: readonly number[]) => `0x${bytesToHex(Uint8Array.from(values))}`;

/** What is wrong with a payment of STX. */
const STX_ATTACKS: Readonly<Record<string, Attack>> = {
  'one micro-STX too little': attack('wrong-amount', transfer({ amount: '4999999' })),
  'one micro-STX too much': attack('wrong-amount', transfer({ amount: '5000001' })),
  'nothing': attack('wrong-amount', transfer({ amount: '0' })),
  'whole STX in place of micro-STX': attack('wrong-amount', transfer({ amount: '5' })),
  'no amount': attack('service', transfer({ amount: undefined })),
  'an amount that is a number': attack('service', transfer({ amount: 5_000_000 })),
  'an amount with an exponent': attack('service', transfer({ amount: '5e6' })),
  'an amount with a fraction': attack('service', transfer({ amount: '5000000.0' })),
  'an amount in hex': attack('service', transfer({ amount: '0x4c4b40' })),
  'a negative amount': attack('service', transfer({ amount: '-5000000' })),
  'an amount with a space': attack('service', transfer({ amount: '5000000 ' })),
  'an amount with other digits': attack('service', transfer({ amount: '５００００００' })),
  'an amount in a list': attack('service', transfer({ amount: ['5000000'] })),
  'an amount that is the same in 64 bits': attack('wrong-amount', transfer({ amount: `${2n ** 64n + 5_000_000n}` })),
  'an amount that a number rounds to the same': attack('wrong-amount', transfer({ amount: `${LARGE - 1n}` }), { expected: { amount: LARGE } }),
  'a megabyte of digits': attack('service', transfer({ amount: '5'.repeat(1_000_000) })),
  'another receiver': attack('wrong-recipient', transfer({ recipient: OTHER })),
  'the payer as the receiver': attack('wrong-recipient', transfer({ recipient: PAYER })),
  'a contract of the receiver': attack('wrong-recipient', transfer({ recipient: `${SHOP}.till` })),
  'the receiver’s address on testnet': attack('wrong-recipient', transfer({ recipient: TESTNET_SHOP })),
  'the receiver in lower case': attack('service', transfer({ recipient: SHOP.toLowerCase() })),
  'the receiver with a space': attack('service', transfer({ recipient: `${SHOP} ` })),
  'the receiver in a list': attack('service', transfer({ recipient: [SHOP] })),
  'no receiver': attack('service', transfer({ recipient: undefined })),
  'another order': attack('wrong-order', memo(hexOf('A-1043'))),
  'an order that begins with it': attack('wrong-order', memo(hexOf('A-10421'))),
  'an order that it begins with': attack('wrong-order', memo(hexOf('A-104'))),
  'a memo that ends with the order': attack('wrong-order', memo(hexOf('order A-1042'))),
  'a memo that contains the order': attack('wrong-order', memo(hexOf('B-7 A-1042 B-8'))),
  'the order in lower case': attack('wrong-order', memo(hexOf('a-1042'))),
  'the order with a space': attack('wrong-order', memo(hexOf('A-1042 '))),
  'the order after a zero': attack('wrong-order', memo(`0x00${hexOf(ORDER).slice(2)}`)),
  'the order with a zero inside': attack('wrong-order', memo(`${hexOf('A-')}00${hexOf('1042').slice(2)}`)),
  'the order before a zero and another one': attack('wrong-order', memo(`${hexOf(ORDER)}00${hexOf('B').slice(2)}`)),
  'the order in UTF-16': attack('wrong-order', memo(bytes(...[...ORDER].flatMap((letter) => [letter.charCodeAt(0), 0])))),
  'the order with a letter that looks the same': attack('wrong-order', memo(hexOf('А-1042'))),
  'the order as a Clarity value': attack('wrong-order', memo(`0x${Cl.serialize(Cl.bufferFromUtf8(ORDER))}`)),
  'the order in hex as a text': attack('wrong-order', memo(hexOf(hexOf(ORDER)))),
  'another order, whose text for people is the order': attack('wrong-order', memo(hexOf('B-7'), ORDER)),
  'the order in the text for people alone': attack('service', memo(undefined, ORDER)),
  'no memo': attack('wrong-order', transfer({ memo: null })),
  'a memo that is no hex': attack('service', memo(ORDER)),
  'half a byte too much': attack('service', memo(`${hexOf(ORDER)}0`.padEnd(71, '1'))),
  'a memo in a list': attack('service', transfer({ memo: [hexOf(ORDER)] })),
  'a call of a contract that sends it': attack('wrong-asset', row({ type: 'contract_call', contract_call: { contract_id: ROUTER, function_name: 'transfer', function_args: transferArguments(5_000_000n) } })),
  'a deployment with the same fields': attack('wrong-asset', row({ type: 'smart_contract' })),
  'a coinbase with the same fields': attack('wrong-asset', row({ type: 'coinbase' })),
  'no type': attack('service', row({ type: undefined })),
  'a type in a list': attack('service', row({ type: ['token_transfer'] })),
  'a token in place of STX': attack('wrong-asset', (chain) => Object.assign(chain, sbtcChain())),
  'an error of a contract': attack('failed', row({ status: 'abort_by_response' })),
  'a broken post-condition that shows (ok true)': attack('failed', row({ status: 'abort_by_post_condition' })),
  'a transaction that was skipped': attack('failed', row({ status: 'problematic_skipped' })),
  'a pending transaction': attack('pending', row({ status: 'pending', block: undefined })),
  'a pending transaction with a block': attack('pending', row({ status: 'pending' })),
  'a replaced transaction': attack('not-found', row({ status: 'dropped_replace_by_fee' })),
  'one replaced across a fork': attack('not-found', row({ status: 'dropped_replace_across_fork' })),
  'a transaction that was too old': attack('not-found', row({ status: 'dropped_stale_garbage_collect' })),
  'one that was too expensive': attack('not-found', row({ status: 'dropped_too_expensive' })),
  'a dropped one with a block': attack('not-found', row({ status: 'dropped_problematic' })),
  'a new status': attack('service', row({ status: 'settled' })),
  'a status in upper case': attack('service', row({ status: 'SUCCESS' })),
  'a status that is true': attack('service', row({ status: true })),
  'a status in a list': attack('service', row({ status: ['success'] })),
  'no status': attack('service', row({ status: undefined })),
  'a success without a block': attack('service', row({ block: undefined })),
  'a block without a height': attack('service', row({ block: { time: BLOCK_TIME } })),
  'a block with a negative height': attack('service', row({ block: { height: -1, time: BLOCK_TIME } })),
  'a block with a text as its height': attack('service', row({ block: { height: '100', time: BLOCK_TIME } })),
  'a block without a time': attack('service', row({ block: { height: 100 } })),
  'a block whose time is in milliseconds': attack('service', row({ block: { height: 100, time: BLOCK_TIME * 1000 } })),
  'a row of another transaction': attack('service', row({ tx_id: `0x${'5b'.repeat(32)}` })),
  'a row without an id': attack('service', row({ tx_id: undefined })),
  'a row whose id is in a list': attack('service', row({ tx_id: [PAID] })),
  'a row without a sender': attack('service', row({ sender: {} })),
  'an empty row': attack('service', (chain) => { chain.row = {}; }),
  'a block after the end of the order': attack('expired', () => {}, { expected: { expires: BLOCK_TIME * 1000 - 1 } }),
  'one block of two': attack('pending', () => {}, { options: { confirmations: 2 } }),
  'five blocks of six': attack('pending', (chain) => { chain.tip = 104; }, { options: { confirmations: 6 } }),
  'a block above the newest one': attack('pending', (chain) => { chain.tip = 99; }),
  'no newest block': attack('service', (chain) => { chain.tip = undefined; }),
  'a newest block that is a text': attack('service', (chain) => { chain.tip = '9999'; }),
  'a service of a test network': attack('wrong-network', (chain) => { chain.networkId = 2_147_483_648; }),
  'an amount that is true': attack('service', transfer({ amount: true })),
  'an amount that is null': attack('service', transfer({ amount: null })),
  'an amount with a plus': attack('service', transfer({ amount: '+5000000' })),
  'an amount that is the same in 128 bits': attack('wrong-amount', transfer({ amount: `${2n ** 128n - 1n}` })),
  'an amount of 40 digits': attack('service', transfer({ amount: '5'.repeat(40) })),
  'the amount of a token in an object': attack('service', transfer({ amount: { value: '5000000' } })),
  'a receiver with a wrong checksum': attack('service', transfer({ recipient: `${SHOP.slice(0, -1)}J` })),
  'an asset identifier as the receiver': attack('service', transfer({ recipient: SBTC_ASSET })),
  'a memo that is a number': attack('service', transfer({ memo: 4_111 })),
  'a memo that is true': attack('service', transfer({ memo: true })),
  'a memo whose hex is a number': attack('service', memo(0x41)),
  'a memo whose hex is in a list': attack('service', memo([hexOf(ORDER)])),
  'a memo of half a byte': attack('service', memo(hexOf(ORDER).slice(0, -1))),
  'a memo of zeros': attack('wrong-order', memo(`0x${'00'.repeat(34)}`)),
  'a memo that is padded at its start': attack('wrong-order', memo(`0x${hexOf(ORDER).slice(2).padStart(68, '0')}`)),
  'the order after a byte order mark': attack('wrong-order', memo(hexOf(`\ufeff${ORDER}`))),
  'the order with another form of a letter': attack('wrong-order', memo(hexOf('cafe\u0301')), { expected: { order: 'caf\u00e9' } }),
  'the order in Latin-1': attack('wrong-order', memo('0x636166e9'), { expected: { order: 'caf\u00e9' } }),
  'the order with a new line': attack('wrong-order', memo(hexOf(`${ORDER}\n`))),
  'the order twice': attack('wrong-order', memo(hexOf(ORDER + ORDER))),
  'no transfer at all': attack('service', row({ token_transfer: undefined })),
  'a transfer in a list': attack('service', (chain) => { chain.row = { ...chain.row, token_transfer: [chain.row.token_transfer] as never }; }),
  'a tenure change with the same fields': attack('wrong-asset', row({ type: 'tenure_change' })),
  'a poisoned microblock with the same fields': attack('wrong-asset', row({ type: 'poison_microblock' })),
  'a type with a space': attack('wrong-asset', row({ type: 'token_transfer ' })),
  'a coinbase that pays the receiver': attack('wrong-asset', row({ type: 'coinbase', token_transfer: undefined, coinbase_payload: { alt_recipient: SHOP, data: hexOf(ORDER) } })),
  'a row of a fork': attack('pending', row({ canonical: false })),
  'a row of a fork, as a text': attack('pending', row({ canonical: 'false' })),
  'a row of a lost microblock': attack('pending', row({ microblock_canonical: false })),
  'a row that is not anchored': attack('pending', row({ is_unanchored: true })),
  'a pending one that was replaced': attack('pending', row({ status: 'pending', replaced_by_tx_id: PAID })),
  'a block with half a height': attack('service', row({ block: { height: 100.5, time: BLOCK_TIME } })),
  'a block with a height above 2^53': attack('service', row({ block: { height: 1e300, time: BLOCK_TIME } })),
  'a block in a list': attack('service', row({ block: [{ height: 100, time: BLOCK_TIME }] })),
  'a block that is null': attack('service', row({ block: null })),
  'a block with a negative time': attack('service', row({ block: { height: 100, time: -1 } })),
  'a block with a text as its time': attack('service', row({ block: { height: 100, time: '2026-09-21' } })),
  'a newest block with a negative height': attack('service', (chain) => { chain.tip = -1; }),
  'a newest block in a list': attack('service', (chain) => { chain.tip = [100]; }),
  'a sender that is a list': attack('service', row({ sender: { address: [PAYER] } })),
  'a sender that is no address': attack('service', row({ sender: { address: '<script>' } })),
  'a sender with a wrong checksum': attack('service', row({ sender: { address: `${PAYER.slice(0, -1)}K` } })),
  'a sponsor in place of a sender': attack('service', row({ sender: undefined, sponsor: { address: PAYER } })),
  'a prototype in place of a row': attack('service', (chain) => { chain.row = { __proto__: { status: 'success' } }; }),
}; // prettier-ignore

const MANY = (count: number) =>
  Array.from({ length: count }, (_, event_index) => ({ event_index, type: 'contract_log' }));

/** What is wrong with a payment of sBTC. */
const TOKEN_ATTACKS: Readonly<Record<string, Attack>> = {
  'a token of the same contract name and asset name': attack('wrong-asset', (chain) => { call({ contract_id: FORGED })(chain); event({ asset_identifier: `${FORGED}::sbtc-token` })(chain); }),
  'a forged contract that reports the real asset': attack('wrong-asset', call({ contract_id: FORGED })),
  'a contract whose name begins with it': attack('wrong-asset', call({ contract_id: `${SBTC}-v2` })),
  'a contract in upper case': attack('wrong-asset', call({ contract_id: SBTC.toUpperCase() })),
  'the contract of testnet': attack('wrong-asset', call({ contract_id: 'SN3VMHXEN64ZZF71JQ5VESXDWTR301XTTXGF4J8F1.sbtc-token' })),
  'a router that emits the same transfer': attack('wrong-asset', call({ contract_id: ROUTER })),
  'a router that is called with the same arguments': attack('wrong-asset', call({ contract_id: ROUTER, function_name: 'transfer' })),
  'another function of the contract': attack('wrong-asset', call({ function_name: 'transfer-many' })),
  'a function in upper case': attack('wrong-asset', call({ function_name: 'TRANSFER' })),
  'no function': attack('service', call({ function_name: undefined })),
  'no contract': attack('service', call({ contract_id: undefined })),
  'the contract in a list': attack('service', call({ contract_id: [SBTC] })),
  'STX in place of the token': attack('wrong-asset', (chain) => Object.assign(chain, stxChain())),
  'a transfer of STX with an event of the token': attack('wrong-asset', (chain) => { chain.row = stxChain().row; }),
  'the locked token of the same contract': attack('wrong-asset', event({ asset_identifier: `${SBTC}::sbtc-token-locked` })),
  'an asset that the identifier begins with': attack('wrong-asset', event({ asset_identifier: `${SBTC_ASSET}-x` })),
  'an asset in a list': attack('wrong-asset', event({ asset_identifier: [SBTC_ASSET] })),
  'a mint in place of a transfer': attack('wrong-asset', event({ type: 'mint' })),
  'a burn in place of a transfer': attack('wrong-asset', event({ type: 'burn' })),
  'no event': attack('wrong-asset', (chain) => { chain.events = []; }),
  'a print of the same transfer': attack('wrong-asset', (chain) => { chain.events = [{ ...transferEvent(), type: 'contract_log' }]; }),
  'an event with a fee': attack('wrong-amount', event({ amount: '2475' })),
  'an event of one satoshi more': attack('wrong-amount', event({ amount: '2501' })),
  'an event whose amount is a number': attack('wrong-amount', event({ amount: 2500 })),
  'an event to another account': attack('wrong-amount', event({ recipient: OTHER })),
  'an event from another account': attack('wrong-amount', event({ sender: OTHER })),
  'two events of half the amount': attack('wrong-amount', (chain) => { chain.events = [transferEvent({ amount: '1250' }), transferEvent({ amount: '1250' })]; }),
  'more events than are read': attack('service', (chain) => { chain.events = MANY(400); }),
  'one satoshi too little': attack('wrong-amount', args(2499n)),
  'one satoshi too much': attack('wrong-amount', args(2501n)),
  'whole sBTC in place of satoshis': attack('wrong-amount', args(2500n * 10n ** 8n)),
  'an amount that is the same in 64 bits': attack('wrong-amount', args(2n ** 64n + 2500n)),
  'an amount that a number rounds to the same': attack('wrong-amount', (chain) => { args(LARGE - 1n)(chain); event({ amount: `${LARGE - 1n}` })(chain); }, { expected: { amount: LARGE } }),
  'another receiver': attack('wrong-recipient', args(2500n, PAYER, OTHER)),
  'the sender and the receiver in the wrong order': attack('wrong-recipient', args(2500n, SHOP, PAYER)),
  'a contract of the receiver': attack('wrong-recipient', args(2500n, PAYER, `${SHOP}.till`)),
  'no memo': attack('wrong-order', args(2500n, PAYER, SHOP, Cl.none())),
  'an empty memo': attack('wrong-order', args(2500n, PAYER, SHOP, Cl.some(Cl.bufferFromHex('')))),
  'another order': attack('wrong-order', args(2500n, PAYER, SHOP, Cl.some(Cl.bufferFromUtf8('A-1043')))),
  'a memo that contains the order': attack('wrong-order', args(2500n, PAYER, SHOP, Cl.some(Cl.bufferFromUtf8('x A-1042')))),
  'the order with zeros at its end': attack('wrong-order', args(2500n, PAYER, SHOP, Cl.some(Cl.bufferFromHex(`${hexOf(ORDER).slice(2)}0000`)))),
  'a memo that is a text': attack('wrong-asset', args(2500n, PAYER, SHOP, Cl.some(Cl.stringAscii(ORDER)))),
  'a memo that is not optional': attack('wrong-asset', args(2500n, PAYER, SHOP, Cl.bufferFromUtf8(ORDER))),
  'a memo that is optional twice': attack('wrong-asset', args(2500n, PAYER, SHOP, Cl.some(Cl.some(Cl.bufferFromUtf8(ORDER))))),
  'an amount that is signed': attack('wrong-asset', withArgument(0, argument(Cl.int(2500)))),
  'a receiver that is a text': attack('wrong-asset', withArgument(2, argument(Cl.stringAscii(SHOP)))),
  'a receiver that is optional': attack('wrong-asset', withArgument(2, argument(Cl.some(Cl.principal(SHOP))))),
  'three arguments': attack('wrong-asset', call({ function_args: transferArguments().slice(0, 3) })),
  'five arguments': attack('wrong-asset', call({ function_args: [...transferArguments(), argument(Cl.none())] })),
  'no arguments': attack('service', call({ function_args: undefined })),
  'arguments that are a text': attack('service', call({ function_args: 'u2500' })),
  'an argument without its bytes': attack('service', withArgument(0, { repr: 'u2500' })),
  'an argument whose bytes end too early': attack('service', withArgument(0, { hex: bytes(1, 0, 0), repr: 'u2500' })),
  'an argument with more bytes': attack('service', withArgument(0, { hex: `${argument(Cl.uint(2500)).hex}00` })),
  'an argument that is nested a million deep': attack('service', withArgument(3, { hex: `0x${'0a'.repeat(500_000)}` })),
  'an amount whose text for people is another': attack('wrong-amount', withArgument(0, { hex: argument(Cl.uint(1)).hex, repr: 'u2500' })),
  'an order whose text for people is another': attack('wrong-order', withArgument(3, { hex: argument(Cl.none()).hex, repr: `(some ${hexOf(ORDER)})` })),
  'arguments that are null': attack('service', call({ function_args: null })),
  'arguments in an object': attack('service', call({ function_args: { ...transferArguments() } })),
  'an argument that is null': attack('service', withArgument(3, null)),
  'an argument whose bytes are a number': attack('service', withArgument(0, { hex: 5 })),
  'a list of the arguments in one argument': attack('wrong-asset', call({ function_args: [argument(Cl.list([Cl.uint(2500)]))] })),
  'an amount in a tuple': attack('wrong-asset', withArgument(0, argument(Cl.tuple({ amount: Cl.uint(2500) })))),
  'an amount that is optional': attack('wrong-asset', withArgument(0, argument(Cl.some(Cl.uint(2500))))),
  'the largest amount': attack('wrong-amount', args(2n ** 128n - 1n)),
  'no amount': attack('wrong-amount', args(0n)),
  'a sender that is a contract, whose event is of the payer': attack('wrong-amount', args(2500n, ROUTER)),
  'a receiver whose keys are the same on testnet': attack('wrong-recipient', args(2500n, PAYER, TESTNET_SHOP)),
  'a memo of 35 bytes': attack('wrong-order', args(2500n, PAYER, SHOP, Cl.some(Cl.bufferFromUtf8(ORDER.padEnd(35))))),
  'the order as a response': attack('wrong-asset', withArgument(3, argument(Cl.ok(Cl.bufferFromUtf8(ORDER))))),
  'the same event twice, of half the amount': attack('wrong-amount', (chain) => { const half = transferEvent({ amount: '1250' }); chain.events = [half, half]; }),
  'an event with a negative amount': attack('wrong-amount', event({ amount: '-2500' })),
  'an event with a huge amount': attack('wrong-amount', event({ amount: '9'.repeat(39) })),
  'an event with no amount': attack('wrong-amount', event({ amount: undefined })),
  'an event of another token, then one of this to another account': attack('wrong-amount', (chain) => { chain.events = [transferEvent({ asset_identifier: `${FORGED}::sbtc-token` }), transferEvent({ recipient: OTHER })]; }),
  'an event of STX with the fields of the token': attack('wrong-asset', (chain) => { chain.events = [{ ...transferEvent(), type: 'stx_asset' }]; }),
  'an event of an NFT with the fields of the token': attack('wrong-asset', (chain) => { chain.events = [{ ...transferEvent(), type: 'nft_asset' }]; }),
  'an event whose transfer is a list': attack('wrong-asset', (chain) => { chain.events = [{ ...transferEvent(), ft_asset: [transferEvent().ft_asset] as never }]; }),
  'an event that is null': attack('service', (chain) => { chain.events = [null as never]; }),
  'an event that is a text': attack('service', (chain) => { chain.events = ['transfer' as never]; }),
  'events that are a text': attack('service', (chain) => { chain.events = 'transfer' as never; }),
  'a call in a list': attack('service', (chain) => { chain.row = { ...chain.row, contract_call: [chain.row.contract_call] as never }; }),
  'no call at all': attack('service', row({ contract_call: undefined })),
  'a call of a fork': attack('pending', row({ canonical: false })),
  'an aborted call that shows (ok true)': attack('failed', row({ status: 'abort_by_post_condition' })),
  'a pending call': attack('pending', row({ status: 'pending', block: undefined })),
}; // prettier-ignore

/** Payments that count, although something about them is unusual. */
const ACCEPTED: Readonly<Record<string, readonly ['stx' | 'sbtc', Change, Partial<Attack>?]>> = {
  'a memo that is padded': ['stx', memo(hexOf(ORDER).padEnd(70, '0'))],
  'a memo of the first versions of v3': ['stx', transfer({ memo: hexOf(ORDER) })],
  'hex in upper case': ['stx', memo(`0x${hexOf(ORDER).slice(2).toUpperCase()}`)],
  'an order of 34 bytes': [
    'stx',
    memo(hexOf('é'.repeat(17))),
    { expected: { order: 'é'.repeat(17) } },
  ],
  'a block at the very end of the order': [
    'stx',
    () => {},
    { expected: { expires: BLOCK_TIME * 1000 } },
  ],
  'as many blocks as are wanted': [
    'stx',
    (chain) => {
      chain.tip = 105;
    },
    { options: { confirmations: 6 } },
  ],
  'a transaction whose fee a sponsor paid': [
    'stx',
    row({ sponsored: true, sponsor: { address: OTHER, nonce: 3 }, sponsor_address: OTHER }),
  ],
  'the same event twice': [
    'sbtc',
    (chain) => {
      chain.events = [transferEvent(), transferEvent()];
    },
  ],
  'a transfer behind many of other accounts': [
    'sbtc',
    (chain) => {
      const others = Array.from({ length: 90 }, () => transferEvent({ recipient: OTHER }));
      chain.events = [...others, transferEvent()];
    },
  ],
  'a row with more in its prototype': [
    'stx',
    row(JSON.parse('{"__proto__":{"status":"pending"},"constructor":{"status":"pending"}}')),
  ],
  'a service that does not say its network': [
    'stx',
    (chain) => {
      chain.networkId = undefined;
    },
  ],
  'an amount above 2^53': [
    'sbtc',
    (chain) => {
      args(LARGE)(chain);
      event({ amount: `${LARGE}` })(chain);
    },
    { expected: { amount: LARGE } },
  ],
  'other events beside the transfer': [
    'sbtc',
    (chain) => {
      chain.events = [...MANY(60), transferEvent()];
    },
  ],
};

/** Answers of a service that say nothing of a payment: by what the first request gets. */
const ANSWERS: Readonly<Record<string, () => Response | Promise<Response>>> = {
  '429': () => answerJson({}, 429),
  '429 with a text': () => new Response('slow down', { status: 429 }),
  '429 with Retry-After': () => answerJson({}, 429, { 'retry-after': '7' }),
  '400': () => answerJson({ error: 'Bad Request' }, 400),
  '401': () => answerJson({}, 401),
  '403': () => new Response('blocked', { status: 403 }),
  '418': () => answerJson({}, 418),
  '500': () => answerJson({ error: 'database' }, 500),
  '502 with HTML': () => new Response('<html>', { status: 502 }),
  '503': () => answerJson({}, 503),
  '504': () => new Response('', { status: 504 }),
  '200 without a body': () => new Response(''),
  '200 with HTML': () => new Response('<!doctype html>'),
  '200 with a list': () => answerJson([{ tx_id: PAID, status: 'success' }]),
  '200 with null': () => answerJson(null),
  '200 with a text': () => answerJson('success'),
  '206 with a whole answer': () => answerJson(stxChain().row, 206),
  '203 of a proxy': () => answerJson(stxChain().row, 203),
  '200 with a row in a prototype': () => new Response(`{"__proto__":${JSON.stringify(stxChain().row)}}`),
  '200 with two rows one after the other': () => new Response(JSON.stringify(stxChain().row).repeat(2)),
  '200 with lists that are nested a million deep': () => new Response('['.repeat(1_000_000)),
  '200 in UTF-16': () => new Response(Uint16Array.from(JSON.stringify(stxChain().row), (letter) => letter.charCodeAt(0))),
  '200 with half of its JSON': () => new Response('{"tx_id":"0x5a'),
  '200 with the list of all transactions': () => answerJson({ results: [stxChain().row] }),
  '204': () => new Response(null, { status: 204 }),
  'a redirect': () => new Response(null, { status: 302, headers: { location: 'https://a.example' } }),
  'three megabytes': () => new Response('x'.repeat(3_000_000)),
  'a hundred thousand objects': () => answerJson(Array.from({ length: 100_000 }, () => ({}))),
  'no connection': () => Promise.reject(new TypeError('fetch failed')),
  'a body that breaks': () =>
    new Response(new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) })),
  'a body without an end': () =>
    new Response(
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(100_000).fill(0x20)),
      }),
    ),
}; // prettier-ignore

/** What a client may send as the id of a transaction. */
const IDS: Readonly<Record<string, unknown>> = {
  nothing: undefined,
  null: null,
  'an empty text': '',
  'a number': 5,
  'a list': [PAID],
  'an object with a text': { toString: () => PAID },
  '63 digits': PAID.slice(0, -1),
  '65 digits': `${PAID}0`,
  'a path': `${PAID.slice(0, -8)}/../../x`,
  'a query': `${PAID}?a=b`,
  'other letters': `0x${'5g'.repeat(32)}`,
  'a line break': `${PAID}\n`,
  'a space': ` ${PAID}`,
  'a megabyte': `0x${'5a'.repeat(500_000)}`,
};

/** Pages of events of `v3`, and what they say of a payment. */
const EVENT_PAGES: Readonly<
  Record<string, readonly [code: string, pages: readonly (readonly unknown[])[], more?: object]>
> = {
  'a page that is longer than was asked for': ['paid', [[...MANY(60), transferEvent()]]],
  'two pages with the same event': ['paid', [[transferEvent()], [transferEvent()]]],
  'an empty page before the last one': ['paid', [[], [transferEvent()]]],
  'a wrong total': ['paid', [[transferEvent()]], { total: 0 }],
  'pages without an end': ['service', Array.from({ length: 500 }, () => MANY(1))],
  'empty pages without an end': ['service', Array.from({ length: 500 }, () => [])],
  'a list that ends before its total': ['service', [MANY(10)], { total: 11 }],
  'a cursor that is a number': ['service', [MANY(10)], { cursor: { next: 5 } }],
  'a cursor that is a list': ['service', [MANY(10)], { cursor: { next: ['5'] } }],
  'a cursor with half a character': ['service', [MANY(10)], { cursor: { next: '\ud800' } }],
  'a cursor that is true': ['service', [MANY(10)], { cursor: { next: true } }],
  'rows without a number': ['service', [[{ ...transferEvent(), event_index: undefined }]]],
  'rows with a text as their number': ['service', [[{ ...transferEvent(), event_index: '0' }]]],
  'a list without the transfer': ['wrong-asset', [MANY(10), MANY(10)]],
  'a list without a cursor': ['wrong-asset', [MANY(10)], { cursor: undefined }],
};

/** Wrong arguments of the server itself. */
const MISTAKES: readonly (readonly [string, object, object?])[] = [
  ['expected.to', { to: `${SHOP.slice(0, -1)}J` }],
  ['expected.to', { to: TESTNET_SHOP.slice(0, -2) }],
  ['expected.to', {}, { network: 'testnet' }],
  ['expected.asset', { asset: 'sbtc-token' }],
  ['expected.asset', { asset: FORGED }],
  ['expected.amount', { amount: 0n }],
  ['expected.amount', { amount: 2.5 }],
  ['expected.amount', { amount: '2.5' }],
  ['expected.amount', { amount: undefined }],
  ['expected.amount', { amount: null }],
  ['expected.order', { order: undefined }],
  ['expected.order', { order: null }],
  ['expected.order', { order: '' }],
  ['expected.order', { order: 'x'.repeat(35) }],
  ['expected.expires', { expires: 'soon' }],
  ['expected.expires', { expires: 1_790_000_000 }],
  ['recipient', { recipient: SHOP }],
  ['store', {}, { store: undefined }],
  ['store', {}, { store: {} }],
  ['confirmations', {}, { confirmations: 0 }],
  ['confirmations', {}, { confirmations: '6' }],
  ['confirmation', {}, { confirmation: 6 }],
  ['stacksApi', {}, { stacksApi: 'ftp://api.example' }],
  ['stacksApi', { to: 'ST000000000000000000002AMW42H' }, { network: 'devnet' }],
  ['expected.network', { network: 'testnet' }, { network: 'mainnet' }],
];

interface Run {
  readonly version?: 'v3' | 'v1';
  readonly override?: Override;
  readonly options?: Partial<VerifyPaymentOptions>;
}

function verify(chain: PaymentChain, expected: ExpectedPayment, run: Run = {}) {
  const { version = 'v3', override, options } = run;
  const { fetch, stacksApi, requests } = serviceFor(chain, version, override);
  const result = verifyPayment(PAID, expected, {
    ...{ fetch, stacksApi, store: memoryPaymentStore() },
    ...options,
  });
  return Object.assign(result, { requests });
}

for (const version of ['v3', 'v1'] as const) {
  describe(`verifyPayment over the routes ${version}`, () => {
    it('accepts a payment of STX', async () => {
      expect(await verify(stxChain(), STX, { version })).to.deep.equal({
        ...{ ok: true, txid: PAID, from: PAYER, amount: 5_000_000n, asset: 'stx', order: ORDER },
        ...{ block: { height: 100, time: BLOCK_TIME * 1000 }, confirmations: 1 },
      });
    });

    it('accepts a payment of sBTC', async () => {
      expect(await verify(sbtcChain(), TOKEN, { version })).to.deep.equal({
        ...{ ok: true, txid: PAID, from: PAYER, amount: 2500n, asset: SBTC_ASSET, order: ORDER },
        ...{ block: { height: 100, time: BLOCK_TIME * 1000 }, confirmations: 1 },
      });
    });

    for (const [title, [asset, change, more]] of Object.entries(ACCEPTED)) {
      it(`accepts ${title}`, async () => {
        const chain = asset === 'stx' ? stxChain() : sbtcChain();
        change(chain);
        const expected = { ...(asset === 'stx' ? STX : TOKEN), ...more?.expected };
        const result = await verify(chain, expected, { version, ...more });
        expect(result.ok, JSON.stringify(result, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).to.equal(true); // prettier-ignore
      });
    }

    for (const [asset, attacks] of [
      ['stx', STX_ATTACKS],
      ['sbtc', TOKEN_ATTACKS],
    ] as const) {
      for (const [title, { code, change, expected, options = {} }] of Object.entries(attacks)) {
        it(`answers ${code} for ${asset}: ${title}`, async () => {
          const chain = asset === 'stx' ? stxChain() : sbtcChain();
          change(chain);
          const wanted = { ...(asset === 'stx' ? STX : TOKEN), ...expected };
          const result = await verify(chain, wanted, { version, options });
          expect(result).to.include({ ok: false, code });
          expect(result).to.have.property('reason').that.is.a('string').and.not.equal('');
        });
      }
    }

    for (const [title, respond] of Object.entries(ANSWERS)) {
      it(`answers service, never that it is unpaid, for ${title}`, async () => {
        for (const part of ['/extended/v', '/events', '/extended?', '/extended']) {
          const override: Override = (path) => {
            const isPart = part === '/extended?' ? path === '/extended' : path.includes(part);
            const isFirst = part !== '/extended' || !path.includes('/events');
            return isPart && isFirst ? respond() : undefined;
          };
          // In v1, the events are in the same answer; a node may know the newest block.
          if (version === 'v1' && part === '/events') continue;
          const result = await verify(sbtcChain(), TOKEN, { version, override });
          expect(result, part).to.include({ ok: false, code: 'service' });
        }
      });
    }

    it('answers not-found for a transaction that the service does not know, then finds it', async () => {
      const message =
        version === 'v3' ? 'Transaction not found' : 'could not find transaction by ID';
      let isKnown = false;
      const override: Override = (path) =>
        !isKnown && path.includes('5a5a')
          ? answerJson({ message: path.includes('/v3/') === (version === 'v3') ? message : 'Route GET:/ not found' }, 404) // prettier-ignore
          : undefined;
      const { fetch, stacksApi } = serviceFor(stxChain(), version, override);
      const options = { fetch, stacksApi, store: memoryPaymentStore() };
      expect(await verifyPayment(PAID, STX, options)).to.include({ code: 'not-found' });
      isKnown = true;
      expect((await verifyPayment(PAID, STX, options)).ok).to.equal(true);
    });
  });
}

describe('verifyPayment', () => {
  for (const [title, id] of Object.entries(IDS)) {
    it(`asks nothing for ${title} as the id`, async () => {
      const { fetch, stacksApi, requests } = serviceFor(stxChain(), 'v3');
      const options = { fetch, stacksApi, store: memoryPaymentStore() };
      expect(await verifyPayment(id, STX, options)).to.include({ ok: false, code: 'not-found' });
      expect(requests).to.deep.equal([]);
    });
  }

  it('takes an id without 0x, and in upper case', async () => {
    for (const id of [PAID.slice(2), PAID.slice(2).toUpperCase()]) {
      const { fetch, stacksApi } = serviceFor(stxChain(), 'v3');
      const result = await verifyPayment(id, STX, {
        ...{ fetch, stacksApi, store: memoryPaymentStore() },
      });
      expect(result).to.include({ ok: true, txid: PAID });
    }
  });

  for (const [field, expected, options] of MISTAKES) {
    it(`throws a TypeError for \`${field}\` in ${describeRow(expected, options)}, before it asks`, async () => {
      const { fetch, stacksApi, requests } = serviceFor(stxChain(), 'v3');
      const base = options && 'network' in options && options.network === 'devnet' ? undefined : stacksApi; // prettier-ignore
      const error: unknown = await verifyPayment(
        PAID,
        { ...STX, ...expected },
        {
          ...{ fetch, stacksApi: base, store: memoryPaymentStore(), ...options },
        },
      ).catch((reason) => reason);
      expect(error).to.be.instanceOf(TypeError);
      expect((error as Error).message).to.contain(`\`${field}\``);
      expect(requests).to.deep.equal([]);
    });
  }

  it('reads a network of null as an absent one, as every option', async () => {
    const expected = { ...STX, network: null as never };
    expect((await verify(stxChain(), expected)).ok).to.equal(true);
    const other = await verify(stxChain(), expected, { options: { network: 'devnet' } }).catch(
      ({ message }: Error) => message,
    );
    expect(other).to.contain('`expected.to` must be an address on devnet');
  });

  for (const [title, [code, pages, more]] of Object.entries(EVENT_PAGES)) {
    it(`answers ${code} for ${title} of events`, async () => {
      const override: Override = (path) => {
        if (!path.includes('/events')) return undefined;
        const page = Number(new URLSearchParams(path.split('?')[1]).get('cursor') ?? 0);
        const next = page + 1 < pages.length ? `${page + 1}` : null;
        return answerJson({ cursor: { next }, results: pages[page], ...more });
      };
      const result = await verify(sbtcChain(), TOKEN, { override });
      expect(result.ok ? 'paid' : result.code).to.equal(code);
      expect(result).to.have.property('ok');
    });
  }

  it('answers service for routes that a service has neither in v3 nor in v1', async () => {
    const override: Override = (path) =>
      path.includes('/extended') ? new Response('Not Found', { status: 404 }) : undefined;
    expect(await verify(stxChain(), STX, { override })).to.include({ code: 'service' });
  });

  it('says after how long a busy service may be asked again', async () => {
    const override: Override = () => answerJson({}, 429, { 'retry-after': '7' });
    const result = await verify(stxChain(), STX, { override });
    expect(result).to.have.property('retryAfter').that.is.within(1, 7000);
  });

  it('rejects with the reason of its signal while a service does not answer', async () => {
    const controller = new AbortController();
    const override: Override = () => {
      queueMicrotask(() => controller.abort(new Error('left')));
      return new Promise<Response>(() => {});
    };
    const { signal } = controller;
    const error: unknown = await verify(stxChain(), STX, {
      ...{ override, options: { signal } },
    }).catch((reason) => reason);
    expect(error).to.have.property('message', 'left');
  });

  it('ignores a prototype that a page or a package has polluted', async () => {
    const shared = Object.prototype as Record<string, unknown>;
    const polluted = { amount: '5000000', memo: hexOf(ORDER), status: 'success', confirmations: 1 };
    for (const [name, value] of Object.entries(polluted)) {
      const chain = stxChain();
      if (name in chain.row.token_transfer!) transfer({ [name]: undefined })(chain);
      else if (name === 'status') row({ status: undefined })(chain);
      else continue;
      shared[name] = value;
      try {
        expect((await verify(chain, STX)).ok, name).to.equal(false);
      } finally {
        delete shared[name];
      }
    }
  });

  describe('and its store', () => {
    it('count a payment once: another order is used, the same one is paid again', async () => {
      const store = memoryPaymentStore();
      const run = (order: string) => {
        const chain = stxChain();
        memo(hexOf(order))(chain);
        return verify(chain, { ...STX, order }, { options: { store } });
      };
      expect((await run('A-1')).ok).to.equal(true);
      expect((await run('A-1')).ok).to.equal(true);
      expect(await run('A-2')).to.include({ ok: false, code: 'used' });
    });

    it('are not asked for a payment that does not count', async () => {
      const added: string[] = [];
      const store = { add: (txid: string) => added.push(txid) > 0 };
      const wrong = stxChain();
      transfer({ amount: '1' })(wrong);
      await verify(wrong, STX, { options: { store } });
      await verify(stxChain(), STX, { options: { store, confirmations: 3 } });
      expect(added).to.deep.equal([]);
    });

    it('reject with the error of the store', async () => {
      const store = { add: () => Promise.reject(new Error('The database is offline.')) };
      const error: unknown = await verify(stxChain(), STX, { options: { store } }).catch(
        (reason) => reason,
      );
      expect(error).to.have.property('message', 'The database is offline.');
    });

    for (const answer of [undefined, 1, 'true', { changes: 1 }]) {
      it(`do not take ${JSON.stringify(answer) ?? 'nothing'} for true`, async () => {
        const store = { add: () => answer as never };
        const error: unknown = await verify(stxChain(), STX, { options: { store } }).catch(
          (reason) => reason,
        );
        expect(error).to.be.instanceOf(TypeError);
      });
    }
  });
});

describe('findPayment', () => {
  const list = (rows: readonly object[], next: string | null = null): Override =>
    (path) =>
      path.includes('/transfers/') ? answerJson({ results: rows, cursor: { next } }) : undefined; // prettier-ignore
  const listed = (more: object = {}) => ({
    ...{ sender: PAYER, recipient: SHOP, amount: '5000000' },
    ...{ memo: { hex: hexOf(ORDER), repr: ORDER }, transaction: { tx_id: PAID, event_index: 0 } },
    ...more,
  });
  const find = (override: Override, expected = STX, chain = stxChain()) => {
    const { fetch, stacksApi, requests } = serviceFor(chain, 'v3', override);
    const result = findPayment(expected, { fetch, stacksApi, store: memoryPaymentStore() });
    return Object.assign(result, { requests });
  };

  it('finds a payment of STX by its memo', async () => {
    const other = listed({ memo: { hex: hexOf('B'), repr: 'B' } });
    const result = find(list([other, listed({ amount: '1' }), listed()]));
    expect(await result).to.include({ ok: true, txid: PAID });
    expect(result.requests.some((path) => path.includes(`/${SHOP}/transfers/stx/inbound`))).to.equal(true); // prettier-ignore
  });

  it('finds a payment of a token by its arguments', async () => {
    const rows = [listed({ amount: '2500', memo: undefined })];
    const result = find(list(rows), TOKEN, sbtcChain());
    expect(await result).to.include({ ok: true, txid: PAID });
    expect(result.requests.some((path) => path.includes(encodeURIComponent(SBTC_ASSET)))).to.equal(
      true,
    );
  });

  it('does not believe the list', async () => {
    const chain = stxChain();
    transfer({ amount: '1' })(chain);
    expect(await find(list([listed()]), STX, chain)).to.include({ code: 'not-found' });
  });

  it('answers pending for a payment that needs more blocks', async () => {
    const chain = stxChain();
    chain.tip = 99;
    expect(await find(list([listed()]), STX, chain)).to.include({ code: 'pending' });
  });

  describe('of a shop with many payments', () => {
    /** Seconds between two payments. */
    const STEP = 60;
    const idOf = (at: number) => `0x${at.toString(16).padStart(64, '0')}`;
    /** A list of `count` transfers, a minute apart, of which the one at `own` is the order's. */
    const shopWith = (count: number, own: number, more: object = {}): Override => {
      const rows = Array.from({ length: count }, (_, at) =>
        listed({
          ...{ amount: '2500', memo: undefined, ...more },
          transaction: { tx_id: at === own ? PAID : idOf(at) },
          block: { height: 100_000 - at, time: BLOCK_TIME - at * STEP },
        }),
      );
      return (path) => {
        if (path.includes('/v3/transactions/') && !path.includes('5a5a')) {
          const [id] = path.split('/').at(-1)!.split('?');
          const other = sbtcChain();
          args(2500n, PAYER, SHOP, Cl.some(Cl.bufferFromUtf8('B-1')))(other);
          return answerJson({ ...other.row, tx_id: id });
        }
        if (!path.includes('/transfers/')) return undefined;
        const from = Number(new URLSearchParams(path.split('?')[1]).get('cursor') ?? 0);
        const next = from + 50 < count ? `${from + 50}` : null;
        return answerJson({ total: count, results: rows.slice(from, from + 50), cursor: { next } });
      };
    };
    const pages = (requests: readonly string[]) =>
      requests.filter((path) => path.includes('/transfers/')).length;
    const verifications = (requests: readonly string[]) =>
      requests.filter((path) => path.includes('?include=function_args')).length;

    it('finds the payment behind 49 others of the same price', async () => {
      const result = find(shopWith(200, 49), TOKEN, sbtcChain());
      expect(await result).to.include({ ok: true, txid: PAID });
    });

    it('finds the payment behind 900 of another price', async () => {
      const override = shopWith(1000, -1, { amount: '1' });
      const own = listed({ amount: '2500', memo: undefined });
      const result = find(
        (path) =>
          path.includes('cursor=900')
            ? answerJson({ results: [own], cursor: { next: '950' } })
            : override(path),
        { ...TOKEN },
        sbtcChain(),
      );
      expect(await result).to.include({ ok: true, txid: PAID });
    });

    it('says incomplete, never not-found, for a payment behind 50 others of the same price', async () => {
      const result = find(shopWith(200, 60), TOKEN, sbtcChain());
      const found = await result;
      expect(found).to.include({ ok: false, code: 'incomplete' });
      expect(found).to.have.property('reason').that.contains('50 of 200');
      expect(verifications(result.requests)).to.equal(50);
    });

    it('says incomplete after 1000 transfers, and how far back they were', async () => {
      const result = find(shopWith(5000, 3000, { amount: '1' }), TOKEN, sbtcChain());
      const found = await result;
      expect(found).to.include({ ok: false, code: 'incomplete' });
      const oldest = new Date((BLOCK_TIME - 999 * STEP) * 1000).toISOString();
      expect(found).to.have.property('reason').that.contains(oldest);
      expect(pages(result.requests)).to.equal(20);
    });

    it('reads no further back than the order was made: then not-found is the whole truth', async () => {
      for (const since of [
        (BLOCK_TIME - 30 * STEP) * 1000,
        new Date((BLOCK_TIME - 30 * STEP) * 1000).toISOString(),
      ]) {
        const override = shopWith(5000, 3000, { amount: '1' });
        const result = find(override, { ...TOKEN, since }, sbtcChain());
        expect(await result).to.include({ ok: false, code: 'not-found' });
        expect(pages(result.requests)).to.equal(2);
      }
    });

    it('finds a payment from before the clock of the server', async () => {
      const since = BLOCK_TIME * 1000 + 300_000;
      const result = find(shopWith(5000, 0), { ...TOKEN, since }, sbtcChain());
      expect(await result).to.include({ ok: true, txid: PAID });
    });

    it('reads on if the list does not say when a transfer was', async () => {
      const override = shopWith(120, 110, { amount: '1' });
      const since = BLOCK_TIME * 1000;
      const without: Override = async (path) => {
        const answer = await override(path);
        if (!answer || !path.includes('/transfers/')) return answer;
        const body = (await answer.json()) as { results: object[] };
        return answerJson({ ...body, results: body.results.map((one) => ({ ...one, block: {} })) });
      };
      const result = find(without, { ...TOKEN, since }, sbtcChain());
      await result;
      expect(pages(result.requests)).to.equal(3);
    });

    it('says incomplete for a list that ends before its total', async () => {
      const override = list([listed({ amount: '1' })]);
      const short: Override = async (path) => {
        const answer = await override(path);
        return answer && answerJson({ ...((await answer.json()) as object), total: 2 });
      };
      expect(await find(short)).to.include({ ok: false, code: 'incomplete' });
    });

    it('starts no request after its time, and says incomplete', async () => {
      const { now } = Date;
      let passed = 0;
      Date.now = () => now() + passed;
      try {
        const override = shopWith(5000, 3000, { amount: '1' });
        const slow: Override = (path) => {
          if (path.includes('/transfers/')) passed += 6_000;
          return override(path);
        };
        const result = find(slow, TOKEN, sbtcChain());
        expect(await result).to.include({ ok: false, code: 'incomplete' });
        expect(pages(result.requests)).to.equal(4);
      } finally {
        Date.now = now;
      }
    });

    it('says pending with the txid, although another transaction cannot be read', async () => {
      const rows = [listed({ transaction: { tx_id: idOf(1) } }), listed()];
      const chain = stxChain();
      chain.tip = 99;
      const override: Override = (path) =>
        path.includes(idOf(1)) ? answerJson({}, 500) : list(rows)(path);
      expect(await find(override, STX, chain)).to.include({ code: 'pending', txid: PAID });
    });

    it('says service if a transaction that may be the payment cannot be read', async () => {
      const override: Override = (path) =>
        path.includes('/v3/transactions/') ? answerJson({}, 503) : list([listed()])(path);
      expect(await find(override)).to.include({ ok: false, code: 'service', txid: PAID });
    });

    it('refuses a time that is none', async () => {
      for (const since of ['yesterday', 1_790_000_000, NaN, null]) {
        const error: unknown = await find(list([]), { ...STX, since: since as never }).catch(
          (reason) => reason,
        );
        expect((error as Error).message).to.contain('`expected.since`');
      }
    });
  });

  it('answers service for an API without the list, and for one that does not answer', async () => {
    const answers = [
      () => answerJson({ message: 'Route GET:/ not found' }, 404),
      () => answerJson({}, 500),
      () => answerJson({}, 429),
      () => answerJson({ results: 'none' }),
    ];
    for (const respond of answers) {
      const override: Override = (path) => (path.includes('/transfers/') ? respond() : undefined);
      expect(await find(override)).to.include({ ok: false, code: 'service' });
    }
  });
});

function describeRow(expected: object, options: object = {}): string {
  return JSON.stringify({ ...expected, ...options }, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}
