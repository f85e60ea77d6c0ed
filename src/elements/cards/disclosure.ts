import { html, nothing, type TemplateResult } from 'lit';
import type { CardContext, Disclosure } from './shown-token.js';

interface DisclosureOptions {
  /** The CSS part of the whole disclosure. */
  readonly part?: string;
  /** The accessible name of the button. Default: its content. */
  readonly label?: string;
}

/**
 * A button that shows and hides the content. The browser's "find in page" also opens it. Not `<details>`: each has a
 * shadow root with its own style sheet, and for each new one Chromium reads the styles of all shadow roots of the
 * page again. In a page with a thousand cards this takes longer than a frame.
 */
export function disclosure(
  name: Disclosure,
  card: CardContext,
  title: TemplateResult | string,
  content: unknown,
  { part, label }: DisclosureOptions,
): TemplateResult {
  const isOpen = card.opened.has(name);
  const toggle = () => card.toggle(name, !isOpen);
  return html`<div part=${part ?? nothing} class="${name} ${isOpen ? 'open' : ''}">
    <button
      type="button"
      class="toggle"
      aria-expanded=${isOpen ? 'true' : 'false'}
      aria-label=${label ?? nothing}
      @click=${toggle}
    >
      ${title}
    </button>
    <div hidden=${isOpen ? nothing : 'until-found'} @beforematch=${toggle}>${content}</div>
  </div>`;
}
