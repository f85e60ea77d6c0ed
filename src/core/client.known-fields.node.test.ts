import { expect } from '@esm-bundle/chai';
import fc from 'fast-check';
import { ask, refusal } from '../testing/every-wallet.js';
import { fakeWallet } from '../testing/fake-wallet.js';
import { standardWallet } from '../testing/emulated-wallets.js';
import { psbtFor } from '../testing/psbts.js';
import { STX_ADDRESS } from '../testing/schema-wallet.js';
import { FULL_PARAMS, METHODS } from '../testing/valid-params.js';
import type { MethodName } from './index.js';

type Path = readonly (string | number)[];

/** The path of every named field, at every depth. */
function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const path = [...at, Array.isArray(value) ? Number(name) : name];
    const isNamed = !Array.isArray(value) && !isTupleEntry(value);
    return [...(isNamed ? [path] : []), ...pathsOf(inner, path)];
  });
}

/** The value of the tuple in `FULL_PARAMS`: its names are the caller's. */
const isTupleEntry = (value: object) => Object.keys(value).join() === 'own-name';

const isKnown = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name);

/** A copy with the field at `path` under another name, or under both names. */
function renamed(
  value: unknown,
  [first, ...rest]: Path,
  name: string,
  keepsRight: boolean,
): unknown {
  if (Array.isArray(value)) {
    return value.map((item, at) => (at === first ? renamed(item, rest, name, keepsRight) : item));
  }
  const { [first as string]: inner, ...others } = value as Record<string, unknown>;
  if (rest.length > 0)
    return { ...others, [first as string]: renamed(inner, rest, name, keepsRight) };
  return { ...others, ...(keepsRight && { [first as string]: inner }), [name]: inner };
}

/** Params with objects of @stacks/transactions. */
const CHAIN_VALUES = ['functionArgs', 'postConditions', 'assetId', 'message', 'domain'];

/** Ways to misspell a name, of which all but the last leave it recognizable. */
const MISSPELL: readonly ((name: string, at: number) => string)[] = [
  (name) => name.toLowerCase(),
  (name) => name.toUpperCase(),
  (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  (name) => name.charAt(0).toUpperCase() + name.slice(1),
  (name) => `${name}s`,
  (name, at) => name.slice(0, at) + name.charAt(at) + name.slice(at),
  (name, at) => name.slice(0, at) + name.slice(at + 1),
  (name, at) => name.slice(0, at) + name.charAt(at + 1) + name.charAt(at) + name.slice(at + 2),
  (name, at) => `${name.slice(0, at)}q${name.slice(at + 1)}`,
  () => 'somethingElse',
];

const misspelled = fc.constantFrom(...METHODS).chain((method) => {
  // A principal of version 6 may have more fields, as from that package, which nothing reads.
  const paths = pathsOf(FULL_PARAMS[method]).filter(
    (path) => !path.slice(0, -1).includes('principal'),
  );
  const path = paths.length > 0 ? fc.constantFrom(...paths) : fc.constant(undefined);
  return fc.record({
    method: fc.constant(method),
    path,
    how: fc.constantFrom(...MISSPELL.keys()),
    at: fc.nat(20),
    keepsRight: fc.boolean(),
  });
});

describe('the params of a known method', () => {
  for (const method of METHODS) {
    it(`${method}: may have all of its fields`, async () => {
      const wallet = standardWallet();
      const error: unknown = await ask(wallet, method, FULL_PARAMS[method]).catch(
        (e: unknown) => e,
      );
      expect(String(error)).not.to.contain('is not a known field');
    });
  }

  it('have no misspelled field, at any depth: the error names the nearest one', async () => {
    await fc.assert(
      fc.asyncProperty(misspelled, async ({ method, path, how, at, keepsRight }) => {
        if (!path) return;
        const right = path.at(-1) as string;
        const name = MISSPELL[how]!(right, at % right.length);
        const holder = path.slice(0, -1).reduce<unknown>((value, key) => (value as Record<string | number, unknown>)[key], FULL_PARAMS[method]); // prettier-ignore
        fc.pre(name !== '' && !isKnown(holder, name) && !isKnown(FULL_PARAMS[method], name));
        const wallet = standardWallet();
        const params = renamed(FULL_PARAMS[method], path, name, keepsRight);
        const error = await refusal(ask(wallet, method, params));
        expect(error.code).to.equal(-32602);
        // The encoder of a value names what is wrong first, which may be the field that is missing.
        if (!CHAIN_VALUES.includes(path[0] as string) || path.length === 1) {
          expect(error.message).to.contain(`${name}\` is not a known field.`);
          if (how < 5) expect(error.message).to.contain(`Did you mean \`${right}\`?`);
        }
        expect(wallet.calls).to.deep.equal([]);
      }),
      { numRuns: 400 },
    );
  });

  const CALL = { contract: `${STX_ADDRESS}.token`, functionName: 'mint' };
  const PSBT = psbtFor(['taproot']);
  const ADDRESS = 'bc1qku0qh0mc00y8tk0n65x2tqw4trlspak0fnjmfz';
  const NAMED: readonly [method: MethodName, params: object, field: string, near: string][] = [
    ['stx_callContract', { ...CALL, postconditions: [] }, 'postconditions', 'postConditions'],
    ['stx_callContract', { ...CALL, postConditionsMode: 'deny' }, 'postConditionsMode', 'postConditionMode'], // prettier-ignore
    ['stx_callContract', { ...CALL, post_conditions: [] }, 'post_conditions', 'postConditions'],
    ['stx_callContract', { ...CALL, sponsered: true }, 'sponsered', 'sponsored'],
    ['stx_callContract', { ...CALL, Network: 'testnet' }, 'Network', 'network'],
    ['stx_callContract', { ...CALL, arguments: ['03'] }, 'arguments', 'functionArgs'],
    ['stx_callContract', { contractAddress: STX_ADDRESS, contractName: 'token', functionName: 'mint' }, 'contractAddress', 'contract'], // prettier-ignore
    ['stx_transferStx', { amount: 1, to: STX_ADDRESS }, 'to', 'recipient'],
    ['stx_callContract', { ...CALL, functionArgs: [{ type: 'uint', valeu: 1, value: 2 }] }, 'functionArgs[0].valeu', ''], // prettier-ignore
    // Every wallet broadcasts what it signs, or would ignore it.
    ['stx_callContract', { ...CALL, broadcast: false }, 'broadcast', ''],
    ['stx_transferStx', { amount: 1, recipient: STX_ADDRESS, memoo: 'id' }, 'memoo', 'memo'],
    ['signPsbt', { psbt: PSBT, signInputs: [{ index: 0, sighashTypes: ['ALL'] }] }, 'signInputs[0].sighashTypes', 'allowedSighash'], // prettier-ignore
    ['signPsbt', { psbt: PSBT, signAtIndex: [0] }, 'signAtIndex', 'signInputs'],
    ['sendTransfer', { recipients: [{ address: ADDRESS, amount: 1, ammount: 2 }] }, 'recipients[0].ammount', 'amount'], // prettier-ignore
    ['stx_getNetworks', { network: 'testnet' }, 'network', ''],
    // In published schemas, but no wallet is known to use them for what they name: the extension of Leather asks the
    // account that it shared with the page (its phone app only selects `account` in advance), and `connect` and
    // `getAddresses` return all addresses with their purposes.
    ['getAddresses', { purposes: ['payment'] }, 'purposes', ''],
    ['sendTransfer', { recipients: [{ address: ADDRESS, amount: 1 }], account: 1 }, 'account', ''],
    ['signPsbt', { psbt: PSBT, account: 1 }, 'account', ''],
    ['signMessage', { message: 'hello', account: 1 }, 'account', ''],
    ['signMessage', { message: 'hello', type: 'bip322' }, 'type', ''],
    ['stx_transferStx', { amount: 1, recipient: STX_ADDRESS, version: '1' }, 'version', ''],
    ['stx_signTransaction', { transaction: '00', accountIndex: '1' }, 'accountIndex', ''],
    ['stx_signTransaction', { transaction: '00', stxAddress: STX_ADDRESS }, 'stxAddress', ''],
  ];
  for (const [method, params, field, near] of NAMED) {
    it(`${method}: ${field} is refused`, async () => {
      const wallet = standardWallet();
      const error = await refusal(ask(wallet, method, params));
      expect(error.code).to.equal(-32602);
      expect(error.data).to.include({ field });
      if (near) expect(error.message).to.contain(`Did you mean \`${near}\`?`);
      expect(wallet.calls).to.deep.equal([]);
    });
  }

  it('of a method whose name is almost a known one are sent, with a warning that names that one', async () => {
    const { warn } = console;
    const warnings: string[] = [];
    console.warn = (message: string) => warnings.push(message);
    try {
      for (const method of [
        'stx_transferSTX',
        'stx_signMesage',
        'stx_getAccount',
        'stx_custom',
        'getAccounts',
      ]) {
        const wallet = standardWallet();
        await ask(wallet, method, {}).catch(() => {});
        expect(wallet.calls.map((call) => call.method)).to.include(method);
      }
    } finally {
      console.warn = warn;
    }
    expect(warnings.map((text) => /Did you mean "(\w+)"\?/.exec(text)?.[1])).to.deep.equal([
      'stx_transferStx',
      'stx_signMessage',
      'stx_getAccounts',
    ]);
  });

  it('may have any field with `enableOverrides: false`, and so may those of an unknown method', async () => {
    const wallet = fakeWallet(() => ({ jsonrpc: '2.0', id: '1', result: {} }));
    const params = { ...CALL, postconditions: [], own: { deep: 1 } };
    await ask(wallet as never, 'stx_callContract', params, { enableOverrides: false });
    await ask(wallet as never, 'wallet_own', params);
    expect(wallet.calls.map((call) => call.params)).to.deep.equal([params, params]);
  });

  it('with `ignoreUnknownFields` are sent without a field that no method has, but with all of their own', async () => {
    const { warn } = console;
    console.warn = () => undefined;
    try {
      for (const method of METHODS.filter((name) => FULL_PARAMS[name] !== undefined)) {
        const sent = await Promise.all(
          [{}, { validateWithAbi: true }].map(async (extra) => {
            const wallet = standardWallet();
            const params = { ...FULL_PARAMS[method], ...extra };
            const result = ask(wallet, method, params, { ignoreUnknownFields: true });
            const error = await result.then(() => '', String);
            expect(error).not.to.contain('is not a known field');
            return wallet.calls;
          }),
        );
        expect(sent[1], method).to.deep.equal(sent[0]);
      }
    } finally {
      console.warn = warn;
    }
  });

  for (const [method, params, field] of NAMED.filter(([, , , near]) => near)) {
    it(`${method}: ${field} is refused also with \`ignoreUnknownFields\``, async () => {
      const wallet = standardWallet();
      const error = await refusal(ask(wallet, method, params, { ignoreUnknownFields: true }));
      expect(error.data).to.include({ field });
      expect(wallet.calls).to.deep.equal([]);
    });
  }

  it('may have an unknown field that is undefined: JSON has no such field', async () => {
    const wallet = standardWallet();
    await ask(wallet, 'getAddresses', { own: undefined });
    expect(wallet.calls).to.have.length(1);
  });
});
