import { endWithNpm } from './run.mjs';
import { startServer } from './server.mjs';
import { createSourceRouter } from './source-router.mjs';
import { visible } from './visible.mjs';

const DEFAULT_PORT = 8080;

endWithNpm(0);

try {
  const port = portOf(process.env.PORT);
  const source = createSourceRouter();
  const { url } = await startServer({ port, source });
  console.log(
    `${url}\n\nServes the sources: a change is on the screen at once. Press Ctrl-C to stop.`,
  );
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
