import { expect, fixture, html } from '@open-wc/testing';
import type { ProviderDescriptor } from '../../wallets/wallet.js';
import { knownWallets } from '../../wallets/catalog.js';
import { waitUntil } from '../../testing/wait-until.js';
import { walletMark } from './wallet-mark.js';

const ICON =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>';

const draw = (wallet: ProviderDescriptor) =>
  fixture<HTMLElement>(html`<div>${walletMark(wallet)}</div>`);

describe('walletMark', () => {
  for (const { info } of knownWallets) {
    it(`draws ${info.name} in less than 600 bytes`, async () => {
      const element = await draw(info);
      const mark = element.querySelector('svg')!;
      expect(mark.getBBox().width).to.be.above(0);
      expect(mark.outerHTML.replace(/<!--.*?-->/g, '').length).to.be.below(600);
      expect(element.textContent.trim(), 'no letter').to.equal('');
    });
  }

  it('is the wallet’s own icon if it has one, and the drawing if the icon is broken', async () => {
    const [leather] = knownWallets;
    const element = await draw({ ...leather!.info, icon: ICON });
    const image = element.querySelector('img')!;
    expect(image.getAttribute('src')).to.equal(ICON);
    image.src = 'data:image/png;base64,broken';
    await waitUntil(() => image.hidden);
    expect(element.querySelector('svg')).to.exist;
  });

  for (const id of ['AlderProvider', 'constructor']) {
    it(`is the first letter of another wallet: ${id}`, async () => {
      const element = await draw({ id, name: 'alder' });
      expect(element.textContent.trim()).to.equal('A');
      expect(element.querySelector('svg')).to.equal(null);
    });
  }
});
