import { expect, fixture, html } from '@open-wc/testing';
import { svg } from 'lit';
import decodeQR from 'qr/decode.js';
import { cdp, hasCdp } from '../../testing/cdp.js';
import { openModal, still, XVERSE } from '../../testing/modal.js';
import { waitUntil } from '../../testing/wait-until.js';
import { part } from '../../testing/element-helpers.js';
import { qrCode } from './qr-code.js';

const URLS = [
  'https://connect.xverse.app/browser?url=https%3A%2F%2Fpage.example%2F',
  `https://connect.xverse.app/browser?url=${'a'.repeat(1_000)}`,
];

/** Decodes the rendered picture, as a phone does. */
async function read(svg: SVGElement): Promise<string> {
  const size = 900;
  const copy = svg.cloneNode(true) as SVGElement;
  copy.setAttribute('width', `${size}`);
  copy.setAttribute('height', `${size}`);
  copy.style.background = '#fff';
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const image = new Image(size, size);
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const canvas = new OffscreenCanvas(size, size);
  const context = canvas.getContext('2d')!;
  context.drawImage(image, 0, 0, size, size);
  return decodeQR(context.getImageData(0, 0, size, size));
}

/** Decodes the page as it is displayed, with the mark on the code. */
async function readScreenshot(element: Element): Promise<string> {
  const { x, y, width, height } = element.getBoundingClientRect();
  const clip = { x, y, width, height, scale: 3 };
  const { data } = await cdp<{ data: string }>('Page.captureScreenshot', { clip });
  const image = new Image();
  image.src = `data:image/png;base64,${data}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d')!;
  context.drawImage(image, 0, 0);
  return decodeQR(context.getImageData(0, 0, image.width, image.height));
}

describe('qrCode', () => {
  for (const url of URLS) {
    it(`can be decoded: ${url.length} characters`, async () => {
      const { size, path } = qrCode(url);
      const drawn = await fixture<SVGElement>(
        html`<svg viewBox="0 0 ${size} ${size}">${svg`<path d=${path} />`}</svg>`,
      );
      expect(await read(drawn)).to.equal(url);
    });
  }

  it('throws for a text that is too long', () => {
    expect(() => qrCode('a'.repeat(5_000))).to.throw();
  });

  for (const length of [60, 400, 1_200]) {
    it(`can be decoded with the mark of the wallet in the middle: ${length} characters`, async function () {
      if (!hasCdp) this.skip();
      const { modal } = await openModal();
      const url = `https://connect.xverse.app/browser?url=${'a'.repeat(length - 39)}`;
      const wallet = { ...XVERSE, installed: false, lastUsed: false, kinds: [] };
      modal.view = { name: 'phone', wallet, url };
      await waitUntil(() => modal.shadowRoot!.querySelector('[role=img]'));
      const code = modal.shadowRoot!.querySelector('[role=img]')!.parentElement!;
      expect(code.querySelector('[part=wallet-icon] svg'), 'the mark').to.exist;
      await still(modal);
      expect(await readScreenshot(code)).to.equal(url);
    });
  }

  it('has room for a mark unless the text is too long for the error correction', () => {
    expect(qrCode('a'.repeat(1_500)).hasRoom).to.equal(true);
    expect(qrCode('a'.repeat(2_500)).hasRoom).to.equal(false);
  });

  it('contains the link that opens this page in the wallet, in the modal', async () => {
    const { modal } = await openModal();
    modal.shadowRoot!.querySelector<HTMLElement>('button[title]')!.click();
    await waitUntil(() => modal.shadowRoot!.querySelector('[role=img]'));
    const url = new URL(await read(modal.shadowRoot!.querySelector('[role=img]')!));
    expect(url.origin).to.equal('https://connect.xverse.app');
    expect(url.searchParams.get('url')).to.equal(location.href);
    expect(part(modal, 'status').textContent).to.include('open this page in Xverse');
  });

  it('is replaced by a message in the modal if the URL is too long', async () => {
    const { modal } = await openModal();
    const wallet = { id: 'A', name: 'Alder', installed: false, lastUsed: false, kinds: [] };
    modal.view = { name: 'phone', wallet, url: `https://a.example/${'a'.repeat(5_000)}` };
    await waitUntil(() => part(modal, 'body').textContent.includes('Couldn’t create a QR code'));
    expect(modal.shadowRoot!.querySelector('[role=img]')).to.equal(null);
  });
});
