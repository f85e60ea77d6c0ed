import { expect } from '@open-wc/testing';
import { waitUntil } from '../testing/wait-until.js';

type Page = Window & typeof globalThis;

/** Counts the searches that a page makes, by what is searched. */
const COUNTING = `<script>
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
  frame.srcdoc = `<!doctype html><html lang="en">${COUNTING}<script type="module">
    import { loadElements } from '/src/define/autoload.ts';
    loadElements(document);
    window.watching = true;
  </script>${body}</html>`;
  document.body.append(frame);
  const page = frame.contentWindow as Page;
  await waitUntil(() => 'watching' in page, 'it watches');
  return page;
}

const defined = (page: Page, tag: string) =>
  waitUntil(() => page.customElements.get(tag), `<${tag}> is defined`);

const html = (page: Page, text: string) => {
  const template = page.document.createElement('template');
  template.innerHTML = text;
  return template.content;
};

const WAYS: Readonly<Record<string, (page: Page) => unknown>> = {
  'that was there before': () => {},
  'by innerHTML, deep in new elements': ({ document: { body } }) =>
    (body.innerHTML = '<div><p>Text</p><section><ft-amount></ft-amount></section></div>'),
  'in a fragment with text and comments': (page) =>
    page.document.body.append(html(page, 'Text <!-- --> <b><ft-amount></ft-amount></b>')),
  'by itself': ({ document }) => document.body.append(document.createElement('ft-amount')),
  'in a parent that came in the same task': ({ document }) => {
    const outer = document.createElement('div');
    document.body.append(outer);
    const inner = document.createElement('div');
    outer.append(inner);
    inner.append(document.createElement('ft-amount'));
  },
  'that was moved in from a fragment and moved again': (page) => {
    const fragment = html(page, '<ft-amount></ft-amount>');
    const [element] = fragment.children;
    const place = page.document.createElement('div');
    page.document.body.append(place);
    page.document.body.append(element!);
    place.append(element!);
  },
  'out of a template': (page) => {
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

  for (const [way, add] of Object.entries(WAYS)) {
    it(`defines an element ${way}`, async () => {
      const page = await open(way.includes('before') ? '<ft-amount></ft-amount>' : '<p></p>');
      add(page);
      await defined(page, 'ft-amount');
      expect(page.customElements.get('wallet-context')).to.equal(undefined);
    });
  }

  it('leaves alone what stands in a template, or is gone again', async () => {
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

  it('searches what was added, each element once, and never the document again', async () => {
    const page = await open('<main></main>');
    const { searches } = page as unknown as { searches: { document: number; elements: number } };
    const main = page.document.body.firstElementChild!;
    searches.document = searches.elements = 0;
    for (let count = 0; count < 20; count++) main.append(page.document.createElement('p'));
    await new Promise((resolve) => setTimeout(resolve));
    const alone = searches.elements;
    expect(alone).to.be.greaterThan(0);
    // Of a tree that came whole or piece by piece, only the root is searched.
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
