/** A Clarity VM that answers as a node does. Its contracts: those in `clarity/`, and those that the VM has itself. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initSimnet } from '@stacks/clarinet-sdk';
import { Cl } from '@stacks/transactions';

export const DEPLOYER = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE';
/** By deployer, in the order in which they are deployed. */
const CONTRACTS = [
  [DEPLOYER, 'honey-token'],
  [DEPLOYER, 'hives'],
  [DEPLOYER, 'honey-pool'],
  [DEPLOYER, 'honey-router'],
  ['SP2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D96YPGZF', 'BNS-V2'],
];

/** Starts a VM with all contracts. It has the contracts of sBTC and of stacking. */
export async function startVm() {
  const simnet = await initSimnet(writeProject(), true);
  simnet.setEpoch('3.4');
  for (const [deployer, name] of CONTRACTS) {
    const code = readFileSync(new URL(`clarity/${name}.clar`, import.meta.url), 'utf8');
    simnet.deployContract(name, code, { clarityVersion: 3 }, deployer);
  }
  const interfaces = simnet.getContractsInterfaces();

  return {
    simnet,
    ids: [...interfaces.keys()],
    interface: (id) => interfaces.get(id),
    /** As `/v2/contracts/call-read`. */
    callRead(id, name, args, sender) {
      const values = args.map((hex) => Cl.deserialize(hex));
      const access = interfaces.get(id)?.functions.find((one) => one.name === name)?.access;
      if (!interfaces.has(id))
        return { okay: false, cause: `RuntimeCheck(NoSuchContract("${id}"))` };
      if (!access) return { okay: false, cause: `RuntimeCheck(UndefinedFunction("${name}"))` };
      if (access === 'private') return { okay: false, cause: `RuntimeCheck(NoSuchPublicFunction("${id}", "${name}"))` }; // prettier-ignore
      try {
        const call = access === 'public' ? simnet.callPublicFn : simnet.callReadOnlyFn;
        const { result, events } = call(id, name, values, sender);
        if (events.some(({ event }) => event !== 'print_event')) throw new Error('NotReadOnly');
        return { okay: true, result: `0x${Cl.serialize(result)}` };
      } catch (error) {
        return { okay: false, cause: String(error?.message ?? error) };
      }
    },
    mapEntry(id, map, key) {
      const found = simnet.getMapEntry(id, map, Cl.deserialize(key));
      return `0x${Cl.serialize(found)}`;
    },
    dataVar(id, name) {
      const isVariable = interfaces.get(id)?.variables.some((one) => one.name === name && one.access === 'variable'); // prettier-ignore
      return isVariable ? `0x${Cl.serialize(simnet.getDataVar(id, name))}` : undefined;
    },
    /** Not asked: see record.mjs. */
    constant: () => undefined,
  };
}

function writeProject() {
  const folder = mkdtempSync(join(tmpdir(), 'clarinet-'));
  mkdirSync(join(folder, 'settings'));
  const manifest = join(folder, 'Clarinet.toml');
  writeFileSync(manifest, "[project]\nname = 'contracts'\ndescription = ''\nauthors = []\ntelemetry = false\ncache_dir = './.cache'\n"); // prettier-ignore
  writeFileSync(
    join(folder, 'settings/Devnet.toml'),
    "[network]\nname = 'devnet'\n[accounts.deployer]\nmnemonic = 'twice kind fence tip hidden tilt action fragile skin nothing glory cousin green tomorrow spring wrist shed math olympic multiply hip blue scout claw'\nbalance = 100000000000000\n",
  );
  return manifest;
}
