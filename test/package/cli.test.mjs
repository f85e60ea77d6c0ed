import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { compile } from '../support/contract-types.mjs';
import { startMiningChain } from '../support/mining-chain.mjs';
import { root } from '../support/program.mjs';

const DEPLOYER = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE';
/** Characters that a terminal obeys, or that nobody sees, but for the ends of lines. */
const HIDDEN = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
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

  it('takes the URL of a service in each place', async () => {
    const id = `${DEPLOYER}.hives`;
    for (const args of [
      ['--api', chain.url, id],
      [`--api=${chain.url}`, id],
      [id, `--api=${chain.url}`],
    ]) {
      // prettier-ignore
      const { code, stdout } = await run('interface', ...args);
      assert.equal(code, 0);
      assert.match(stdout, /^\/\*\* The interface of/);
    }
  });

  it('says what is wrong, and ends with the code 1', async () => {
    for (const [args, message] of [
      [[], /^A command is missing.*\n\nnpx stacks-wallet-elements interface/],
      [
        ['interfce', `${DEPLOYER}.hives`],
        /^`interfce` is not a command\. Use `interface`\.\n\nnpx/,
      ],
      [['interface'], /^The contract is missing: `<address>\.<contract-name>`\.\n\nnpx/],
      [
        ['interface', `${DEPLOYER}.hives`, '--url', 'x'],
        /^`--url` is not an option\. Use `--api <url>`.*\n\nnpx/,
      ],
      [['interface', `${DEPLOYER}.hives`, '--api'], /^The URL after `--api` is missing\.\n\nnpx/],
      [
        ['interface', `${DEPLOYER}.hives`, '--api', chain.url, 'more'],
        /^`more` is one argument too many\.\n\nnpx/,
      ],
      [['interface', '--apii', 'x', `${DEPLOYER}.hives`], /^`--apii` is not an option\./],
      [
        ['interface', `${DEPLOYER}.hives`, '--api=http://none.invalid'],
        /^The service could not be reached \(E\w+\)\. Check the connection, and the URL of `--api`\.\n$/,
      ],
      [['a\u001b[31m'], /^`a\\u001b\[31m` is not a command/],
      [['interface', DEPLOYER], /`contract` must be `<address>\.<contract-name>`/],
      [['interface', `${DEPLOYER}.none`, '--api', chain.url], /there is no contract SPJ\w+\.none/],
      [
        ['interface', `${DEPLOYER}.hives`, '--api', 'ftp://x'],
        /^`--api` must be an http or https URL/,
      ],
    ]) {
      // prettier-ignore
      const { code, stdout, stderr } = await run(...args);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, message);
    }
    assert.equal((await run('--help')).code, 0);
  });

  it('prints no control, bidi or other invisible characters of arguments and of the node', async () => {
    const hidden = 'a\u001b[31m\u202eb\u200b\u0085\u2066\n';
    for (const args of [
      [`${DEPLOYER}.${hidden}`],
      [`${DEPLOYER}.hives`, '--api', hidden],
      [`${DEPLOYER}.hives`, '--api', `http://${hidden}.invalid/${hidden}`],
    ]) {
      const { code, stdout, stderr } = await run('interface', ...args);
      assert.deepEqual([code, stdout], [1, '']);
      assert.doesNotMatch(stderr, HIDDEN);
    }
    const abi = { functions: [], epoch: hidden, clarity_version: '\u2028' };
    const node = createServer((_req, res) => res.end(JSON.stringify(abi)));
    await once(node.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${node.address().port}`;
    const { stdout } = await run('interface', `${DEPLOYER}.hives`, '--api', url);
    node.close();
    assert.doesNotMatch(stdout, HIDDEN);
    const [json] = stdout.match(/\{[^]*\}/);
    assert.deepEqual(JSON.parse(json), abi);
  });
});
