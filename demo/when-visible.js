/** The distance to the window at which an element loads, so that little of the page moves in view. */
const NEAR = '300px';

/**
 * Calls `load` once, with the element: when the element is nearly scrolled into view, or at the first key press, so
 * that the loaded content can be reached with the Tab key.
 */
export function whenVisible(node, load) {
  const start = () => {
    observer.disconnect();
    document.removeEventListener('keydown', start);
    void load(node);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) start();
    },
    { rootMargin: NEAR },
  );
  observer.observe(node);
  document.addEventListener('keydown', start);
}
