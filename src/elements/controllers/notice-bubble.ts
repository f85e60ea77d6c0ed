import { html, nothing, render } from 'lit';
import { native } from '../../lib/native.js';
import type { Undo } from '../../wire/provider.js';
import { adoptStyleSheet } from '../internal/element.js';
import { refusedIcon } from '../internal/icons.js';
import { followAnchor } from '../styles/anchor-position.js';
import { panel } from '../styles/panel.js';

/**
 * Shows a text next to `anchor`, in the same shadow root, until Escape or a click elsewhere. Hidden from
 * screen readers: NoticeController announces the text.
 */
export function showBubble(
  anchor: HTMLElement,
  text: string,
  isWarning: boolean,
  dismissed: () => void,
): Undo {
  const root = anchor.getRootNode() as ShadowRoot;
  const bubble = native(document, 'createElement')('div');
  bubble.className = `panel message open ${isWarning ? 'danger' : ''}`;
  bubble.part.add(isWarning ? 'error' : 'notice');
  bubble.popover = 'auto';
  bubble.ariaHidden = 'true';
  render(html`${isWarning ? refusedIcon : nothing}<span>${text}</span>`, bubble);
  const undoStyles = panel.styleSheet && adoptStyleSheet(root, panel.styleSheet);
  const release = followAnchor(anchor, root);
  bubble.addEventListener('toggle', (event) => {
    // The event is asynchronous: the bubble may have been removed, and another notice shown.
    if (event.newState === 'closed' && bubble.isConnected) dismissed();
  });
  root.append(bubble);
  bubble.showPopover?.();
  return () => {
    release();
    bubble.remove();
    undoStyles?.();
  };
}
