/**
 * Sets `data-cut-off` on the box of fixed height around an element while the element is taller than the box.
 * CSS alone cannot detect this.
 */
export class CutOff {
  #content: HTMLElement | null = null;
  #observer: ResizeObserver | undefined;

  /** Call after each update. The observer is garbage-collected together with the element. */
  follow(content: HTMLElement | null): void {
    if (content === this.#content) return;
    this.#content = content;
    this.#observer?.disconnect();
    if (!content) return;
    this.#observer ??= new ResizeObserver(([entry]) => {
      const box = entry!.target.parentElement!.parentElement!;
      // The height of the box while the card is closed.
      const least = parseFloat(getComputedStyle(box).minBlockSize);
      // In the next frame: the button may make a scroll bar appear, which resizes the observed element.
      requestAnimationFrame(() =>
        box.toggleAttribute('data-cut-off', entry!.contentRect.height > least),
      );
    });
    this.#observer.observe(content);
  }
}
