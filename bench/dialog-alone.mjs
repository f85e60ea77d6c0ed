import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPage } from './chromium.mjs';

/**
 * Writes a page with a closed dialog: a copy, in static HTML and CSS, of the open picker of another page. Its button
 * only calls `showModal()`, so the page measures the time that the browser needs to show such a dialog.
 *
 * @param {{ url: string, subject: object, folder: string }} options `url`, `subject`: the page with the picker;
 *   `folder`: gets `index.html`
 */
export async function writeDialogAlone(browser, { url, subject, folder }) {
  const { page, reported, press, close } = await openPage(browser, subject);
  try {
    await page.goto(url);
    await press(await reported('usable'));
    await reported('open');
    const { html, css } = await page.evaluate(copyOfDialog, subject.wallet[0]);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'index.html'), pageOf(html, css));
  } finally {
    await close();
  }
}

function copyOfDialog(host) {
  const { shadowRoot } = document.querySelector(host);
  const dialog = shadowRoot.querySelector('dialog').cloneNode(true);
  dialog.removeAttribute('open');
  const rules = shadowRoot.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules]);
  return { html: dialog.outerHTML, css: rules.map(({ cssText }) => cssText).join('\n') };
}

const pageOf = (html, css) => `<!doctype html>
<html lang="en">
  <head>
    <title>the dialog alone</title>
    <link rel="icon" href="data:," />
  </head>
  <body>
    <button id="open">Connect</button>
    <div id="host"><template shadowrootmode="open"><style>${css}</style>${html}</template></div>
    <script type="module">
      const { shadowRoot } = document.getElementById('host');
      const dialog = shadowRoot.querySelector('dialog');
      shadowRoot.querySelector('[part~="close-button"]').onclick = () => dialog.close();
      document.getElementById('open').onclick = () => dialog.showModal();
      performance.mark('usable');
    </script>
  </body>
</html>
`;
