/** The row in which a scene shows several elements beside each other, with a gap. */
export function row() {
  const [before] = document.querySelectorAll('main > .row');
  if (before) return before;
  const made = Object.assign(document.createElement('div'), { className: 'row' });
  made.style.cssText = 'display: flex; flex-wrap: wrap; align-items: start; gap: 12px';
  document.querySelector('main').append(made);
  return made;
}
