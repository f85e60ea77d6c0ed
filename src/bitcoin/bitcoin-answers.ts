import { OP, Transaction } from '@scure/btc-signer';
import { tapLeafHash } from '@scure/btc-signer/payment.js';
import { equalBytes, hash160, sha256, taprootTweakPubkey } from '@scure/btc-signer/utils.js';
import type { Fail } from '../errors.js';
import { toDecimal } from '../lib/amount.js';
import { bareHex, bytesToHex, hexToBytes } from '../lib/bytes.js';
import { attempt, bare } from '../lib/safe-access.js';
import type { Amount } from '../lib/amount.js';
import { pickAddresses, type RequestContext } from '../accounts/addresses.js';
import { canonicalAddress } from '../stacks/address.js';
import { getInputsToSign, type InputToSign, type PsbtParams } from './bitcoin-requests.js';
import {
  readBitcoinAddress,
  describeInputs,
  getInputs,
  getSpentOutput,
  readPsbt,
  UNCHECKED,
  type Input,
  type InputDescription,
  type SpentOutput,
} from './psbt-inputs.js';
import { verifyBitcoin } from './bitcoin-message.js';
import { decodePsbt, formatSighash, isAllowedSighash } from './psbt-params.js';
import {
  checkScript,
  commitsToLeaf,
  encodeKeyHashScript,
  findSignatures,
  getSignatureType,
  isP2sh,
  isWitnessProgram,
  readScript,
  SpentInput,
} from './scripts.js';

/** What compares answers of Bitcoin wallets with their requests. It loads while a wallet is asked. */

type Result = Readonly<Record<string, unknown>>;

interface MessageParams {
  readonly message: string;
  readonly address?: string | undefined;
  readonly protocol?: 'BIP322' | 'ECDSA' | undefined;
}

/**
 * `signMessage`: the signature must be of the requested address, or without one of an address of the connected
 * account, over exactly this message. If no account is known, it must be of the address in the answer.
 */
export function verifyMessage(
  params: MessageParams,
  { addresses }: RequestContext,
  result: Result,
  fail: Fail,
): object {
  const connected = pickAddresses(addresses, 'BTC');
  const address = result['address'] as string;
  const signed = verifyBitcoin(params.message, result['signature'], address);
  if (!signed.ok) {
    return fail(
      signed.code === 'signature-inconclusive'
        ? 'with a signature that this library cannot verify'
        : `with a signature that is not of ${address} over the message`,
    );
  }
  const requested = params.address && canonicalAddress(params.address);
  const expected = connected.length > 0 || !requested ? connected : [requested];
  if (expected.length > 0 && !expected.includes(signed.address)) {
    fail(`with a signature of ${address}`, { signer: signed.address, expected });
  }
  // It may be of another address of the account.
  if (requested && requested !== signed.address) {
    fail(`with a signature of ${address}, not of ${requested}`);
  }
  if ((signed.protocol === 'bip-137') !== (params.protocol === 'ECDSA')) {
    fail(`with a signature of another protocol, ${signed.protocol}`);
  }
  if (signed.lockTime || signed.sequence) fail('with a signature that is valid only later');
  return result;
}

interface TransferParams {
  readonly recipients: readonly { readonly address: string; readonly amount: Amount }[];
}

/**
 * `sendTransfer`. If the wallet returns the transaction, each recipient has an output of its own with exactly the requested
 * amount, each input is signed, and the txid is its id. Whether the signatures are valid cannot be verified: a transaction
 * does not show the outputs that it spends. Other outputs may be the change.
 */
export function verifyTransfer(
  { recipients }: TransferParams,
  _context: RequestContext,
  answer: Result,
  fail: Fail,
): object {
  const { proposedTransaction, ...rest } = answer;
  const result: Result = bare(rest);
  const isProposed = result['status'] === 'proposed';
  const answered = isProposed ? proposedTransaction : result['transaction'];
  if (answered === undefined) return result;
  // It is not known in which form Leather returns the transaction of a proposal, so it is not in the result.
  const psbt = isProposed ? decodePsbt(answered) : undefined;
  const transaction = psbt
    ? readPsbt(psbt)
    : Transaction.fromRaw(hexToBytes(bareHex(answered) ?? ''), UNCHECKED);
  const outputs = [...Array(transaction.outputsLength).keys()].map((index) =>
    formatOutput(transaction.getOutput(index)),
  );
  for (const { address, amount } of recipients) {
    const script = readBitcoinAddress(address)?.script as Uint8Array;
    const at = outputs.indexOf(formatOutput({ script, amount: BigInt(toDecimal(amount)) }));
    if (at < 0) {
      fail(`with a transaction that does not pay ${toDecimal(amount)} satoshis to ${address}`);
    }
    // Two recipients may have the same address and amount.
    outputs.splice(at, 1);
  }
  if (isProposed) return result;
  if (getInputs(transaction).some((input) => !isSigned(input))) {
    fail('with a transaction that is not signed');
  }
  const { txid } = result;
  if (txid !== transaction.id) {
    fail(`with the txid ${String(txid)}, which is not that of its transaction, ${transaction.id}`);
  }
  return result;
}

const formatOutput = ({ script, amount }: ReturnType<Transaction['getOutput']>) =>
  script && `${amount} ${bytesToHex(script)}`;

const isSigned = ({ finalScriptSig, finalScriptWitness }: Input) =>
  Boolean(finalScriptSig?.length) || Boolean(finalScriptWitness?.length);

/** `signPsbt`: every new signature must be valid for the output that its input spends, and be one that was asked for. */
export function verifyPsbt(
  params: PsbtParams,
  { addresses, network }: RequestContext,
  result: Result,
  fail: Fail,
): object {
  const before = readPsbt(decodePsbt(params.psbt) as Uint8Array);
  const answered = decodePsbt(result['psbt'] ?? result['proposedPsbt']);
  // A proposal may have no PSBT.
  if (!answered && result['status'] === 'proposed') return result;
  // Compared before it is read: another transaction may have thousands of inputs.
  if (answered && hasOtherTransaction(answered, before)) fail(OTHER_TRANSACTION);
  const after = readPsbt(answered as Uint8Array);
  if (bytesToHex(after.unsignedTx) !== bytesToHex(before.unsignedTx)) fail(OTHER_TRANSACTION);
  if (result['status'] === 'proposed') return result;
  const account = pickAddresses(addresses, 'BTC');
  const inputs = describeInputs(before, network, account);
  const toSign = getInputsToSign(params, inputs);
  const coins = getCoins(before, after, fail);
  const txid = getTxid(after, coins);
  const comparison = { before, after, coins, account, txid };
  const unverified = checkInputs(params, toSign, inputs, comparison, fail);
  return {
    ...checkTxid(result, params, txid, fail),
    ...(unverified.length > 0 && { unverified }),
  };
}

const OTHER_TRANSACTION = 'with another transaction than the one that it was asked to sign';

/** True if a PSBT begins with another transaction (BIP-174). Another version of the format does not begin with one. */
function hasOtherTransaction(psbt: Uint8Array, { unsignedTx }: Transaction): boolean {
  const magic = '70736274ff';
  const key = `${magic}0100`;
  const begin = bytesToHex(psbt.subarray(0, key.length / 2));
  // The transaction follows its length, which takes 1, 3 or 5 bytes.
  const from =
    key.length / 2 + (unsignedTx.length < 0xfd ? 1 : unsignedTx.length <= 0xffff ? 3 : 5);
  const transaction = psbt.subarray(from, from + unsignedTx.length);
  // A shorter one cannot be read.
  return (
    begin === key &&
    transaction.length === unsignedTx.length &&
    !equalBytes(transaction, unsignedTx)
  );
}

/** The outputs that the inputs spend, as the caller or a previous transaction shows them. */
function getCoins(
  before: Transaction,
  after: Transaction,
  fail: Fail,
): readonly (SpentOutput | undefined)[] {
  const answered = getInputs(after);
  return getInputs(before).map((input, index) => {
    const sent = getSpentOutput(input);
    const answeredInput = answered[index] as Input;
    const shown = getSpentOutput(answeredInput);
    if (sent && shown && (sent.amount !== shown.amount || !equalBytes(sent.script, shown.script))) {
      fail(`with another amount or script of the output that input ${index} spends`);
    }
    // An output that only the wallet shows is known if the previous transaction has it, whose id is in the input.
    return sent ?? (answeredInput.nonWitnessUtxo ? shown : undefined);
  });
}

interface Comparison {
  readonly before: Transaction;
  readonly after: Transaction;
  readonly coins: readonly (SpentOutput | undefined)[];
  /** The addresses of the connected account. Empty if it is not known. */
  readonly account: readonly string[];
  readonly txid: string | undefined;
}

/** Checks each new signature. Returns the indexes of the inputs with signatures that cannot be verified. */
function checkInputs(
  params: PsbtParams,
  toSign: readonly InputToSign[],
  inputs: readonly InputDescription[],
  comparison: Comparison,
  fail: Fail,
): readonly number[] {
  const { before } = comparison;
  const unverified = new Set<number>();
  const signed = new Set<number>();
  for (const index of inputs.keys()) {
    const { sighash = 0 } = inputs[index] as InputDescription;
    const { signatures: newSignatures, isCompleted } = findNewSignatures(index, comparison, fail);
    // Completed: several keys had signed before, and the wallet has only made the final script or witness of them.
    if (isCompleted || newSignatures.length > 0) signed.add(index);
    const entry = toSign.find((inputToSign) => inputToSign.index === index);
    const fault = `with a signature of input ${index}`;
    if (params.signInputs && !entry && newSignatures.length > 0)
      fail(`${fault}, which is not named`);
    for (const { type, key, isVerified } of newSignatures) {
      const typed = `${fault} of the SIGHASH type ${formatSighash(type)}`;
      if (!isAllowedSighash(type, (entry ?? { allowed: params.allowedSighash }).allowed)) {
        fail(`${typed}, which is not allowed`);
      }
      // BIP-174: a signature has the type that the PSBT names for its input, else the default.
      if (!isAllowedSighash(type, [sighash])) fail(`${typed}, which the PSBT does not name for it`);
      if (key && entry?.publicKey && !isNamedKey(key, entry.publicKey, before.getInput(index))) {
        fail(`${fault} by another key than its \`publicKey\``);
      }
      if (!isVerified) unverified.add(index);
    }
  }
  checkUnsignedInputs(params, toSign, inputs, signed, comparison, fail);
  return [...unverified];
}

/**
 * Fails if an input that had to be signed is not. The account signs all of its inputs, unless another one is chosen in the
 * wallet, whose inputs may be there, too: then the error names the signer.
 */
function checkUnsignedInputs(
  params: PsbtParams,
  toSign: readonly InputToSign[],
  inputs: readonly InputDescription[],
  signed: ReadonlySet<number>,
  { before, account, txid }: Comparison,
  fail: Fail,
): void {
  const unfinishedInputs = toSign.filter((entry) => {
    return !isDone(before.getInput(entry.index), inputs[entry.index] as InputDescription, entry);
  });
  const unsigned = unfinishedInputs.map(({ index }) => index).filter((index) => !signed.has(index));
  const getOwner = (index: number) => inputs[index]?.owner ?? '';
  const isOfAccount = (index: number) =>
    inputs[index]?.oneKey === true && account.includes(getOwner(index));
  const otherOwners = [...signed]
    .map(getOwner)
    .filter((owner) => owner && !account.includes(owner));
  const hasOtherAccountSigned = unsigned.some(isOfAccount) && ![...signed].some(isOfAccount);
  const otherSigner = hasOtherAccountSigned
    ? { signer: otherOwners[0], expected: account, txid }
    : undefined;
  if (params.signInputs && unsigned.length > 0)
    fail(`without signing input ${unsigned.join(', ')}`, otherSigner);
  if (unfinishedInputs.length > 0 && signed.size === 0) {
    fail('without signing any input', otherSigner);
  }
  if (otherSigner) {
    fail(`without signing input ${unsigned.filter(isOfAccount).join(', ')}`, otherSigner);
  }
}

interface NewSignature {
  readonly type: number;
  readonly key?: Uint8Array | undefined;
  readonly isVerified: boolean;
}

/** An input as it was sent and as the wallet answered it, and the spending of its output. */
interface AnsweredInput {
  readonly sent: Input;
  readonly answered: Input;
  /** The output that it spends. Undefined if it is not known. */
  readonly coin: SpentOutput | undefined;
  /** True if the outputs that all inputs spend are known. */
  readonly knowsCoins: boolean;
  readonly spend: SpentInput;
  readonly isNew: (signature: Uint8Array) => boolean;
  /** Fails. `what` is not valid; default: a signature. */
  readonly invalid: (what?: string) => never;
  readonly unlisted: () => never;
}

/**
 * The signatures of an input that were not in the request, and whether its script or witness is now final and valid.
 * Fails for one that is not valid.
 */
function findNewSignatures(
  index: number,
  { before, after, coins }: Comparison,
  fail: Fail,
): { readonly signatures: readonly NewSignature[]; readonly isCompleted: boolean } {
  const sent = before.getInput(index);
  const answered = after.getInput(index);
  const sentSignatures = new Set(getSignatures(sent).map(bytesToHex));
  const input: AnsweredInput = {
    sent,
    answered,
    coin: coins[index],
    knowsCoins: !coins.includes(undefined),
    spend: new SpentInput(before, index, coins, answered),
    isNew: (signature) => !sentSignatures.has(bytesToHex(signature)),
    invalid: (what = 'a signature') => fail(`with ${what} of input ${index} that is not valid`),
    unlisted: () =>
      fail(`with a signature of input ${index} by a key that its script does not list`),
  };
  const signatures = [...checkEcdsa(input), ...checkTaproot(input)];
  const final = checkFinal(input);
  return { signatures: [...signatures, ...final.signatures], isCompleted: final.isCompleted };
}

const getType = (signature: Uint8Array, { invalid }: AnsweredInput): number =>
  getSignatureType(signature) ?? invalid();

function checkEcdsa(input: AnsweredInput): readonly NewSignature[] {
  const { sent, answered, coin, spend, isNew, invalid, unlisted } = input;
  return (answered.partialSig ?? []).flatMap(([key, signature]) => {
    if (!isNew(signature)) return [];
    const script = coin && getSignedScript(coin.script, sent, answered);
    if (script === 'invalid') return invalid('a script');
    if (script && !listsKey(script.code, key)) unlisted();
    const isVerified = script !== undefined && !hasSeparator(script.code);
    if (isVerified && !spend.ecdsa(signature, key, script.code, script.version)) invalid();
    return [{ type: getType(signature, input), key, isVerified }];
  });
}

function checkTaproot(input: AnsweredInput): readonly NewSignature[] {
  const { sent, answered, coin, knowsCoins, spend, isNew, invalid, unlisted } = input;
  const { tapKeySig, tapScriptSig = [] } = answered;
  const output = coin && getTaprootKey(coin.script);
  if (coin && !output && (tapKeySig ?? tapScriptSig.length)) invalid();
  const check = (signature: Uint8Array, key = output, canVerify = true, leaf?: Uint8Array) => {
    const type = getType(signature, input);
    // Without ANYONECANPAY, a signature commits to the outputs that all inputs spend (BIP-341).
    const isVerified = canVerify && output !== undefined && (knowsCoins || type >= 0x80);
    if (isVerified && !spend.schnorr(signature, key as Uint8Array, leaf)) invalid();
    return { type, key, isVerified };
  };
  const byLeaf = tapScriptSig.flatMap(([{ pubKey, leafHash }, signature]) => {
    if (!isNew(signature)) return [];
    const leaf = output && findLeaf(output, leafHash, [sent, answered]);
    if (leaf && !listsKey(leaf, pubKey)) unlisted();
    return [check(signature, pubKey, leaf !== undefined && !hasSeparator(leaf), leaf)];
  });
  return tapKeySig && isNew(tapKeySig) ? [check(tapKeySig), ...byLeaf] : byLeaf;
}

/** Runs a final script or witness. If that is not possible, its signatures are known by their form only. */
function checkFinal(input: AnsweredInput): ReturnType<typeof findNewSignatures> {
  const { sent, answered, coin, knowsCoins, spend, isNew, invalid } = input;
  const isFinal = answered.finalScriptSig ?? answered.finalScriptWitness;
  if (!isFinal || isSameFinal(sent, answered)) return { signatures: [], isCompleted: false };
  const checked = spend.valid.length;
  const isVerifiable = coin && (!getTaprootKey(coin.script) || knowsCoins);
  const result = isVerifiable ? checkScript(spend, coin.script) : 'inconclusive';
  if (result === 'invalid') invalid('a final script or witness');
  const isVerified = result !== 'inconclusive';
  const signatures = isVerified
    ? spend.valid.slice(checked)
    : findSignatures(answered).map((signature) => ({ signature, key: undefined }));
  const newSignatures = signatures
    .filter(({ signature }) => isNew(signature))
    .map(({ signature, key }) => ({ type: getType(signature, input), key, isVerified }));
  return { signatures: newSignatures, isCompleted: isVerified };
}

/** The key of an output of Taproot; undefined for any other script. */
const getTaprootKey = (script: Uint8Array) =>
  script.length === 34 && script[0] === OP.OP_1 ? script.subarray(2) : undefined;

function isSameFinal(sent: Input, answered: Input): boolean {
  const text = ({ finalScriptSig, finalScriptWitness = [] }: Input) =>
    [finalScriptSig ?? new Uint8Array(0), ...finalScriptWitness].map(bytesToHex).join();
  return text(sent) === text(answered);
}

const getSignatures = (input: Input): readonly Uint8Array[] => [
  ...(input.partialSig ?? []).map(([, signature]) => signature),
  ...(input.tapKeySig ? [input.tapKeySig] : []),
  ...(input.tapScriptSig ?? []).map(([, signature]) => signature),
  ...findSignatures(input),
];

/**
 * The script that an ECDSA signature of the output commits to. Undefined if the PSBT does not have it; `invalid` for
 * another script than that of the output.
 */
function getSignedScript(script: Uint8Array, sent: Input, answered: Input) {
  const redeem = sent.redeemScript ?? answered.redeemScript;
  if (isP2sh(script)) {
    if (!redeem) return undefined;
    if (!equalBytes(hash160(redeem), script.subarray(2, 22))) return 'invalid';
  }
  const program = isP2sh(script) ? (redeem as Uint8Array) : script;
  if (!isWitnessProgram(program)) return { code: program, version: 'legacy' } as const;
  if (program[0] !== 0) return 'invalid';
  const hash = program.subarray(2);
  if (hash.length === 20) return { code: encodeKeyHashScript(hash), version: 'segwit' } as const;
  const code = sent.witnessScript ?? answered.witnessScript;
  if (!code) return undefined;
  return equalBytes(sha256(code), hash) ? ({ code, version: 'segwit' } as const) : 'invalid';
}

/** What a signature commits to depends on the OP_CODESEPARATOR that ran last. */
const hasSeparator = (script: Uint8Array): boolean =>
  readScript(script)?.includes('CODESEPARATOR') === true;

/** The script of Taproot with this hash, if the output commits to it. */
function findLeaf(
  output: Uint8Array,
  hash: Uint8Array,
  inputs: readonly Input[],
): Uint8Array | undefined {
  for (const [control, script] of inputs.flatMap(({ tapLeafScript = [] }) => tapLeafScript)) {
    // The last byte is the version.
    const leaf = script.subarray(0, -1);
    if (equalBytes(tapLeafHash(leaf, script.at(-1)), hash) && commitsToLeaf(output, leaf, control))
      return leaf;
  }
  return undefined;
}

/** True if a script contains the key or its hash. */
function listsKey(code: Uint8Array, key: Uint8Array): boolean {
  const hash = key.length > 32 ? hash160(key) : key;
  return (
    readScript(code)?.some(
      (part) => part instanceof Uint8Array && (equalBytes(part, key) || equalBytes(part, hash)),
    ) === true
  );
}

/** True if the caller named this key. For an output of Taproot, it may have named the key before its tweak. */
function isNamedKey(key: Uint8Array, named: string, { tapMerkleRoot }: Input): boolean {
  const hex = bytesToHex(key);
  // A key of Taproot has no first byte.
  const x = named.length === 66 ? named.slice(2) : named;
  if (hex === named || hex === x || hex.slice(2, 66) === named) return true;
  const root = tapMerkleRoot ?? new Uint8Array(0);
  // Undefined if it is not a key.
  const tweaked = attempt(() => taprootTweakPubkey(hexToBytes(x), root)[0]);
  return tweaked !== undefined && bytesToHex(tweaked) === hex;
}

/**
 * True if the input was already signed by its only key, or by the key that the caller named. Signing it again may produce
 * the same signature.
 */
function isDone(
  input: Input,
  { finalized, oneKey }: InputDescription,
  { allowed, publicKey }: InputToSign,
): boolean {
  const byKey = [
    ...(input.partialSig ?? []),
    ...(input.tapScriptSig ?? []).map(([{ pubKey }, signature]) => [pubKey, signature] as const),
  ];
  const isNamed = (key: Uint8Array) => publicKey !== undefined && isNamedKey(key, publicKey, input);
  const named = byKey.flatMap(([key, signature]) => (isNamed(key) ? [signature] : []));
  const signatures = oneKey ? getSignatures(input) : named;
  const types = signatures.map((signature) => getSignatureType(signature) ?? -1);
  return finalized || types.some((type) => isAllowedSighash(type, allowed));
}

/** The id of the transaction in the PSBT. Undefined if it depends on a script that is not final yet. */
function getTxid(after: Transaction, coins: Comparison['coins']): string | undefined {
  const done = after.clone();
  const isFinal = describeInputs(after).every(({ finalized }, index) => {
    const script = coins[index]?.script;
    // A witness is no part of the id.
    if (finalized || (script && isWitnessProgram(script))) return true;
    return attempt(() => (done.finalizeIdx(index), true)) === true;
  });
  return isFinal ? done.id : undefined;
}

/** Compares the txid with that of the PSBT. Without one that can be compared, the PSBT was possibly sent. */
function checkTxid(
  { txid, ...result }: Readonly<Record<string, unknown>>,
  { broadcast }: PsbtParams,
  id: string | undefined,
  fail: Fail,
): object {
  if (txid !== undefined && id !== undefined) {
    if (txid !== id) fail(`with the txid ${String(txid)}, which is not that of the PSBT, ${id}`);
    return { ...result, txid };
  }
  return broadcast ? { ...result, status: 'possibly-sent' } : result;
}
