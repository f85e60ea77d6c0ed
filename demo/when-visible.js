/** Calls `load` once, with the element, when the element is scrolled into view or close to it. */
export function whenVisible(node, load) {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void load(node);
    },
    { rootMargin: '0px' },
  );
  observer.observe(node);
}
