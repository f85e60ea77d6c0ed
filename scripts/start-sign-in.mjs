/** `npm run start:sign-in`: installs and builds what examples/sign-in-server needs, and starts it. */
import { spawn } from 'node:child_process';
import { build } from './build.mjs';
import { installWorkspaces } from './npm.mjs';
import { root } from './run.mjs';

const cwd = `${root}examples/sign-in-server`;
installWorkspaces('examples/sign-in-server');
await build();
spawn(process.execPath, ['server.mjs'], { cwd, stdio: 'inherit' }).on('exit', (code) => {
  process.exitCode = code ?? 1;
});
