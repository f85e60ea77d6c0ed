import {
  LitElement,
  type ComplexAttributeConverter,
  type CSSResultGroup,
  type CSSResultOrNative,
  type PropertyDeclaration,
  type PropertyValues,
} from 'lit';
import { afterPaint, isDevelopment } from '../../lib/page.js';
import { bare, has, native } from '../../lib/safe-access.js';
import { createSheet, isFalse, OURS } from './element.js';
import { registerColors } from '../styles/tokens.js';
import { TextChanges } from './text-changes.js';

/** The converter of a property that has one of these texts. While a page is developed, the console names others. */
export const oneOf = (...values: readonly string[]): ComplexAttributeConverter =>
  bare({ fromAttribute: (value: string | null) => value, values });

/** The converter of the look of a button. */
export const buttonVariant = oneOf('filled', 'outlined', 'plain');

const BOOLEAN = { fromAttribute: (value: string | null) => value !== null && !isFalse(value) };

/**
 * The base of every element. Exposes the `status` of an element to style sheets: at once as a custom state,
 * `:state(connected)`, and as the attribute `status`. Lit does not reflect it: on an element in the page's markup, React
 * warns about an attribute that the server did not send, so this sets it after hydration.
 */
export class BaseElement extends LitElement {
  /** @internal */
  static get [OURS]() {
    return true;
  }
  /**
   * Properties of which the element needs one, to show anything.
   *
   * @internal
   */
  protected static get needsOneOf(): readonly string[] {
    return [];
  }

  /**
   * Undefined in jsdom.
   *
   * @internal
   */
  protected readonly internals: ElementInternals | undefined = this.attachInternals?.();

  static override get shadowRootOptions(): ShadowRootInit {
    return bare({ mode: 'open' });
  }

  /** Of every boolean attribute, the text "false" is false: React 18 writes it for `open={false}`, and templates for a variable. */
  static override getPropertyOptions(name: PropertyKey): PropertyDeclaration {
    const options = super.getPropertyOptions(name);
    const isBoolean = options.type === Boolean && options.converter === undefined;
    return isBoolean ? { ...options, converter: BOOLEAN } : options;
  }

  protected static override finalizeStyles(styles?: CSSResultGroup): CSSResultOrNative[] {
    registerColors();
    return super.finalizeStyles(styles);
  }

  readonly #texts = new TextChanges();

  /** The status that style sheets see. */
  #status = '';
  #isHydrating: boolean;

  constructor() {
    super();
    // In its constructor, an element is connected if it was on the page before its tag was defined, or if `innerHTML`
    // added it.
    const isInMarkup = this.isConnected || native(document, 'readyState') === 'loading';
    const { elementProperties } = this.constructor as typeof LitElement;
    this.#isHydrating = isInMarkup && elementProperties.has('status');
    if (!this.#isHydrating) return;
    whenHydrated(() => {
      this.#isHydrating = false;
      this.#reflectStatus();
    });
  }

  /**
   * Sets `:state(name)`. happy-dom has no custom states.
   *
   * @internal
   */
  setState(name: string, on: boolean): void {
    const states: CustomStateSet | undefined = this.internals?.states;
    if (on) states?.add(name);
    else states?.delete(name);
  }

  /** The attribute `status` is only written: a clone of a pending button has no request. */
  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    if (name !== 'status') super.attributeChangedCallback(name, old, value);
    // Style sheets, and the browser for `disabled`, only see that the attribute is there.
    if (isFalse(value) && this.#isReflectedBoolean(name)) {
      if (this.#isHydrating) whenHydrated(() => this.#removeFalse(name));
      else this.#removeFalse(name);
    }
  }

  #isReflectedBoolean(attribute: string): boolean {
    const { elementProperties } = this.constructor as typeof LitElement;
    const options = elementProperties.get(attribute);
    return options?.type === Boolean && options.reflect === true;
  }

  #removeFalse(name: string): void {
    if (isFalse(this.getAttribute(name))) this.removeAttribute(name);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (!isDevelopment()) return;
    const { needsOneOf } = this.constructor as typeof BaseElement;
    import('./check-attributes.js').then(
      ({ checkAttributes }) => checkAttributes(this, needsOneOf),
      () => {}, // such as in a test that is over
    );
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
      has(style, 'cssText') ? (createSheet(root, style.cssText) ?? []) : [],
    );
  }

  protected override update(changed: PropertyValues<this>): void {
    this.#texts.undo();
    super.update(changed);
    this.#texts.redo(this.renderRoot);
    this.#showStatus();
  }

  #showStatus(): void {
    const { status = '' } = this as { status?: string };
    if (status === this.#status) return;
    this.setState(this.#status, false);
    this.#status = status;
    if (status) this.setState(status, true);
    this.#reflectStatus();
  }

  #reflectStatus(): void {
    if (!this.#isHydrating && this.#status) this.setAttribute('status', this.#status);
  }
}

/** No event reports hydration, so this waits until the page is idle: frameworks hydrate as soon as their scripts run. */
function whenHydrated(work: () => void): void {
  if (native(document, 'readyState') !== 'loading') afterPaint(work);
  else addEventListener('DOMContentLoaded', () => afterPaint(work));
}

/** The `shadowRootOptions` of an element that passes the focus on to its first control. */
export const delegatesFocus: ShadowRootInit = bare({ mode: 'open', delegatesFocus: true });

type Fields<Self> = Omit<Self, keyof Event>;

/** An event of an element, with its data as fields. It bubbles, and leaves shadow roots. */
export class ElementEvent<Self> extends Event {
  declare static readonly type: string;

  constructor(init: Fields<Self> & { cancelable?: boolean }) {
    const { cancelable = false, ...fields } = bare(init);
    super(new.target.type, bare({ bubbles: true, composed: true, cancelable }));
    Object.assign(this, fields);
  }
}

/**
 * True if the page put visible content into the default slot. White space and scripts do not count, though
 * they are assigned to the slot too.
 */
export function hasLabel(host: Element): boolean {
  return [...host.childNodes].some((node) =>
    isElement(node)
      ? native(node, 'localName') !== 'script' && !native(node, 'getAttribute')('slot')
      : node.nodeType === Node.TEXT_NODE && node.nodeValue!.trim() !== '',
  );
}

/** Not `instanceof`: the element may be in another document. */
const isElement = (node: Node): node is Element => native(node, 'nodeType') === Node.ELEMENT_NODE;
