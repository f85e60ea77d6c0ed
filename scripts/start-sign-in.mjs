/** `npm run start:sign-in`: installs and builds what examples/sign-in-server needs, and starts it. */
import { spawn } from 'node:child_process';
import { build } from './build.mjs';
import { installWorkspaces } from './npm.mjs';
import { endWithNpm, owned, root } from './run.mjs';

const cwd = `${root}examples/sign-in-server`;
endWithNpm(0);
console.log('Installing the packages of the server, and building this package …');
installWorkspaces('examples/sign-in-server');
await build({ log: console.log });
owned(spawn(process.execPath, ['server.mjs'], { cwd, stdio: 'inherit' })).on('exit', (code) => {
  process.exitCode = code ?? 1;
});
