/**
 * Calls `load` once, with the element: when the element is scrolled into view, or at the first key press, so
 * that the loaded content can be reached with the Tab key.
 */
export function whenVisible(node, load) {
  const start = () => {
    observer.disconnect();
    document.removeEventListener('keydown', start);
    void load(node);
  };
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) start();
  });
  observer.observe(node);
  document.addEventListener('keydown', start);
}
