/**
 * Sets `data-cut-off` on the box of fixed height around an element while the element is higher than the box.
 * Style sheets cannot tell this.
 */
export class CutOff {
  #content: HTMLElement | null = null;
  #observer: ResizeObserver | undefined;

  /** Call after each update. The observer ends with the element that it observes. */
  follow(content: HTMLElement | null): void {
    if (content === this.#content) return;
    this.#content = content;
    this.#observer?.disconnect();
    if (!content) return;
    this.#observer ??= new ResizeObserver(([entry]) => {
      const box = entry!.target.parentElement!.parentElement!;
      // The height of the box while the card is closed.
      const least = parseFloat(getComputedStyle(box).minBlockSize);
      // In the next frame: a scroll bar that appears with the button would resize what is observed.
      requestAnimationFrame(() =>
        box.toggleAttribute('data-cut-off', entry!.contentRect.height > least),
      );
    });
    this.#observer.observe(content);
  }
}
