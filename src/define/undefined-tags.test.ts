import { expect } from '@open-wc/testing';
import { waitUntil } from '../testing/wait-until.js';
import { loaders } from './autoload.js';
import './development.js';

it('names each tag on the page that is not defined, once, and the import that defines it', async () => {
  const { warn } = console;
  const warnings: string[] = [];
  console.warn = (text: string) => warnings.push(text);
  try {
    const tags = [...loaders.keys()];
    const page = document.createElement('div');
    document.body.append(page);
    page.innerHTML = tags.map((tag) => `<${tag}></${tag}><${tag}></${tag}>`).join('');
    await import('../elements/ft-amount/define.js');
    const undefinedTags = tags.filter((tag) => tag !== 'ft-amount');
    await waitUntil(() => warnings.length >= undefinedTags.length, 'a warning');
    const named = warnings.flatMap((text) => /^<([\w-]+)> is not defined/.exec(text)?.[1] ?? []);
    expect(named).to.have.members(undefinedTags);
    for (const tag of undefinedTags) {
      expect(warnings.join('\n')).to.contain(`Import \`stacks-wallet-elements/define/${tag}\`.`);
    }
    page.remove();
  } finally {
    console.warn = warn;
  }
});
