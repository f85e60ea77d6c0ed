import { native } from '../../lib/native.js';

/**
 * A copy of a view, to be shown over the next one while it fades out. Undefined if the view shows nodes of the
 * page, which a copy cannot. It is inert and hidden from screen readers, and in a closed shadow root, so that
 * neither this element's queries nor those of a page's tests find it.
 */
export function copyOfView(body: HTMLElement): HTMLElement | undefined {
  const { scrollTop, parentNode } = body;
  const root = body.getRootNode();
  const slots = [...body.querySelectorAll('slot')];
  if (!(root instanceof ShadowRoot) || slots.some((slot) => slot.assignedNodes().length))
    return undefined;
  const host = native(document, 'createElement')('div');
  host.className = 'leaving';
  host.inert = true;
  host.ariaHidden = 'true';
  // eslint-disable-next-line wc/no-closed-shadow-root
  const shadow = host.attachShadow({ mode: 'closed' });
  shadow.adoptedStyleSheets = [...root.adoptedStyleSheets];
  const copy = body.cloneNode(true) as HTMLElement;
  // The page's styles of the parts stay.
  const parts = [copy, ...copy.querySelectorAll('[part]')].flatMap(({ part }) => [...part]);
  host.setAttribute('exportparts', parts.join());
  // For the rules that depend on the direction.
  copy.classList.add(...body.closest('dialog')!.classList);
  shadow.append(copy);
  parentNode!.append(host);
  copy.scrollTop = scrollTop;
  // A spinner must not appear again.
  for (const animation of copy.getAnimations({ subtree: true })) animation.currentTime = 1_000;
  return host;
}
