/** The library against a real Clarity VM, behind the routes of the simulated chain. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { Cl } from '@stacks/transactions';
import express from 'express';
import fc from 'fast-check';
import { movedTo, recordedContracts } from '../../fixtures/chain/contract-reads.mjs';
import { createChainRouter } from '../../fixtures/chain/server.mjs';
import { contract, getContractInterface, getName } from '../../dist/contracts/index.js';
import { DEPLOYER, startVm } from './vm.mjs';

const OWNER = 'SPC5KHM41H6WHAST7MWWDD807YSPRQKJ69FSH54J';
/** Two accounts of each network: a contract reads no address of another one. */
const MAINNET = [OWNER, DEPLOYER];
const TESTNET = [
  'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ',
  'ST1WV0048ERKB55592H81MK6J4TTRP8TSGE8VSTHJ',
];
const RUNS = process.env.TEST_LONG ? 200 : 2;
let vm;
let server;
let source;

before(async () => {
  vm = await startVm();
  const app = express();
  app.use(createChainRouter({ contracts: vm }));
  server = createServer(app);
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  source = { baseUrl: `http://127.0.0.1:${server.address().port}` };
});
after(() => {
  server.close();
  server.closeAllConnections();
});

const bound = async (id) =>
  contract(await getContractInterface(id, { source }), { contract: id, source });

/** Any plain value for an argument of a type, with two accounts. */
function inputs(type, accounts) {
  const [owner, deployer] = accounts;
  const [kind, content] = typeof type === 'string' ? [type] : Object.entries(type)[0];
  switch (kind) {
    case 'uint128':
      return fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), fc.nat());
    case 'int128':
      return fc.oneof(fc.bigInt({ min: -(2n ** 127n), max: 2n ** 127n - 1n }), fc.integer());
    case 'bool':
      return fc.boolean();
    case 'principal':
      return fc.constantFrom(owner, deployer, `${deployer}.honey-token`);
    case 'trait_reference':
      return fc.constantFrom(`${deployer}.honey-token`, `${deployer}.honey-pool`);
    case 'buffer':
      return fc.uint8Array({ maxLength: content.length });
    case 'string-ascii':
      return fc.string({ maxLength: Math.min(content.length, 50) }).map((text) => text.replace(/[^ -~]/g, '')); // prettier-ignore
    case 'string-utf8':
      return fc
        .string({ unit: 'binary', maxLength: Math.min(content.length, 50) })
        .map((text) => [...text].slice(0, content.length).join(''));
    case 'optional': {
      const inner = content === 'none' ? fc.constant(null) : inputs(content, accounts);
      const isNested = content.optional !== undefined;
      return fc.option(isNested ? inner.map((some) => ({ some })) : inner);
    }
    case 'response':
      return fc.oneof(
        ...['ok', 'error'].filter((side) => content[side] !== 'none').map((side) => inputs(content[side], accounts).map((value) => ({ [side]: value }))), // prettier-ignore
      );
    case 'list':
      return fc.array(inputs(content.type, accounts), { maxLength: Math.min(content.length, 3) });
    case 'tuple':
      return fc.record(
        Object.fromEntries(content.map((field) => [field.name, inputs(field.type, accounts)])),
      );
  }
}

describe('every read-only function of every contract of the VM', { timeout: 600_000 }, () => {
  it('takes any arguments of its types, and its answers have its type', async () => {
    let answered = 0;
    for (const id of vm.ids) {
      const { functions } = vm.interface(id);
      const one = await bound(id);
      const accounts = id.startsWith('ST') ? TESTNET : MAINNET;
      for (const { name, access, args } of functions) {
        if (access !== 'read_only') continue;
        const given = fc.record(
          Object.fromEntries(args.map((arg) => [arg.name, inputs(arg.type, accounts)])),
        );
        for (const values of fc.sample(given, RUNS)) {
          try {
            await one.read[name](values);
            answered += 1;
          } catch (error) {
            assert.ok(['err-response', 'runtime', 'not-read-only', 'too-costly'].includes(error.code), `${id} ${name}: ${error.stack}`); // prettier-ignore
            if (error.code === 'err-response') answered += 1;
            else assert.doesNotMatch(error.message, /TypeValueError|IncorrectArgumentCount|BadTypeConstruction/); // prettier-ignore
          }
        }
      }
    }
    console.log(`${answered} answers`);
    assert.ok(answered > 300, `${answered}`);
  });
});

describe('the recorded contracts', () => {
  it('have the answers of the VM', () => {
    const file = new URL('../../fixtures/chain/contracts.json', import.meta.url);
    for (const [id, { calls }] of Object.entries(JSON.parse(readFileSync(file, 'utf8')))) {
      for (const [call, answer] of Object.entries(calls)) {
        const [name, ...args] = call.split(' ');
        if (!args.includes('*')) assert.deepEqual(vm.callRead(id, name, args, OWNER), answer, call);
      }
    }
  });

  it('answer as the VM does', async () => {
    const recorded = recordedContracts({ chain: { all: [] } });
    for (const id of [`${DEPLOYER}.honey-token`, `${DEPLOYER}.hives`, `${DEPLOYER}.honey-router`]) {
      assert.deepEqual(recorded.interface(id), JSON.parse(JSON.stringify(vm.interface(id))));
    }
    const token = `${DEPLOYER}.honey-token`;
    for (const who of [OWNER, DEPLOYER]) {
      const args = [Cl.serialize(Cl.principal(who))];
      assert.deepEqual(recorded.callRead(token, 'get-balance', args, OWNER), vm.callRead(token, 'get-balance', args, OWNER)); // prettier-ignore
    }
    const rest = [Cl.none(), Cl.tuple({ a: Cl.principal(token), b: Cl.principal(token) }), Cl.tuple({ a: Cl.principal(`${DEPLOYER}.honey-pool`) })]; // prettier-ignore
    for (const amount of fc.sample(fc.bigInt({ min: 0n, max: 2n ** 60n }), 20)) {
      const args = [Cl.uint(amount), ...rest].map((value) => Cl.serialize(value));
      const ask = (from) => from.callRead(`${DEPLOYER}.honey-router`, 'get-quote-a', args, OWNER);
      assert.deepEqual(ask(recorded), ask(vm), `${amount}`);
    }
  });
});

describe('calls', () => {
  it('change what is read as in the VM', () => {
    const [token, router, hives] = ['honey-token', 'honey-router', 'hives'].map((name) => `${DEPLOYER}.${name}`); // prettier-ignore
    const who = (principal) => Cl.principal(principal);
    const CALLS = [
      [token, 'transfer', Cl.uint(1_000), who(OWNER), who(DEPLOYER), Cl.none()],
      [
        router,
        'swap-helper-a',
        ...[Cl.uint(1_000_000), Cl.uint(493_579_017), Cl.none()],
        ...[Cl.tuple({ a: who(token), b: who(token) }), Cl.tuple({ a: who(`${DEPLOYER}.honey-pool`) })], // prettier-ignore
      ],
      [hives, 'mint'],
      [hives, 'transfer', Cl.uint(1), who(OWNER), who(DEPLOYER)],
    ];
    const stx = () => vm.simnet.getAssetsMap().get('STX').get(OWNER) ?? 0n;
    vm.simnet.mintSTX(OWNER, 10_000_000n);
    const before = stx();
    const all = CALLS.map(([contract, name, ...args]) => {
      const { result } = vm.simnet.callPublicFn(contract, name, args, OWNER);
      assert.equal(result.type, 'ok', `${name}: ${Cl.stringify(result)}`);
      const texts = args.map((value) => Cl.stringify(value));
      const decoded = { type: 'contract_call', sender: OWNER, contract, function: name, arguments: texts }; // prettier-ignore
      return { status: 'success', decoded };
    });
    const state = { chain: { all } };
    const recorded = recordedContracts(state);
    const READS = [
      ...[OWNER, DEPLOYER, router].map((one) => [token, 'get-balance', who(one)]),
      ...[1, 2, 3].map((id) => [hives, 'get-owner', Cl.uint(id)]),
      [hives, 'get-last-token-id'],
    ];
    for (const [id, name, ...values] of READS) {
      const args = values.map((value) => Cl.serialize(value));
      assert.deepEqual(recorded.callRead(id, name, args, OWNER), vm.callRead(id, name, args, OWNER), name); // prettier-ignore
    }
    assert.equal(recorded.dataVar(hives, 'last'), vm.dataVar(hives, 'last'));
    assert.equal(movedTo(state, 'stx', OWNER), stx() - before);
  });
});

describe('with the VM', () => {
  it('a quote and a name are read, and a transfer is not simulated', async () => {
    const token = `${DEPLOYER}.honey-token`;
    const router = await bound(`${DEPLOYER}.honey-router`);
    const args = { amount: 1_000_000n, tokens: { a: token, b: token }, pools: { a: `${DEPLOYER}.honey-pool` } }; // prettier-ignore
    assert.equal(await router.simulate['get-quote-a'](args), 493_579_017n);
    const honey = await bound(token);
    const transfer = { amount: 1n, sender: OWNER, recipient: DEPLOYER };
    await assert.rejects(honey.simulate.transfer(transfer, { sender: OWNER }), { code: 'not-read-only' }); // prettier-ignore
    assert.equal((await getName(OWNER, { source })).name, 'alice.btc');
  });
});
