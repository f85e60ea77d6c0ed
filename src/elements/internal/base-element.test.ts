import { expect } from '@open-wc/testing';
import { pause, waitUntil } from '../../testing/wait-until.js';
import '../ft-metadata-card/define.js';
import '../wallet-balance/define.js';
import '../wallet-connect-button/define.js';
import '../wallet-context/define.js';

/** What an element says in the console about its attributes. */
async function warnings(html: string, count: number): Promise<readonly string[]> {
  const said: string[] = [];
  const { warn } = console;
  console.warn = (text: string) => void said.push(text);
  const page = document.createElement('div');
  page.innerHTML = html;
  document.body.append(page);
  // They come after a second.
  await (count > 0 ? waitUntil(() => said.length >= count, 'warnings') : pause(1_300));
  page.remove();
  console.warn = warn;
  return said.map((text) => text.replace(/ See .*/, '').replace(/(?<=Known: ).*, .*/, ''));
}

const SAID: readonly [html: string, ...said: string[]][] = [
  [
    '<wallet-context netwrok="testnet"></wallet-context>',
    '<wallet-context>: the attribute `netwrok` is not known. Did you mean `network`?',
  ],
  [
    '<wallet-context class="a" id="b" data-netwerk="c" lang="de" title="d" slot="e" style="" tabindex="0" contenteditable="false" aria-label="f" role="group" itemscope onclick="" hx-get="g" v-cloak x-data="" :network="h" _ngcontent-a="" ngmodel formcontrolname="i" ngdefaultcontrol jsaction="j" typeof="k" p="4"></wallet-context>',
  ],
  [
    '<wallet-balance token="sbtc"></wallet-balance>',
    '<wallet-balance>: the attribute `token` is not known. Known: ',
  ],
  [
    '<ft-metadata-card variant="row"></ft-metadata-card>',
    '<ft-metadata-card>: it shows nothing without `principal` or `metadata`.',
  ],
  [
    '<wallet-connect-button variant="outline" size="small"></wallet-connect-button>',
    '<wallet-connect-button>: `size` is "small". Known: ',
    '<wallet-connect-button>: `variant` is "outline". Did you mean `outlined`?',
  ],
  ['<wallet-connect-button variant="plain" size=""></wallet-connect-button>'],
  [
    '<ft-metadata-card principal="SP1" lazy="off" images="false"></ft-metadata-card>',
    '<ft-metadata-card>: `images` is "false". Known: ',
  ],
];

describe('on the developer’s own computer, the console names', () => {
  for (const [html, ...said] of SAID) {
    it(`${said.length} mistakes in ${html}`, async () => {
      expect(await warnings(html, said.length)).to.deep.equal(said);
    });
  }
});
