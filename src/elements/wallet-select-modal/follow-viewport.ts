import { native } from '../../lib/native.js';
import type { Undo } from '../../wire/provider.js';

/**
 * Keeps the media queries of an element's styles true while it is shown: WebKit (seen in 2.50) looks at
 * those of an adopted sheet only when it is adopted, not when the window changes.
 */
export function followViewport(element: Element): Undo {
  const root = element.getRootNode();
  const view = native(element.ownerDocument, 'defaultView');
  const adopt = (): void => {
    if (root instanceof ShadowRoot) root.adoptedStyleSheets = [...root.adoptedStyleSheets];
  };
  adopt();
  view?.addEventListener('resize', adopt);
  return () => view?.removeEventListener('resize', adopt);
}
