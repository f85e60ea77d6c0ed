import { expect } from '@esm-bundle/chai';
import type { MethodName } from './index.js';
import { JsonRpcError, toJson } from '../errors.js';
import { freshClient } from '../testing/every-wallet.js';
import { fakeWallet } from '../testing/fake-wallet.js';
import { addressOf, addressOn, OWNERS, psbtFor } from '../testing/psbts.js';
import { STX_ADDRESS, TESTNET_STX_ADDRESS, TESTNET_UNSIGNED, UNSIGNED } from '../testing/transactions.js'; // prettier-ignore
import { FULL_PARAMS, METHODS } from '../testing/valid-params.js';

type Path = readonly (string | number)[];

const INPUT = { address: addressOf('taproot'), publicKey: OWNERS.taproot.publicKey, allowedSighash: ['ALL', 'NONE'] }; // prettier-ignore
const UINT = { type: 'uint', value: 1n };
const PRINCIPAL = { type: 'address', value: STX_ADDRESS };
/** Without the post-condition of version 6 of @stacks/transactions, whose fields have other names. */
const CONDITIONS = FULL_PARAMS.stx_transferStx.postConditions.slice(0, 3);
/** Every field of each method, and two items in each list: an error must name the right one. */
const PARAMS: Record<MethodName, object> = {
  ...FULL_PARAMS,
  getAddresses: { ...FULL_PARAMS.getAddresses, allowPolicyAccounts: true },
  sendTransfer: {
    network: 'mainnet',
    recipients: [
      { address: addressOf('other'), amount: 5n },
      { address: addressOf('taproot'), amount: '6' },
    ],
  },
  signPsbt: {
    ...FULL_PARAMS.signPsbt,
    psbt: psbtFor(['taproot', 'taproot']),
    signInputs: [
      { ...INPUT, index: 0 },
      { ...INPUT, index: 1 },
    ],
    allowedSighash: ['ALL', 'NONE'],
  },
  stx_callContract: {
    ...FULL_PARAMS.stx_callContract,
    functionArgs: [UINT, PRINCIPAL, { type: 'list', value: [UINT] }, { type: 'tuple', value: { a: PRINCIPAL } }], // prettier-ignore
  },
  stx_signTransactions: { ...FULL_PARAMS.stx_signTransactions, transactions: [UNSIGNED, UNSIGNED] },
};

for (const [name, params] of Object.entries(PARAMS)) {
  if ('postConditions' in params)
    PARAMS[name as MethodName] = { ...params, postConditions: CONDITIONS };
}

/** Wrong in most places. Where a value is right, the wallet is asked. */
const VALUES: readonly unknown[] = [
  ...[null, '', ' ', '\ud800', '0x', 'a'.repeat(200), '-1', '1e3', -1, 1.5, NaN, 2 ** 64, 10n ** 40n, true],
  ...[[], {}, [null], [{}], { type: 'x', value: 1n }, STX_ADDRESS, STX_ADDRESS.replace('4N', '4P')],
  ...[TESTNET_STX_ADDRESS, `${STX_ADDRESS}.a.b`, `${TESTNET_STX_ADDRESS}.token`, `${TESTNET_STX_ADDRESS}.t::t`],
  ...[addressOf('other').replace('bc1q', 'bc1p'), `${addressOf('legacy')}1`, addressOn('testnet', 'other')],
  ...[TESTNET_UNSIGNED, `${UNSIGNED}00`, 'testnet', 'main net', 'deny ', 4, 'ALL|NONE', 'wsh('],
]; // prettier-ignore

/** The paths of all fields and items, at every depth. */
function pathsOf(value: unknown): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]): readonly Path[] => {
    const own = Array.isArray(value) ? Number(key) : key;
    return [[own], ...pathsOf(inner).map((path) => [own, ...path])];
  });
}

const nameOf = (path: Path) =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .slice(1);

/** The name of a place in a Clarity value, which is that of Clarity: without the `value` of each object. */
const placeOf = (path: Path) =>
  nameOf(path.filter((key, at) => !(CLARITY.has(path[0]!) && at > 0 && (key === 'value' || key === 'type')))); // prettier-ignore
const CLARITY: ReadonlySet<unknown> = new Set(['functionArgs', 'postConditions', 'assetId', 'message', 'domain']); // prettier-ignore

/** A copy with another value at a path. */
function withValue(whole: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  const copy = (Array.isArray(whole) ? [...whole] : { ...(whole as object) }) as Record<
    string | number,
    unknown
  >;
  copy[key] = withValue(copy[key], rest, value);
  return copy;
}

/** It answers nothing. It is recognized as Xverse for the method that a wallet of SIP-030 does not have. */
const makeWallet = (method: MethodName) =>
  Object.assign(
    fakeWallet(() => Promise.reject(new Error('asked'))),
    method === 'signMessage'
      ? { signMultipleTransactions() {}, createRepeatInscriptions() {} }
      : {},
  );

describe('the error about a wrong value names its field', () => {
  const client = freshClient();
  for (const method of METHODS) {
    for (const path of pathsOf(PARAMS[method])) {
      // The name of another network is right, and an address on this one is wrong then.
      const values = path[0] === 'network' ? VALUES.filter((value) => value !== 'testnet') : VALUES;
      const name = placeOf(path);
      it(`${method}: ${nameOf(path)}`, async () => {
        const others: string[] = [];
        let refused = 0;
        for (const value of values) {
          const wallet = makeWallet(method);
          const params = withValue(PARAMS[method], path, value);
          const asking = client.request({ provider: wallet }, method as string, params);
          const error: unknown = await asking.catch((e: unknown) => e);
          if (wallet.calls.length > 0 || !(error instanceof JsonRpcError)) continue;
          refused++;
          const { field } = (error.data ?? {}) as { field?: string };
          const isNamed = field?.startsWith(name) && error.message.includes(`\`${field}\``);
          if (!isNamed) others.push(`${toJson(value)}: ${error.message} (${field})`);
        }
        expect(others.join('\n')).to.equal('');
        expect(refused).to.be.above(0);
      });
    }
  }
});
