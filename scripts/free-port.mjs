import { createServer } from 'node:net';

/**
 * A port that no program uses now, for a program that cannot choose a free port itself. Not a package such as get-port:
 * the operating system chooses the port, so there is little code.
 */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
