import { native } from '../../lib/native.js';

/**
 * Places a copy of the view over the dialog. Returns undefined if the view shows nodes of the page, which a copy cannot
 * show. The copy is inert and hidden from screen readers. It is in a closed shadow root, so that neither this element's
 * queries nor those of a page's tests find it.
 */
export function copyOfView(dialog: HTMLElement): HTMLElement | undefined {
  const root = dialog.getRootNode();
  const slots = [...dialog.querySelectorAll<HTMLSlotElement>('.body slot')];
  if (!(root instanceof ShadowRoot) || slots.some((slot) => slot.assignedNodes().length))
    return undefined;
  const host = native(document, 'createElement')('div');
  host.className = 'leaving';
  host.inert = true;
  host.ariaHidden = 'true';
  /* eslint wc/no-closed-shadow-root: off */
  const shadow = host.attachShadow({ mode: 'closed' });
  shadow.adoptedStyleSheets = [...root.adoptedStyleSheets];
  const frame = dialog.querySelector<HTMLElement>('.frame')!;
  const copy = frame.cloneNode(true) as HTMLElement;
  // Keeps the page's styles of the parts.
  const parts = [...copy.querySelectorAll('[part]')].flatMap(({ part }) => [...part]);
  host.setAttribute('exportparts', parts.join());
  // For the rules that depend on the direction.
  copy.classList.add(...dialog.classList);
  // Keeps the heights, since the copy has no nodes of the page in its header and footer.
  const boxes = (of: HTMLElement) => [
    of,
    ...of.querySelectorAll<HTMLElement>('.header, .body, .footer'),
  ];
  const sizes = boxes(frame).map(({ offsetHeight, scrollTop }) => ({ offsetHeight, scrollTop }));
  shadow.append(copy);
  dialog.append(host);
  boxes(copy).forEach(({ style }, n) => (style.height = `${sizes[n]!.offsetHeight}px`));
  boxes(copy).forEach((box, n) => (box.scrollTop = sizes[n]!.scrollTop));
  // Skip the fade-in of a spinner.
  for (const animation of copy.getAnimations({ subtree: true })) animation.currentTime = 1_000;
  return host;
}
