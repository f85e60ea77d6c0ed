import { invalidParams, JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { late } from '../lib/late.js';
import type { InputOutline } from '../lib/psbt-outline.js';
import { psbtBytes } from '../lib/psbt-text.js';
import { isDefaultSighash, sighashType } from '../lib/sighash.js';
import type { SignInput, SignPsbtParams } from '../wire/methods.js';
import { cannot } from './outgoing.js';
import type { RequestContext } from './wallet.js';

const METHOD = 'signPsbt';

/** The inputs that the caller names, once each; undefined where they leave it to the wallet. */
export function namedInputs({ signInputs }: SignPsbtParams): readonly SignInput[] | undefined {
  if (!signInputs) return undefined;
  const entries = signInputs.map((entry) =>
    typeof entry === 'number' ? { __proto__: null, index: entry } : entry,
  );
  return [...new Map(entries.map((entry) => [entry.index, entry])).values()];
}

/** Refuses an index that the PSBT does not have. The reader is small, and loaded with the first PSBT. */
export async function checkIndexes(params: SignPsbtParams): Promise<void> {
  const named = namedInputs(params);
  if (named) inRange(named, await outlineOf(params));
}

function inRange(named: readonly SignInput[], outline: readonly InputOutline[]): void {
  for (const { index } of named) {
    if (!outline[index]) {
      throw invalidParams(
        METHOD,
        'signInputs',
        index,
        `an input of the PSBT, which has ${outline.length}`,
      );
    }
  }
}

async function outlineOf({ psbt }: SignPsbtParams): Promise<readonly InputOutline[]> {
  const { readOutline } = await late('reads PSBTs', () => import('../lib/psbt-outline.js'));
  return readable(() => readOutline(psbtBytes(psbt) as Uint8Array));
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new JsonRpcError(JsonRpcErrorCode.InvalidParams, `${METHOD}: \`psbt\` cannot be read.`, {
      data: { field: 'psbt' },
      cause,
    });
  }
}

/** For a wallet that signs with the default SIGHASH type alone, whatever it is told. */
export function refuseSighash(params: SignPsbtParams): void {
  for (const [field, allowed] of sighashLists(params)) {
    if (!allowed.every((type) => isDefaultSighash(sighashType(type)))) {
      throw cannot(
        METHOD,
        field,
        allowed,
        'this wallet does not read it, and signs with the default alone',
      );
    }
  }
}

function* sighashLists(
  params: SignPsbtParams,
): Iterable<[field: string, types: readonly (string | number)[]]> {
  if (params.allowedSighash) yield ['allowedSighash', params.allowedSighash];
  for (const [at, entry] of (params.signInputs ?? []).entries()) {
    if (typeof entry === 'object' && entry.allowedSighash) {
      yield [`signInputs[${at}].allowedSighash`, entry.allowedSighash];
    }
  }
}

/**
 * The inputs to sign by the address that signs each, for wallets of the sats-connect family: exactly
 * those that the caller names, or else all that are not yet signed and whose owner the PSBT shows (the
 * wallet's own, where its addresses are known). Only what is left out is looked up in the PSBT.
 */
export async function inputsByAddress(
  params: SignPsbtParams,
  context: RequestContext,
): Promise<Record<string, number[]>> {
  const outline = await outlineOf(params);
  const named = namedInputs(params);
  if (named) inRange(named, outline);
  const inputs = named?.every(({ address }) => address !== undefined)
    ? named
    : await withAddresses(params, context, named, outline);
  for (const { index, allowedSighash } of inputs) {
    checkCarried(allowedSighash ?? params.allowedSighash, index, outline[index]);
  }
  const record = new Map<string, number[]>();
  for (const { index, address = '' } of inputs) {
    // The wallet compares letter by letter, and bech32 in capitals is the same address.
    const signer = /^(BC|TB|BCRT)1/.test(address) ? address.toLowerCase() : address;
    record.set(signer, [...(record.get(signer) ?? []), index]);
  }
  return Object.fromEntries(record);
}

async function withAddresses(
  params: SignPsbtParams,
  context: RequestContext,
  named: readonly SignInput[] | undefined,
  outline: readonly InputOutline[],
): Promise<readonly SignInput[]> {
  const { inputAddresses } = await late('reads PSBTs', () => import('../lib/psbt-addresses.js'));
  const own = context.addresses
    .filter(({ symbol }) => symbol === 'BTC')
    .map(({ address }) => address);
  const network = context.network ?? context.walletNetwork;
  const owners = readable(() => inputAddresses(psbtBytes(params.psbt) as Uint8Array, network, own));
  if (named) {
    return named.map((input) => {
      const address = input.address ?? owners[input.index];
      if (address === undefined) {
        throw cannot(
          METHOD,
          'signInputs',
          input.index,
          `the PSBT does not show whose input that is; give its address`,
        );
      }
      return { ...input, address };
    });
  }
  const left = outline.flatMap(({ finalized }, index) => {
    const address = owners[index];
    const isLeft = !finalized && address !== undefined;
    return isLeft && (own.length === 0 || own.includes(address)) ? [{ index, address }] : [];
  });
  if (left.length === 0) {
    throw cannot(
      METHOD,
      'signInputs',
      undefined,
      'the PSBT shows no input that is left to sign; name them',
    );
  }
  return left;
}

/** The PSBT itself tells the wallet how to sign an input: that must be among what is allowed. */
function checkCarried(
  allowed: readonly (string | number)[] | undefined,
  index: number,
  input: InputOutline | undefined,
): void {
  if (!allowed) return;
  const types = allowed.map(sighashType);
  const actual = input?.sighash;
  const carried = isDefaultSighash(actual ?? 0)
    ? types.some(isDefaultSighash)
    : types.includes(actual);
  if (!carried) {
    throw cannot(
      METHOD,
      'allowedSighash',
      allowed,
      `the PSBT lets the wallet sign input ${index} otherwise`,
    );
  }
}
