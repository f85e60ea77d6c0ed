import { executeServerCommand } from '@web/test-runner-commands';

/** Whether the browser supports the Chrome DevTools Protocol (CDP): only Chromium does. */
export const hasCdp = /Chrom(e|ium)\//.test(navigator.userAgent);

/** Sends a CDP command to the page of this test. */
export function cdp<Result = unknown>(
  method: string,
  params: Record<string, unknown> = {},
): Promise<Result> {
  return executeServerCommand('cdp', { method, params });
}

/** Delays each request of this page by `latency` milliseconds, without the cache. 0 ends the delay. */
export async function networkLatency(latency: number): Promise<void> {
  await cdp('Network.enable');
  await cdp('Network.setCacheDisabled', { cacheDisabled: latency > 0 });
  await cdp('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}

/** Every page starts with reduced motion (scripts/engines.mjs). */
let motion = 'reduce';

/** Emulates media features (`forced-colors`, `prefers-color-scheme`, …); without any, ends the emulation. */
export async function emulateFeatures(features: Record<string, string> = {}): Promise<void> {
  const all = Object.entries({ 'prefers-reduced-motion': motion, ...features });
  await cdp('Emulation.setEmulatedMedia', {
    features: all.map(([name, value]) => ({ name, value })),
  });
}

/** Enables animations in the tests of a file, if the browser supports CDP. */
export function withMotion(): void {
  if (!hasCdp) return;
  before(() => {
    motion = 'no-preference';
    return emulateFeatures();
  });
  // The next file may get the same page.
  after(() => {
    motion = 'reduce';
    return emulateFeatures();
  });
}

/** Turns the mouse wheel at half the height of the window and at `x`, in CSS pixels. */
export async function wheel(x: number, deltaY: number): Promise<void> {
  const y = innerHeight / 2;
  await cdp('Input.dispatchMouseEvent', { type: 'mouseWheel', x, y, deltaX: 0, deltaY });
}

/**
 * Swipes vertically with one finger, in ten steps. The times of the events have a speed in pixels per millisecond,
 * however long the steps take. `before`: called before the finger leaves.
 */
export async function swipe(
  x: number,
  from: number,
  to: number,
  { speed = 0.3, before }: { speed?: number; before?: () => void } = {},
): Promise<void> {
  const start = Date.now() / 1000;
  const touch = (type: string, y?: number) =>
    cdp('Input.dispatchTouchEvent', {
      type,
      touchPoints: y === undefined ? [] : [{ x, y }],
      timestamp: start + Math.abs((y ?? to) - from) / speed / 1000,
    });
  await cdp('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });
  try {
    await touch('touchStart', from);
    for (let step = 1; step <= 10; step++) {
      await touch('touchMove', from + ((to - from) * step) / 10);
    }
    before?.();
    await touch('touchEnd');
  } finally {
    await cdp('Emulation.setTouchEmulationEnabled', { enabled: false });
  }
}

export interface AxNode {
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly properties?: readonly { readonly name: string; readonly value: { value: unknown } }[];
}

/** The accessibility tree of the test's page, without ignored nodes. */
export async function axTree(): Promise<AxNode[]> {
  await cdp('Accessibility.enable');
  const { frameTree } = await cdp<{ frameTree: FrameTree }>('Page.getFrameTree');
  const own = frameTree.childFrames?.find(({ frame }) => frame.url === location.href);
  const frameId = (own ?? frameTree).frame.id;
  const { nodes } = await cdp<{ nodes: AxNode[] }>('Accessibility.getFullAXTree', { frameId });
  return nodes.filter((node) => !node.ignored);
}

interface FrameTree {
  readonly frame: { readonly id: string; readonly url: string };
  readonly childFrames?: readonly FrameTree[];
}

/** The numbers of nodes and listeners of the page after a garbage collection. */
export async function counts(): Promise<{ nodes: number; listeners: number }> {
  await cdp('HeapProfiler.enable');
  await cdp('HeapProfiler.collectGarbage');
  await cdp('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners } = await cdp<{ nodes: number; jsEventListeners: number }>(
    'Memory.getDOMCounters',
  );
  return { nodes, listeners: jsEventListeners };
}

/** How many rounds a test runs: `usual` in `npm test`, `long` in `npm run test:long`. */
export function rounds({ usual, long } = { usual: 40, long: 500 }): Promise<number> {
  return executeServerCommand('rounds', { usual, long });
}
