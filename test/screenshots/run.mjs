/**
 * Writes screenshots of every view of every element, in every mode that changes it, to screenshots/:
 * `npm run screenshots`. Arguments select views and modes: `npm run screenshots -- modal-list dark`.
 * If a view fails, it is tried again up to twice, each time in a new page. Reports the violations that axe finds in
 * the light and the dark mode.
 */
import { startDevServer } from '@web/dev-server';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { mkdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { bundledPackages } from '../../scripts/bundled-packages.mjs';
import { chromePath } from '../../scripts/chrome-path.mjs';
import { needChromium } from '../../scripts/need.mjs';
import { endWithNpm } from '../../scripts/run.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
endWithNpm();
needChromium();
const OUT = `${ROOT}screenshots/`;
const AXE = fileURLToPath(import.meta.resolve('axe-core'));
const ATTEMPTS = 3;
const TIMEOUT = 60_000;

const DESKTOP = { width: 900, height: 760 };
const NARROW = { width: 320, height: 640 };

/** Each view is shown once in each of these pages, and captured in all modes of the page. */
const PAGES = [
  {
    lang: 'en',
    modes: {
      light: {},
      dark: { colorScheme: 'dark' },
      'forced-colors': { forcedColors: 'active' },
      'forced-colors-dark': { forcedColors: 'active', colorScheme: 'dark' },
      contrast: { contrast: 'more' },
      'contrast-dark': { contrast: 'more', colorScheme: 'dark' },
    },
  },
  // In a small window, a menu opens as a sheet.
  {
    lang: 'en',
    modes: {
      320: { viewport: NARROW },
      '320x256': { viewport: { width: 320, height: 256 } },
    },
  },
  { lang: 'en', dir: 'rtl', modes: { rtl: {} } },
  { lang: 'ar', dir: 'rtl', modes: { ar: {} } },
  { lang: 'de', modes: { de: {} } },
  { lang: 'de', modes: { '320-de-dark': { viewport: NARROW, colorScheme: 'dark' } } },
  { lang: 'en', phone: true, modes: { phone: {} } },
];

const PHONE = {
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};

const GALLERY = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Screenshots</title>
    <style>
      :root { color-scheme: light dark; font-family: Georgia, serif; background: Canvas }
      body { margin: 0; padding: 32px }
    </style>
    <script type="module" src="/test/screenshots/gallery.js"></script>
  </head>
  <body><main><h1>Larkspur Exchange</h1><p>Swap, lend and follow your tokens.</p></main></body>
</html>`;

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
        context.body = GALLERY;
      },
    ],
  },
});
const browser = await chromium.launch({
  executablePath: chromePath(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
const address = `http://localhost:${server.server.address().port}/gallery`;
const started = Date.now();
let captured = 0;
try {
  await mkdir(OUT, { recursive: true });
  const tasks = await selectedTasks(process.argv.slice(2));
  await Promise.all([captureAll(tasks), captureAll(tasks), captureAll(tasks)]);
} finally {
  await browser.close();
  await server.stop();
}
console.log(`${captured} screenshots in ${Math.round((Date.now() - started) / 1000)} s`);

/**
 * One task for each view in each page; one per mode for a view that changes by itself after seconds (`brief`). If no
 * view is selected, uses all views; if no mode is selected, all modes.
 */
async function selectedTasks(selected) {
  const tab = await open(false);
  const scenes = await tab.evaluate(() => window.gallery.scenes);
  await tab.context().close();
  const allModes = PAGES.flatMap(({ modes }) => Object.keys(modes));
  const names = scenes.map(({ name }) => name);
  const known = [...names, ...allModes];
  const unknown = selected.filter((name) => !known.includes(name));
  if (unknown.length) throw new Error(`unknown view or mode: ${unknown.join(', ')}`);
  const some = (all) => {
    const chosen = all.filter((name) => selected.includes(name));
    return chosen.length ? chosen : all;
  };
  const [views, modes] = [some(names), some(allModes)];
  return PAGES.flatMap((page) =>
    scenes.flatMap(({ name, without, brief }) => {
      const left = Object.entries(page.modes).filter(
        ([mode]) => modes.includes(mode) && !without.includes(mode),
      );
      if (!views.includes(name) || !left.length) return [];
      const parts = brief ? left.map((mode) => [mode]) : [left];
      return parts.map((part) => ({ scene: name, page, modes: part }));
    }),
  );
}

/** Runs tasks until the list is empty, in one page for desktops and one for phones. */
async function captureAll(tasks) {
  const tabs = new Map();
  for (let task = tasks.shift(); task; task = tasks.shift()) {
    const { phone = false } = task.page;
    for (let attempt = 1; ; attempt++) {
      try {
        if (!tabs.has(phone)) tabs.set(phone, await open(phone));
        await inTime(capture(tabs.get(phone), task));
        break;
      } catch (error) {
        console.error(`${task.scene}, attempt ${attempt} of ${ATTEMPTS}: ${error.message}`);
        await tabs.get(phone)?.context().close();
        tabs.delete(phone);
        if (attempt < ATTEMPTS) continue;
        process.exitCode = 1;
        break;
      }
    }
  }
}

async function open(phone) {
  const context = await browser.newContext({
    viewport: DESKTOP,
    reducedMotion: 'reduce',
    ...(phone && PHONE),
  });
  const tab = await context.newPage();
  tab.setDefaultTimeout(TIMEOUT);
  tab.on('pageerror', (error) => console.error(error.message));
  await tab.goto(address);
  await tab.waitForFunction(() => window.gallery);
  return tab;
}

async function capture(tab, { scene, page, modes }) {
  const { lang, dir = 'ltr', phone } = page;
  await emulate(tab, modes[0][1], phone);
  // Move the mouse away from earlier clicks, so that it hovers over no element.
  await tab.mouse.move(0, 0);
  const clicks = await tab.evaluate(
    ([name, where]) => window.gallery.show(name, where),
    [scene, { lang, dir }],
  );
  for (const selector of clicks) await tab.click(selector);
  if (clicks.length) await delay(600);
  for (const [mode, media] of modes) {
    await emulate(tab, media, phone);
    await delay(60);
    await tab.screenshot({ path: `${OUT}${scene}.${mode}.png`, fullPage: true });
    captured++;
    if (mode === 'light' || mode === 'dark') await checkAccessibility(tab, `${scene}.${mode}`);
  }
}

/** Reports every violation that axe finds in the page. */
async function checkAccessibility(tab, name) {
  if (!(await tab.evaluate(() => 'axe' in window))) await tab.addScriptTag({ path: AXE });
  const violations = await tab.evaluate(async () => {
    const results = await window.axe.run(document, { resultTypes: ['violations'] });
    return results.violations.map(({ id, impact, nodes }) => [id, impact, nodes[0].html].join(' '));
  });
  for (const violation of violations) console.error(`${name}: ${violation}`);
  if (violations.length) process.exitCode = 1;
}

async function emulate(tab, { viewport = DESKTOP, ...media }, phone) {
  await tab.emulateMedia({
    colorScheme: 'light',
    forcedColors: 'none',
    contrast: 'no-preference',
    ...media,
  });
  if (!phone) await tab.setViewportSize(viewport);
}

async function inTime(work) {
  const timer = new AbortController();
  const late = delay(TIMEOUT, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`not done after ${TIMEOUT / 1000} s`);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    timer.abort();
    late.catch(() => {});
  }
}
