import { build } from './build.mjs';
import { endWithNpm } from './run.mjs';
import { startServer } from './server.mjs';
import { visible } from './visible.mjs';

const DEFAULT_PORT = 8080;

endWithNpm(0);

try {
  const port = portOf(process.env.PORT);
  // Listen before the build, to report immediately if the port is in use.
  let built = () => {};
  const ready = new Promise((resolve) => (built = resolve));
  const { url } = await startServer({ port, ready });
  console.log('Starting the playground …');
  const { faults } = await build({ log: console.log });
  built();
  for (const fault of faults) console.warn(fault);
  console.log(`\n${url}\n\nPress Ctrl-C to stop.`);
} catch (error) {
  console.error(
    error.code === 'EADDRINUSE'
      ? `Port ${error.port} is in use. Choose another one: PORT=${error.port + 1} npm start`
      : visible(error.message),
  );
  process.exit(1);
}

function portOf(text) {
  if (!text) return DEFAULT_PORT;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65535) return port;
  throw new Error(`PORT must be a whole number from 0 to 65535; it is ${JSON.stringify(text)}.`);
}
