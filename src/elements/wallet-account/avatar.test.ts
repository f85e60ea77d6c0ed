import { expect } from '@open-wc/testing';
import { render } from 'lit';
import { avatar } from './avatar.js';

const ADDRESS = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
/** A thousand addresses, of which neighbours differ in one character. */
const THOUSAND = Array.from({ length: 1000 }, (_, at) => {
  const digits = at.toString(32).toUpperCase().padStart(2, '0');
  return `${ADDRESS.slice(0, -2)}${digits}`;
});
/** The side of the drawn pictures in pixels. */
const SIDE = 6;

/** The pixels of each picture, drawn by the browser. */
async function draw(addresses: readonly string[]): Promise<readonly Uint8ClampedArray[]> {
  const canvas = new OffscreenCanvas(SIDE, SIDE);
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  const pixels: Uint8ClampedArray[] = [];
  for (const address of addresses) {
    const holder = document.createElement('div');
    render(avatar(address), holder);
    const drawing = holder.querySelector('svg')!;
    drawing.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    drawing.setAttribute('width', '72');
    drawing.setAttribute('height', '72');
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(drawing.outerHTML)}`;
    await image.decode();
    context.drawImage(image, 0, 0, SIDE, SIDE);
    pixels.push(context.getImageData(0, 0, SIDE, SIDE).data);
  }
  return pixels;
}

/** The largest difference of a pixel: 0 to 441, the distance of black and white. */
function difference(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  let most = 0;
  for (let at = 0; at < a.length; at += 4) {
    const [red, green, blue] = [0, 1, 2].map((channel) => a[at + channel]! - b[at + channel]!);
    most = Math.max(most, Math.hypot(red!, green!, blue!));
  }
  return most;
}

describe('the avatar of an address', () => {
  it('has other colors for each of a thousand addresses', async () => {
    const all = await draw(THOUSAND);
    let least = Infinity;
    for (let first = 0; first < all.length; first += 1)
      for (let second = first + 1; second < all.length; second += 1)
        least = Math.min(least, difference(all[first]!, all[second]!));
    // About the difference of two neighbouring hues in a palette of 24.
    expect(least).to.be.above(20);
  });

  it('has no color that is nearly black or nearly white', async () => {
    for (const pixels of await draw(THOUSAND.slice(0, 100))) {
      for (let at = 0; at < pixels.length; at += 4) {
        const sum = pixels[at]! + pixels[at + 1]! + pixels[at + 2]!;
        expect(sum).to.be.within(150, 690);
      }
    }
  });
});
