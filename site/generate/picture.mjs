/**
 * Writes the pictures of the open picker, light and dark, for the README and the start page. Run `npm run build`, then
 * `node site/generate/picture.mjs`.
 */
import { chromium } from 'playwright-core';
import { chromePath } from '../../scripts/chrome-path.mjs';
import { root } from '../../scripts/run.mjs';
import { startServer } from '../../scripts/server.mjs';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <title>Picture</title>
    <style>
      :root { color-scheme: light dark; background: light-dark(#e9e9f7, #0d0e12) }
      wallet-select-modal { --wallet-color-backdrop: transparent; --wallet-font-family: system-ui }
    </style>
    <script src="/dist/dev-wallet/dev-wallet.js"></script>
    <script type="module" src="/dist/cdn/stacks-wallet-elements.js"></script>
  </head>
  <body><wallet-select-modal></wallet-select-modal></body>
</html>`;
/** CSS pixels around the dialog. */
const MARGIN = 32;

const server = await startServer();
const browser = await chromium.launch({
  executablePath: chromePath(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  for (const colorScheme of ['light', 'dark']) {
    const page = await browser.newPage({
      colorScheme,
      reducedMotion: 'reduce',
      deviceScaleFactor: 2,
      viewport: { width: 640, height: 800 },
    });
    await page.route(`${server.url}picture`, (route) =>
      route.fulfill({ body: PAGE, contentType: 'text/html' }),
    );
    await page.goto(`${server.url}picture`);
    await page.evaluate(async () => {
      await customElements.whenDefined('wallet-select-modal');
      document.querySelector('wallet-select-modal').show();
    });
    const dialog = page.locator('wallet-select-modal dialog');
    await dialog.getByRole('button', { name: 'Development wallet' }).waitFor();
    // Remove the focus, so that the picture has no focus ring.
    await page.evaluate(() => document.activeElement?.blur());
    const { x, y, width, height } = await dialog.boundingBox();
    const clip = {
      x: x - MARGIN,
      y: y - MARGIN,
      width: width + 2 * MARGIN,
      height: height + 2 * MARGIN,
    };
    const name = colorScheme === 'light' ? 'picker' : 'picker-dark';
    await page.screenshot({ path: `${root}site/public/${name}.png`, clip });
    await page.close();
  }
} finally {
  await browser.close();
  await server.close();
}
