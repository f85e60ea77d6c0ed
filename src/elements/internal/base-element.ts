import { LitElement, type PropertyValues } from 'lit';
import { checkAttributes } from './development.js';
import { createSheet, OURS } from './element.js';

/** The base of every element. */
export class BaseElement extends LitElement {
  /** @internal */
  static readonly [OURS] = true;
  /**
   * Properties of which the element needs one, to show anything.
   *
   * @internal
   */
  protected static readonly needsOneOf: readonly string[] = [];

  override connectedCallback(): void {
    super.connectedCallback();
    checkAttributes(this, (this.constructor as typeof BaseElement).needsOneOf);
  }

  /** The style sheets of one document cannot be adopted in another: a frame or a window that the page has opened. */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    // Safari on iOS applies `:active` only where something listens to touches.
    this.addEventListener('touchstart', () => {}, { passive: true });
    try {
      return super.createRenderRoot();
    } catch (error) {
      const root = this.shadowRoot;
      if (!root || this.ownerDocument === document) throw error;
      this.#adoptStyles(root);
      return root;
    }
  }

  /** A move to another document, which removes the style sheets. */
  adoptedCallback(): void {
    if (this.shadowRoot) this.#adoptStyles(this.shadowRoot);
  }

  #adoptStyles(root: ShadowRoot): void {
    const { elementStyles } = this.constructor as typeof LitElement;
    root.adoptedStyleSheets = elementStyles.flatMap((style) =>
      'cssText' in style ? (createSheet(root, style.cssText) ?? []) : [],
    );
  }

  /**
   * Page translators replace texts with `<font>` elements, also in shadow roots. Lit would change the replaced text, and
   * the old address would stay on a button.
   */
  protected override update(changed: PropertyValues<this>): void {
    for (const font of this.renderRoot.querySelectorAll('font')) {
      font.normalize();
      font.replaceWith(...font.childNodes);
    }
    super.update(changed);
  }
}
