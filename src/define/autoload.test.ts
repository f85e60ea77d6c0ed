import { expect } from '@open-wc/testing';
import { waitUntil } from '../testing/wait-until.js';

type Page = Window & typeof globalThis;

/** A script that counts DOM queries on documents and on elements. */
const COUNT_QUERIES = `<script>
  window.searches = { document: 0, elements: 0 };
  for (const [{ prototype }, kind] of [[Document, 'document'], [Element, 'elements']]) {
    for (const name of ['querySelector', 'querySelectorAll', 'getElementsByTagName']) {
      const real = prototype[name];
      prototype[name] = function (...args) {
        window.searches[kind]++;
        return Reflect.apply(real, this, args);
      };
    }
  }
</script>`;

async function open(body = ''): Promise<Page> {
  const frame = document.createElement('iframe');
  frame.srcdoc = `<!doctype html><html lang="en">${COUNT_QUERIES}<script type="module">
    import { loadElements } from '/src/define/autoload.ts';
    loadElements(document);
    window.watching = true;
  </script>${body}</html>`;
  document.body.append(frame);
  const page = frame.contentWindow as Page;
  await waitUntil(() => 'watching' in page, 'loadElements() was called');
  return page;
}

const defined = (page: Page, tag: string) =>
  waitUntil(() => page.customElements.get(tag), `<${tag}> is defined`);

const html = (page: Page, text: string) => {
  const template = page.document.createElement('template');
  template.innerHTML = text;
  return template.content;
};

/** How a page may add an element: [end of the test title, what the page does]. */
const ADDED: Readonly<Record<string, (page: Page) => unknown>> = {
  'that is in the page before loadElements()': () => {},
  'added by innerHTML, nested in new elements': ({ document: { body } }) =>
    (body.innerHTML = '<div><p>Text</p><section><ft-amount></ft-amount></section></div>'),
  'added in a fragment with text and comments': (page) =>
    page.document.body.append(html(page, 'Text <!-- --> <b><ft-amount></ft-amount></b>')),
  'added by itself': ({ document }) => document.body.append(document.createElement('ft-amount')),
  'added to a parent that was added in the same task': ({ document }) => {
    const outer = document.createElement('div');
    document.body.append(outer);
    const inner = document.createElement('div');
    outer.append(inner);
    inner.append(document.createElement('ft-amount'));
  },
  'moved in from a fragment and moved again': (page) => {
    const fragment = html(page, '<ft-amount></ft-amount>');
    const [element] = fragment.children;
    const place = page.document.createElement('div');
    page.document.body.append(place);
    page.document.body.append(element!);
    place.append(element!);
  },
  'imported from a template': (page) => {
    page.document.body.innerHTML = '<template><ft-amount></ft-amount></template>';
    const template = page.document.querySelector('template')!;
    page.document.body.append(page.document.importNode(template.content, true));
  },
  'in a form with a control named querySelectorAll': ({ document: { body } }) =>
    (body.innerHTML =
      '<form><input name="querySelectorAll"><input name="matches"><ft-amount></ft-amount></form>'),
};

describe('loadElements', () => {
  afterEach(() => document.querySelectorAll('iframe').forEach((frame) => frame.remove()));

  for (const [way, add] of Object.entries(ADDED)) {
    it(`defines an element ${way}`, async () => {
      const page = await open(way.includes('before') ? '<ft-amount></ft-amount>' : '<p></p>');
      add(page);
      await defined(page, 'ft-amount');
      expect(page.customElements.get('wallet-context')).to.equal(undefined);
    });
  }

  it('does not define elements in a template, or elements that were removed at once', async () => {
    const page = await open('<p></p>');
    page.document.body.innerHTML = '<template><wallet-context></wallet-context></template>';
    const gone = page.document.createElement('wallet-list');
    page.document.body.append(gone);
    gone.remove();
    page.document.body.append(page.document.createElement('ft-amount'));
    await defined(page, 'ft-amount');
    expect(page.customElements.get('wallet-context')).to.equal(undefined);
    expect(page.customElements.get('wallet-list')).to.equal(undefined);
  });

  it('queries each added element once, and does not query the document again', async () => {
    const page = await open('<main></main>');
    const { searches } = page as unknown as { searches: { document: number; elements: number } };
    const main = page.document.body.firstElementChild!;
    searches.document = searches.elements = 0;
    for (let count = 0; count < 20; count++) main.append(page.document.createElement('p'));
    await new Promise((resolve) => setTimeout(resolve));
    const alone = searches.elements;
    expect(alone).to.be.greaterThan(0);
    // A tree is queried at its root only, also when it was built node by node.
    let at: Element = main;
    for (let depth = 0; depth < 20; depth++) {
      const inner = page.document.createElement('p');
      at.append(inner);
      at = inner;
    }
    await new Promise((resolve) => setTimeout(resolve));
    expect(searches.elements - alone).to.equal(alone / 20);
    expect(searches.document).to.equal(0);
  });
});
