import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('node_modules/next/dist/bin/next', import.meta.url));
const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };

const LAYOUT = `
  export const metadata = { title: 'App', icons: 'data:,' };
  export default function Layout({ children }) {
    return <html lang="en"><body>{children}</body></html>;
  }`;
const BUTTON = `
  'use client';
  import { request } from 'stacks-wallet-elements';
  import 'stacks-wallet-elements/define/wallet-connect-button';

  if (typeof window === 'object') window.app = { request };

  export default function Page() {
    return <wallet-connect-button></wallet-connect-button>;
  }`;
const own = (from, options) => `
  'use client';
  import { useState } from 'react';
  import { connect } from 'stacks-wallet-elements${from}';

  export default function Page() {
    const [address, setAddress] = useState('');
    return <>
      <button id="own" onClick={async () => setAddress((await connect(${options})).addresses[0].address)}>
        Connect
      </button>
      <output id="address">{address}</output>
    </>;
  }`;

/** A page for each way into the package. Each is in an app of its own: Turbopack shares files between pages. */
export const NEXT_PAGES = {
  'the package and /define/wallet-connect-button': ['button', BUTTON],
  'the package': ['own', own('', '')],
  '/core': ['core', own('/core', `{ providerId: 'DevWalletProvider' }`)],
};

/** Writes and builds an app with the app router: an empty page, and a page with the package. Returns its folder. */
export function buildNext(apps, door) {
  const [page, code] = NEXT_PAGES[door];
  const home = join(apps, `next-${page}`);
  const pages = {
    'app/layout.jsx': LAYOUT,
    'app/empty/page.jsx': `'use client'; export default function Page() { return <p>Empty</p>; }`,
    'app/page.jsx': code,
    // The packages of Next are in a folder above the app.
    'next.config.mjs': `
      export default {
        devIndicators: false,
        turbopack: { root: ${JSON.stringify(fileURLToPath(new URL('.', import.meta.url)))} },
      };`,
    'package.json': '{ "private": true, "type": "module" }',
  };
  for (const [file, code] of Object.entries(pages)) {
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
