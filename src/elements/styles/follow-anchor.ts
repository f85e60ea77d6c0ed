import { native } from '../../lib/native.js';
import type { Undo } from '../../wire/provider.js';
import { anchorPosition } from './anchor-position.js';

/**
 * Places what is open in a shadow root beside `anchor`, and follows it while the page scrolls or changes
 * its size. By a sheet of the shadow root's own: no `style` attribute is written.
 */
export function followAnchor(anchor: HTMLElement, root: ShadowRoot): Undo {
  const sheet = new CSSStyleSheet();
  // Without a doctype it is the body that has the size of the window.
  const page = native(document, 'scrollingElement') ?? native(document, 'documentElement');
  const place = () => {
    const rtl = getComputedStyle(root.host).direction === 'rtl';
    sheet.replaceSync(anchorPosition(anchor.getBoundingClientRect(), page, rtl));
  };
  place();
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  addEventListener('scroll', place, { capture: true, passive: true });
  addEventListener('resize', place);
  return () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet);
    removeEventListener('scroll', place, { capture: true });
    removeEventListener('resize', place);
  };
}
