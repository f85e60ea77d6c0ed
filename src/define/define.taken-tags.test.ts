import { connectedState } from '../core/session.js';
import { expect } from '@open-wc/testing';
import type { WalletClient } from '../core/types.js';
import { MemoryClient } from '../testing/memory-client.js';
import { waitUntil } from '../testing/wait-until.js';
import { loaders } from './autoload.js';

const CONNECTED = connectedState(
  [{ address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', publicKey: '', symbol: 'STX' }],
  undefined,
  'mainnet',
);

type Page = Window & typeof globalThis;

/** A page on which another script has defined `tag` before `module` runs. */
async function open(tag: string, body: string, module = '/src/define/all.ts') {
  const frame = document.createElement('iframe');
  frame.srcdoc = `<!doctype html><html lang="en"><script>
    window.warnings = [];
    console.warn = (text) => warnings.push(String(text));
    customElements.define('${tag}', class Other extends HTMLElement {});
  </script><script type="module">
    import * as library from '${module}';
    window.library = library;
  </script>${body}</html>`;
  document.body.append(frame);
  const page = frame.contentWindow as Page & { library: object; warnings: string[] };
  await waitUntil(() => 'library' in page, 'the module has run');
  return page;
}

describe('a tag that another script has defined', () => {
  afterEach(() => document.querySelectorAll('iframe').forEach((frame) => frame.remove()));

  for (const tag of loaders.keys()) {
    it(`is named in a warning, and the other tags are defined: <${tag}>`, async () => {
      const page = await open(tag, '');
      const warnings = page.warnings.filter((text) => text.includes('another script'));
      expect(warnings).to.have.lengthOf(1);
      expect(warnings[0]).to.contain(`<${tag}>`);
      for (const other of [...loaders.keys()].filter((name) => name !== tag)) {
        expect(page.customElements.get(other), other).to.be.a('function');
      }
    });
  }

  it('is named in a warning when elements load on demand', async () => {
    const page = await open('wallet-list', '<wallet-list></wallet-list>', '/src/cdn.ts');
    await waitUntil(() => page.warnings.some((text) => text.includes('<wallet-list>')));
  });

  it('causes no warning when the script is a copy of this library, or extends its class', async () => {
    const page = await open('other-tag', '');
    expect(page.warnings.filter((text) => text.includes('another script'))).to.deep.equal([]);
    const copy = page.document.createElement('script');
    copy.type = 'module';
    copy.textContent = `import { define } from '/src/define/define.ts?copy';
      class Own extends customElements.get('wallet-list') {}
      customElements.define('own-list', Own);
      define('own-list', class extends HTMLElement {});
      define('wallet-list', class extends HTMLElement {});
      window.copied = true;`;
    page.document.head.append(copy);
    await waitUntil(() => 'copied' in page);
    expect(page.warnings.filter((text) => text.includes('another script'))).to.deep.equal([]);
  });

  it('makes the picker reject: <wallet-select-modal>', async () => {
    const page = await open('wallet-select-modal', '', '/src/index.ts');
    const { connect } = page.library as Pick<WalletClient, 'connect'>;
    const error: unknown = await connect().catch((thrown: unknown) => thrown);
    expect(error).to.include({ name: 'JsonRpcError', code: -31000 });
    expect(page.warnings.join()).to.contain('<wallet-select-modal>');
  });

  it('leaves the connected button without a menu, which it says: <wallet-account>', async () => {
    const page = await open('wallet-account', '<wallet-connect-button></wallet-connect-button>');
    const button = page.document.querySelector('wallet-connect-button')!;
    button.client = new MemoryClient(CONNECTED).asClient();
    await button.updateComplete;
    expect(button.status).to.equal('connected');

    button.click();
    const alert = () => button.shadowRoot!.querySelector('[role=alert]')!.textContent;
    await waitUntil(() => alert()?.includes('couldn’t be loaded'), 'the alert');
    expect(page.warnings.join()).to.contain('<wallet-account>');
  });
});
