import { expect } from '@open-wc/testing';
import type { LitElement } from 'lit';
import './all.js';
import { loaders } from './autoload.js';

const booleansOf = (tag: string) => {
  const { elementProperties } = customElements.get(tag) as typeof LitElement;
  return [...elementProperties].flatMap(([property, { type, attribute, reflect }]) =>
    type === Boolean && attribute !== false
      ? [{ property, name: typeof attribute === 'string' ? attribute : String(property), reflect }]
      : [],
  );
};

describe('a boolean attribute', () => {
  for (const tag of loaders.keys()) {
    for (const { property, name, reflect } of booleansOf(tag)) {
      it(`with the text "false" is false: <${tag} ${name}>`, async () => {
        const box = document.createElement('div');
        const values = [['false', false], ['False', false], ['', true], ['true', true], [name, true]] as const; // prettier-ignore
        for (const [text, expected] of values) {
          // Not on the page, where an open modal would be a dialog.
          const element = document.createElement(tag) as LitElement;
          element.setAttribute(name, text);
          expect(Reflect.get(element, property), text).to.equal(expected);
          if (reflect) expect(element.hasAttribute(name), text).to.equal(expected);
          element.setAttribute(name, '');
          expect(Reflect.get(element, property)).to.equal(true);
          element.setAttribute(name, 'false');
          expect(Reflect.get(element, property)).to.equal(false);
          element.removeAttribute(name);
          expect(Reflect.get(element, property)).to.equal(false);
          box.append(element);
        }
      });
    }
  }

  it('does not open a modal of the page', async () => {
    const page = document.createElement('div');
    page.innerHTML = '<wallet-select-modal open="false"></wallet-select-modal>';
    document.body.append(page);
    const modal = page.querySelector('wallet-select-modal')!;
    await modal.updateComplete;
    expect(modal.open).to.equal(false);
    expect(modal.matches('[open]')).to.equal(false);
    page.remove();
  });
});
