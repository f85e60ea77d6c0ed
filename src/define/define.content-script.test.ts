import { expect } from '@open-wc/testing';
import { waitUntil } from '../testing/wait-until.js';

/** A page whose scripts have no `customElements`, like a content script of Chromium. Returns what it reported. */
async function load(module: string): Promise<readonly string[]> {
  const frame = document.createElement('iframe');
  // With the whole URL: in WebKit, that of a module is not resolved where the document has none.
  frame.srcdoc = `<!doctype html><html lang="en"><body><wallet-connect-button></wallet-connect-button>
    <script>
      Object.defineProperty(window, 'customElements', { value: null });
      window.said = [];
      for (const type of ['error', 'unhandledrejection']) {
        addEventListener(type, ({ message, reason }) => said.push(String(message ?? reason)));
      }
      for (const level of ['error', 'warn']) console[level] = (text) => said.push(String(text));
    </script>
    <script type="module">
      window.loaded = Object.keys(await import('${new URL(module, location.href)}'));
    </script></body></html>`;
  document.body.append(frame);
  const page = frame.contentWindow as unknown as { loaded?: string[]; said?: string[] };
  await waitUntil(() => page.loaded !== undefined || (page.said ?? []).length > 0);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const { said = ['nothing ran'] } = page;
  frame.remove();
  return said.filter((text) => !/Lit is in dev mode/.test(text));
}

describe('where customElements is null, as in a content script', () => {
  for (const module of ['index', 'cdn', 'define/all', 'define/autoload', 'define/picker']) {
    it(`imports quietly: ${module}`, async () => {
      expect(await load(`/src/${module}.ts`)).to.deep.equal([]);
    });
  }
});
