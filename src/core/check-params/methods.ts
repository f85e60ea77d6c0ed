import { invalidParams } from '../../errors.js';
import { MAX_SATOSHIS, MAX_U128, MAX_U64 } from '../../lib/amount.js';
import { isRecord } from '../../lib/safe-access.js';
import { isPsbt } from '../../lib/psbt-text.js';
import { sighashType } from '../../lib/sighash.js';
import type { MethodName } from '../../wire/methods.js';
import * as is from './checks.js';

const network = { network: is.optional(is.someText) };

/**
 * Refuses another dialect's field: one wallet would read it before the one that is checked, another drop
 * it and sign every input, or a call without its arguments.
 */
const insteadOf = (field: string) => is.optional(is.check(`given as \`${field}\``, () => false));

/** What every Stacks transaction may carry (SIP-030). */
const transaction = {
  ...network,
  address: is.optional(is.principal),
  fee: is.optional(is.amount('micro-STX', MAX_U64)),
  nonce: is.optional(is.amount('transactions', MAX_U64)),
  sponsored: is.optional(is.flag),
  postConditions: is.optional(is.listOf(is.postCondition, 'a list of post-conditions')),
  postConditionMode: is.optional(is.postConditionMode),
};

const sighash = is.check(
  'the name or number of a SIGHASH type, such as "ALL" or "SINGLE|ANYONECANPAY"',
  (value) =>
    (typeof value === 'string' || typeof value === 'number') && sighashType(value) !== undefined,
);
const allowedSighash = is.optional(is.listOf(sighash, 'a list of at least one SIGHASH type', 1));
const inputIndex = is.check(
  'the index of an input: 0 or more',
  (value) => Number.isSafeInteger(value) && (value as number) >= 0,
);
const signInput: is.Check = (value, field, method) => {
  if (!isRecord(value)) return inputIndex(value, field, method);
  is.record({
    index: inputIndex,
    address: is.optional(is.bitcoinAddress),
    publicKey: is.optional(is.hex),
    allowedSighash,
  })(value, field, method);
};

/** One input, one signer: two entries for one index must say the same. */
const signInputs: is.Check = (value, field, method) => {
  is.listOf(signInput, 'a list that names at least one input (absent: all of the wallet)', 1)(
    value,
    field,
    method,
  );
  const signers = new Map<unknown, string>();
  for (const entry of value as unknown[]) {
    const {
      index,
      address,
      publicKey,
      allowedSighash: types,
    } = isRecord(entry) ? entry : { index: entry };
    const signer = String([address, publicKey, types]);
    if ((signers.get(index) ?? signer) !== signer) {
      throw invalidParams(method, field, value, `clear on who signs input ${String(index)}`);
    }
    signers.set(index, signer);
  }
};

/** Per method, its params: required unless marked optional (SIP-030). */
export const METHODS: Readonly<Record<MethodName, is.Check>> = {
  getAddresses: orNothing(network),
  stx_getAddresses: orNothing(network),
  stx_getAccounts: orNothing(network),
  stx_getNetworks: orNothing({}),
  sendTransfer: is.record({
    ...network,
    address: insteadOf('recipients'),
    amount: insteadOf('recipients'),
    recipients: is.listOf(
      is.record({
        address: is.bitcoinAddress,
        amount: is.amount('satoshis', MAX_SATOSHIS),
      }),
      'a list of at least one recipient',
      1,
    ),
  }),
  signPsbt: is.record({
    ...network,
    hex: insteadOf('psbt'),
    psbt: is.check('a PSBT in base64 or hex', isPsbt),
    signAtIndex: insteadOf('signInputs'),
    inputsToSign: insteadOf('signInputs'),
    signInputs: is.optional(signInputs),
    allowedSighash,
    broadcast: is.optional(is.flag),
  }),
  stx_transferStx: is.record({
    ...transaction,
    amount: is.amount('micro-STX', MAX_U64),
    recipient: is.principal,
    memo: is.optional(is.memo),
  }),
  stx_transferSip10Ft: is.record({
    ...transaction,
    amount: is.amount('base units of the token', MAX_U128),
    recipient: is.principal,
    asset: is.asset,
    memo: is.optional(is.memo),
  }),
  stx_transferSip9Nft: is.record({
    ...transaction,
    recipient: is.principal,
    asset: is.asset,
    assetId: is.clarity,
  }),
  stx_callContract: is.record({
    ...transaction,
    contract: is.contract,
    functionName: is.someText,
    arguments: insteadOf('functionArgs'),
    functionArgs: is.optional(is.listOf(is.clarity, 'a list of Clarity values')),
  }),
  stx_deployContract: is.record({
    ...transaction,
    name: is.contractName,
    clarityCode: is.someText,
    clarityVersion: is.optional(is.clarityVersion),
  }),
  stx_signTransaction: is.record({
    ...network,
    txHex: insteadOf('transaction'),
    transaction: is.hex,
    broadcast: is.optional(is.flag),
  }),
  stx_signMessage: is.record({
    ...network,
    message: is.text,
    publicKey: is.optional(is.hex),
  }),
  stx_signStructuredMessage: is.record({
    ...network,
    message: is.clarity,
    domain: is.clarity,
    publicKey: is.optional(is.hex),
  }),
  stx_updateProfile: is.record({ profile: is.plainRecord }),
};

function orNothing(fields: is.Fields): is.Check {
  return (value, field, method) => {
    if (value !== undefined && value !== null) is.record(fields)(value, field, method);
  };
}
