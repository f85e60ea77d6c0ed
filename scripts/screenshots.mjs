/**
 * Writes screenshots of every view of every element, in every mode, to screenshots/: `npm run screenshots`.
 * Arguments select views and modes: `npm run screenshots -- modal-list dark`.
 */
import { startDevServer } from '@web/dev-server';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { bundledPackages } from './bundled-packages.mjs';
import { chromePath } from './chrome-path.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUT = `${ROOT}screenshots/`;

const DESKTOP = { width: 900, height: 760 };
const MODES = {
  light: {},
  dark: { colorScheme: 'dark' },
  rtl: { dir: 'rtl' },
  ar: { dir: 'rtl', lang: 'ar' },
  de: { lang: 'de' },
  'forced-colors': { forcedColors: 'active' },
  'forced-colors-dark': { forcedColors: 'active', colorScheme: 'dark' },
  320: { viewport: { width: 320, height: 640 } },
  '320-de-dark': { viewport: { width: 320, height: 640 }, lang: 'de', colorScheme: 'dark' },
  '320x256': { viewport: { width: 320, height: 256 } },
  phone: { viewport: { width: 390, height: 844 }, phone: true },
};

const page = ({ dir = 'ltr', lang = 'en' }) => `<!doctype html>
<html lang="${lang}" dir="${dir}">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width" />
  <title>Screenshots</title>
  <style>
    :root { color-scheme: light dark; font-family: Georgia, serif }
    body { margin: 0; padding: 32px }
  </style>
  <main><h1>Larkspur Exchange</h1><p>Swap, lend and follow your tokens.</p></main>
  <script type="module">
    import { listScenes } from '/scripts/screenshots/list-scenes.js';
    import { pickerScenes } from '/scripts/screenshots/picker-scenes.js';
    import { sessionScenes } from '/scripts/screenshots/session-scenes.js';
    import { tokenScenes } from '/scripts/screenshots/token-scenes.js';
    import { walletScenes } from '/scripts/screenshots/wallet-scenes.js';
    window.scenes = { ...listScenes, ...pickerScenes, ...sessionScenes, ...tokenScenes, ...walletScenes };
  </script>
</html>`;

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';

const selected = process.argv.slice(2);
const isSelected = (name) => !selected.length || selected.includes(name);
const server = await startDevServer({
  readCliArgs: false,
  readFileConfig: false,
  logStartMessage: false,
  config: {
    rootDir: ROOT,
    port: 0,
    nodeResolve: { exportConditions: ['browser', 'production'] },
    plugins: [
      bundledPackages(['@stacks/encryption', '@stacks/transactions']),
      esbuildPlugin({ ts: true, target: 'es2022', tsconfig: `${ROOT}tsconfig.json` }),
    ],
    middleware: [
      async (context, next) => {
        if (context.path !== '/gallery') return next();
        context.type = 'html';
        context.body = page(context.query);
      },
    ],
  },
});
const browser = await chromium.launch({
  executablePath: chromePath(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  await mkdir(OUT, { recursive: true });
  const { port } = server.server.address();
  const modes = Object.entries(MODES);
  const worker = async () => {
    for (let next = modes.shift(); next; next = modes.shift()) {
      await captureMode(`http://localhost:${port}`, ...next);
    }
  };
  await Promise.all([worker(), worker(), worker()]);
} finally {
  await browser.close();
  await server.stop();
}

async function captureMode(origin, mode, { dir, lang, phone, viewport = DESKTOP, ...media }) {
  const context = await browser.newContext({
    viewport,
    reducedMotion: 'reduce',
    ...media,
    ...(phone && { userAgent: PHONE, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }),
  });
  const tab = await context.newPage();
  tab.on('pageerror', (error) => console.error(`${mode}: ${error.message}`));
  const address = `${origin}/gallery?${new URLSearchParams({ ...(dir && { dir }), ...(lang && { lang }) })}`;
  const open = async () => {
    await tab.goto(address);
    await tab.waitForFunction(() => window.scenes);
  };
  if (!isSelected(mode) && selected.some((name) => name in MODES)) return context.close();
  await open();
  const names = await tab.evaluate(() => Object.keys(window.scenes));
  for (const name of names) {
    if (!isSelected(name) && selected.some((other) => names.includes(other))) continue;
    await open();
    await tab.evaluate(async (scene) => void (await window.scenes[scene]()), name);
    await tab.waitForTimeout(60);
    await tab.screenshot({ path: `${OUT}${name}.${mode}.png`, fullPage: true });
  }
  await context.close();
}
