import type { ReactiveElement } from 'lit';

/**
 * Lit's `@query` for TypeScript's decorators. Lit's own is in a module with all decorators, which bundlers put into a
 * separate file. Not in `property.ts`, which the first load contains.
 */
export const query =
  (selector: string) =>
  (prototype: ReactiveElement, name: string): void => {
    Object.defineProperty(prototype, name, {
      configurable: true,
      get(this: { readonly renderRoot?: ParentNode }): Element | null {
        return this.renderRoot?.querySelector(selector) ?? null;
      },
    });
  };
