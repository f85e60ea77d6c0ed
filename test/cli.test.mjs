import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { compile } from './support/contract-types.mjs';
import { startMiningChain } from './support/mining-chain.mjs';
import { root } from './support/program.mjs';

const DEPLOYER = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE';
let chain;
before(async () => (chain = await startMiningChain()));
after(() => chain.close());

const run = (...args) =>
  new Promise((ended) => {
    execFile(process.execPath, [`${root}dist/cli.js`, ...args], (error, stdout, stderr) =>
      ended({ code: error?.code ?? 0, stdout, stderr }),
    );
  });

describe('npx stacks-wallet-elements interface', () => {
  it('writes a file that types a contract', async () => {
    const files = {};
    for (const name of ['honey-token', 'hives']) {
      const { code, stdout, stderr } = await run('interface', `${DEPLOYER}.${name}`, '--api', chain.url); // prettier-ignore
      assert.deepEqual([code, stderr], [0, '']);
      files[`${name}.ts`] = stdout;
    }
    files['app.ts'] = `
      import { contract } from 'stacks-wallet-elements/contracts';
      import { honeyTokenAbi } from './honey-token.js';
      import { hivesAbi } from './hives.js';
      const token = contract(honeyTokenAbi, { contract: '${DEPLOYER}.honey-token' });
      export const balance: bigint = await token.read['get-balance']({ who: '${DEPLOYER}' });
      export const symbol: string = await token.read['get-symbol']();
      const hives = contract(hivesAbi, { contract: '${DEPLOYER}.hives' });
      export const owner: string | null = await hives.read['get-owner']({ id: 1n });
      export const price: bigint = await hives.constant.PRICE();
      // @ts-expect-error
      await token.read['get-balances']({ who: '' });
    `;
    assert.equal(compile(`${root}node_modules/typescript/bin/tsc`, files), '');
  });

  it('says what is wrong, and ends with the code 1', async () => {
    for (const [args, message] of [
      [[], /^npx stacks-wallet-elements interface/],
      [['interface'], /^npx/],
      [['interface', `${DEPLOYER}.hives`, '--url', 'x'], /^npx/],
      [['interface', DEPLOYER], /`contract` must be `<address>\.<contract-name>`/],
      [['interface', `${DEPLOYER}.none`, '--api', chain.url], /there is no contract SPJ\w+\.none/],
      [
        ['interface', `${DEPLOYER}.hives`, '--api', 'ftp://x'],
        /`source\.baseUrl` must be an http or https URL/,
      ],
    ]) {
      // prettier-ignore
      const { code, stdout, stderr } = await run(...args);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, message);
    }
    assert.equal((await run('--help')).code, 0);
  });
});
