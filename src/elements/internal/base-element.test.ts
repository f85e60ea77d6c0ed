import { expect } from '@open-wc/testing';
import '../ft-metadata-card/define.js';
import '../wallet-context/define.js';

/** What an element says in the console about its attributes. */
async function warnings(html: string): Promise<readonly string[]> {
  const said: string[] = [];
  const { warn } = console;
  console.warn = (text: string) => void said.push(text);
  const page = document.createElement('div');
  page.innerHTML = html;
  document.body.append(page);
  await new Promise((resolve) => setTimeout(resolve, 1050));
  page.remove();
  console.warn = warn;
  return said.map((text) => text.replace(/ See .*/, ''));
}

const SAID: readonly [html: string, ...said: string[]][] = [
  [
    '<wallet-context netwrok="testnet"></wallet-context>',
    '<wallet-context>: the attribute `netwrok` is not known. Did you mean `network`?',
  ],
  [
    '<wallet-context class="a" id="b" data-netwerk="c" lang="de" title="d" slot="e"></wallet-context>',
  ],
  [
    '<ft-metadata-card variant="row"></ft-metadata-card>',
    '<ft-metadata-card>: it shows nothing without `principal` or `metadata`.',
  ],
];

describe('on the developer’s own computer, the console names', () => {
  for (const [html, ...said] of SAID) {
    it(`${said.length} mistakes in ${html}`, async () => {
      expect(await warnings(html)).to.deep.equal(said);
    });
  }
});
