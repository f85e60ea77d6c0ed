import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFile } from '../../scripts/npm.mjs';
import { pathOf } from './entry-points.mjs';

const program = packageFile(fileURLToPath(new URL('.', import.meta.url)), 'next/dist/bin/next');
const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };

const LAYOUT = `
  export const metadata = { title: 'App', icons: 'data:,' };
  export default function Layout({ children }) {
    return <html lang="en"><body>{children}</body></html>;
  }`;
const EMPTY = `'use client'; export default function Page() { return <p>Empty</p>; }`;
const IMPORT = /^\s*import .*;$/gm;

/** The page of one of the entry points: its imports, its body, and the rest of its code, which runs after hydration. */
const pageOf = ({ code, body, next }) =>
  next ??
  `'use client';
  import { useEffect } from 'react';
  ${code.match(IMPORT).join('\n')}

  export default function Page() {
    useEffect(() => {${code.replaceAll(IMPORT, '')}}, []);
    return <>${body}</>;
  }`;

/**
 * Writes and builds an app with the app router: an empty page at `empty`, and a page for each of these entry points at
 * its path. Returns the folder of the app.
 */
export function buildNext(home, entryPoints) {
  const files = {
    'app/layout.jsx': LAYOUT,
    'app/empty/page.jsx': EMPTY,
    // The packages of Next and the frameworks are in folders above the app.
    'next.config.mjs': `
      export default {
        devIndicators: false,
        turbopack: { root: ${JSON.stringify(fileURLToPath(new URL('../..', import.meta.url)))} },
      };`,
    'package.json': '{ "private": true, "type": "module" }',
  };
  for (const [entryPoint, app] of entryPoints)
    files[`app/${pathOf(entryPoint)}/page.jsx`] = pageOf(app);
  for (const [file, code] of Object.entries(files)) {
    mkdirSync(join(home, file, '..'), { recursive: true });
    writeFileSync(join(home, file), code);
  }
  try {
    execFileSync(process.execPath, [program, 'build', '--turbopack'], { cwd: home, env });
  } catch (error) {
    throw new Error(`next build failed:\n${error.stdout}\n${error.stderr}`, { cause: error });
  }
  return home;
}

/** Serves a built app. Resolves once it listens. */
export async function startNext(home) {
  const server = spawn(process.execPath, [program, 'start', '--port', '0'], {
    cwd: home,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const url = await new Promise((found, fail) => {
    server.on('exit', () => fail(new Error(`next start ended:\n${output}`)));
    server.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      const port = /localhost:(\d+)/.exec(output)?.[1];
      if (port) found(`http://localhost:${port}/`);
    });
  });
  return { url, close: () => server.kill() };
}
