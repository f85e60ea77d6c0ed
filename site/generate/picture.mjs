/**
 * Writes the pictures of the open picker, light and dark, as a dialog and as the sheet of a phone, for the README and the
 * start page. Run `npm run build:site`, then `node site/generate/picture.mjs`.
 */
import { chromium } from 'playwright-core';
import { chromePath } from '../../scripts/chrome-path.mjs';
import { needChromium } from '../../scripts/need.mjs';
import { root } from '../../scripts/run.mjs';
import { startServer } from '../../scripts/server.mjs';

/** The font of the site. */
const FONT = `${root}node_modules/vitepress/dist/client/theme-default/fonts/inter-roman-latin.woff2`;
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <title>Picture</title>
    <meta name="viewport" content="width=device-width" />
    <style>
      @font-face { font-family: Inter; font-weight: 100 900; src: url(inter.woff2) }
      :root { color-scheme: light dark; background: light-dark(#e9e9f7, #0d0e12); --wallet-font-family: Inter }
      wallet-select-modal { --wallet-color-backdrop: transparent }
    </style>
    <script>
      // The picker shows them as installed. Nothing is asked of them.
      window.LeatherProvider = { request: () => new Promise(() => {}) };
      window.XverseProviders = { BitcoinProvider: { request: () => new Promise(() => {}) } };
    </script>
    <script type="module" src="/dist/cdn/stacks-wallet-elements.js"></script>
  </head>
  <body><wallet-select-modal></wallet-select-modal></body>
</html>`;
const VIEWS = [
  { name: 'picker', colorScheme: 'light' },
  { name: 'picker-dark', colorScheme: 'dark' },
  { name: 'picker-phone', colorScheme: 'light', isPhone: true },
  { name: 'picker-phone-dark', colorScheme: 'dark', isPhone: true },
];
/** CSS pixels around the dialog. */
const MARGIN = 32;

needChromium();
const server = await startServer();
const browser = await chromium.launch({
  executablePath: chromePath(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  for (const { name, colorScheme, isPhone = false } of VIEWS) {
    const page = await browser.newPage({
      colorScheme,
      reducedMotion: 'reduce',
      deviceScaleFactor: 2,
      hasTouch: isPhone,
      viewport: isPhone ? { width: 390, height: 600 } : { width: 640, height: 800 },
    });
    await page.route(`${server.url}inter.woff2`, (route) => route.fulfill({ path: FONT }));
    await page.route(`${server.url}picture`, (route) =>
      route.fulfill({ body: PAGE, contentType: 'text/html' }),
    );
    await page.goto(`${server.url}picture`);
    await page.evaluate(async () => {
      await customElements.whenDefined('wallet-select-modal');
      document.querySelector('wallet-select-modal').show();
    });
    const dialog = page.locator('wallet-select-modal dialog');
    await dialog.getByRole('button', { name: 'Leather' }).waitFor();
    await page.evaluate(() => document.fonts.ready);
    // Remove the focus, so that the picture has no focus ring.
    await page.evaluate(() => document.activeElement?.blur());
    const { x, y, width, height } = await dialog.boundingBox();
    const margin = isPhone ? 0 : MARGIN;
    const clip = {
      x: x - margin,
      y: y - MARGIN,
      width: width + 2 * margin,
      height: height + MARGIN + margin,
    };
    await page.screenshot({ path: `${root}site/public/${name}.png`, clip });
    await page.close();
  }
} finally {
  await browser.close();
  await server.close();
}
