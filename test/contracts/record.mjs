/** Writes fixtures/chain/contracts.json: interfaces and answers of the VM, for tests without it. */
import { writeFileSync } from 'node:fs';
import { Cl } from '@stacks/transactions';
import { DEPLOYER, startVm } from './vm.mjs';

const OWNER = 'SPC5KHM41H6WHAST7MWWDD807YSPRQKJ69FSH54J';
const SECOND = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';
const THIRD = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const NOBODY = 'SP000000000000000000002Q6VF78';
const SBTC = 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token';
const BNS = 'SP2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D96YPGZF.BNS-V2';
const POX_4 = `${NOBODY}.pox-4`;
const POX_5 = `${NOBODY}.pox-5`;
const token = `${DEPLOYER}.honey-token`;
const hives = `${DEPLOYER}.hives`;
const text = (value) => Cl.bufferFromUtf8(value);
const allowance = Cl.tuple({ owner: Cl.principal(OWNER), spender: Cl.principal(DEPLOYER) });

/** Functions with arguments. `*`: the answer to all other arguments. */
const CALLS = [
  ...[SBTC, token].flatMap((id) => ['get-name', 'get-symbol', 'get-decimals', 'get-total-supply', 'get-token-uri'].map((name) => [id, name])), // prettier-ignore
  [token, 'divide!', Cl.uint(0)],
  [token, 'divide!', Cl.uint(4)],
  [hives, 'get-last-token-id'],
  ...[1, 2].map((id) => [hives, 'get-owner', Cl.uint(id)]),
  [hives, 'get-token-uri', Cl.uint(0)],
  [hives, 'get-token-uri', Cl.uint(1)],
  [`${DEPLOYER}.honey-pool`, 'get-reserves'],
  [POX_4, 'get-pox-info'],
  [POX_4, 'get-stacker-info', Cl.principal(OWNER)],
  [POX_5, 'get-pox-info'],
  ...[OWNER, SECOND, THIRD, DEPLOYER].map((owner) => [BNS, 'get-primary', Cl.principal(owner)]),
  ...['alice', 'old', 'sold'].map((name) => [BNS, 'can-resolve-name', text('btc'), text(name)]),
  [BNS, 'get-primary', Cl.principal(NOBODY), '*'],
  [BNS, 'can-resolve-name', text('btc'), text('nobody'), '*'],
];
const MAPS = [[token, 'allowances', allowance]];
const VARIABLES = [
  [token, 'uri'],
  [hives, 'last'],
];
/** The VM cannot be asked for these: they are as in clarity/hives.clar. */
const CONSTANTS = [[hives, 'PRICE', Cl.uint(5_000_000)]];

const vm = await startVm();
const contracts = {};
for (const id of [
  SBTC,
  BNS,
  POX_4,
  POX_5,
  token,
  hives,
  `${DEPLOYER}.honey-pool`,
  `${DEPLOYER}.honey-router`,
]) {
  contracts[id] = {
    interface: vm.interface(id),
    calls: {},
    maps: {},
    variables: {},
    constants: {},
  };
}
for (const [id, name, ...given] of CALLS) {
  const args = given.filter((one) => one !== '*').map((value) => Cl.serialize(value));
  const answer = vm.callRead(id, name, args, OWNER);
  contracts[id].calls[given.includes('*') ? `${name} *` : [name, ...args].join(' ')] = answer;
}
for (const [id, map, key] of MAPS) {
  const hex = Cl.serialize(key);
  contracts[id].maps[`${map} ${hex}`] = vm.mapEntry(id, map, hex);
}
for (const [id, name] of VARIABLES) contracts[id].variables[name] = vm.dataVar(id, name);
for (const [id, name, value] of CONSTANTS)
  contracts[id].constants[name] = `0x${Cl.serialize(value)}`;

const lines = Object.entries(contracts).map(
  ([id, one]) => `${JSON.stringify(id)}: ${JSON.stringify(one)}`,
);
writeFileSync(
  new URL('../../fixtures/chain/contracts.json', import.meta.url),
  `{\n${lines.join(',\n')}\n}\n`,
);
process.exit(0);
