import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { createWalletClient } from '../core/client.js';
import type { WalletClient } from '../core/types.js';
import type { AddressEntry } from '../accounts/addresses.js';
import {
  ADDRESSES,
  answering,
  fakeWallet,
  installWallet,
  memoryStorage,
  type Behaviour,
  type FakeWallet,
} from './fake-wallet.js';
import { hasCdp } from './cdp.js';
import './one-update.js';
import { pause } from './wait-until.js';

export const FAKE = { id: 'FakeWalletProvider', name: 'Fake wallet' };

/** A real client and the one wallet of its page. */
export interface Installed {
  readonly client: WalletClient;
  readonly wallet: FakeWallet;
  uninstall(): void;
}

/** A real client for a fake wallet that is installed on the page. `connected`: already connected. */
export async function installed(
  options: { behaviour?: Behaviour; connected?: boolean; addresses?: readonly AddressEntry[] } = {},
): Promise<Installed> {
  const addresses = options.addresses ?? ADDRESSES;
  let behaviour: Behaviour = answering({ getAddresses: { addresses } });
  const wallet = fakeWallet((call) => behaviour(call));
  const uninstall = installWallet(wallet, FAKE);
  const client = createWalletClient({ storage: memoryStorage() });
  if (options.connected) await client.connect();
  wallet.calls.length = 0;
  if (options.behaviour) behaviour = options.behaviour;
  return { client, wallet, uninstall };
}

/** Milliseconds in which WebKit counts a second click at the same position as a double click. */
const DOUBLE_CLICK = 600;
let lastPress = -DOUBLE_CLICK;

/** A trusted click in the middle of an element; not the second of a double click. */
export async function press(element: Element): Promise<void> {
  if (!hasCdp) await pause(lastPress + DOUBLE_CLICK - performance.now());
  const { x, y, width, height } = element.getBoundingClientRect();
  const position: [number, number] = [Math.round(x + width / 2), Math.round(y + height / 2)];
  await sendMouse({ type: 'click', position });
  lastPress = performance.now();
}

export async function keys(...names: readonly string[]): Promise<void> {
  for (const name of names) await sendKeys({ press: name });
}

/** An element inside the open shadow root of another. */
export function inside<T extends HTMLElement = HTMLElement>(host: Element, selector: string): T {
  const found = host.shadowRoot?.querySelector<T>(selector);
  if (!found) throw new Error(`${host.localName} has no ${selector} in its shadow root.`);
  return found;
}

/** The element with this part, if there is one now. */
export function findPart(host: Element, name: string): HTMLElement | null {
  return host.shadowRoot!.querySelector<HTMLElement>(`[part~="${name}"]`);
}

export function part(host: Element, name: string): HTMLElement {
  return inside(host, `[part~="${name}"]`);
}

/** A color of the element's theme, such as `danger-soft`. */
export function themeColor(host: Element, name: string): string {
  const probe = host.shadowRoot!.appendChild(document.createElement('span'));
  probe.style.setProperty('color', `var(--_${name})`, 'important');
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** The text in the shadow root, with single spaces. */
export function textOf(host: Element): string {
  return host.shadowRoot!.textContent.replace(/\s+/g, ' ');
}

/** How many lines the text of an element takes. */
export function linesOf(element: Element): number {
  return new Set(textRects(element).map(({ top }) => Math.round(top))).size;
}

/** The rectangles of the text of an element, without its boxes. */
export function textRects(element: Element): DOMRect[] {
  const range = document.createRange();
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const rects: DOMRect[] = [];
  while (walker.nextNode()) {
    range.selectNodeContents(walker.currentNode);
    rects.push(...range.getClientRects());
  }
  return rects;
}

/** Runs `check` on a page with this color scheme. */
export async function inScheme(
  scheme: 'light' | 'dark',
  check: () => Promise<void>,
): Promise<void> {
  const { style } = document.documentElement;
  style.colorScheme = scheme;
  style.background = 'Canvas';
  try {
    await check();
  } finally {
    style.colorScheme = style.background = '';
  }
}

/** Resolves when no finite animation runs: text has too little contrast while it fades in. */
export async function atRest(): Promise<void> {
  for (;;) {
    // An animation starts one frame after its element was shown. The transition of a color that is inherited starts again
    // while the other runs.
    await new Promise(requestAnimationFrame);
    const running = shadowRoots(document)
      .flatMap((root) => root.getAnimations())
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
      );
    if (running.length === 0) return;
    await Promise.allSettled(running.map(({ finished }) => finished));
  }
}

export function shadowRoots<Root extends ParentNode>(root: Root): (Root | ShadowRoot)[] {
  const inner = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  return [root, ...inner.flatMap<ShadowRoot>(shadowRoots)];
}

/** The accessible name that `aria-labelledby` gives an element. */
export function labelOf(element: Element): string {
  const root = element.getRootNode() as ShadowRoot;
  const ids = element.getAttribute('aria-labelledby')!.split(' ');
  const texts = ids.map((id) => root.getElementById(id)!.textContent.trim());
  return texts.join(' ').replaceAll(/\s+/g, ' ');
}

/**
 * Whether the engine gives each letter a width of whole pixels, as WebKitGTK does: text is wider than in Safari, so a test
 * of what fits into a line cannot pass.
 */
export function roundsLetters(): boolean {
  const paint = document.createElement('canvas').getContext('2d')!;
  return [11, 12, 13, 14, 15].every((size) => {
    paint.font = `${size}px monospace`;
    return Number.isInteger(paint.measureText('m').width);
  });
}
