/**
 * Calls back once the page has painted and has nothing else to do. Never if the user saves data or the
 * connection is slow: see {@link savesData}.
 */
export function whenIdle(work: () => void): void {
  if (savesData(window)) return;
  requestAnimationFrame(() => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 2_000 });
    else setTimeout(work, 200);
  });
}

/** Whether the browser reports Save-Data or a 2g connection (Network Information API; Chromium alone has it). */
export function savesData(page: Window | undefined): boolean {
  const navigator = page?.navigator as
    { connection?: { saveData?: boolean; effectiveType?: string } } | undefined;
  const connection = navigator?.connection;
  return connection?.saveData === true || !!connection?.effectiveType?.endsWith('2g');
}
