/** `npm run start:shop`: installs and builds what examples/shop needs, and starts it with a simulated chain. */
import { spawn } from 'node:child_process';
import { build } from './build.mjs';
import { installWorkspaces } from './npm.mjs';
import { endWithNpm, owned, root } from './run.mjs';

const cwd = `${root}examples/shop`;
endWithNpm(0);
console.log('Installing the packages of the shop, and building this package …');
installWorkspaces('examples/shop');
await build({ log: console.log });
const { startChain } = await import('../examples/shop/chain.mjs');
const chain = await startChain();
await chain.control('mine-every', { ms: 5_000 });
const env = { ...process.env, CHAIN: chain.url };
owned(spawn(process.execPath, ['server.mjs'], { cwd, env, stdio: 'inherit' })).on(
  'exit',
  (code) => {
    chain.close();
    process.exitCode = code ?? 1;
  },
);
