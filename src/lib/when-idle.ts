/** Calls `work` when the page is idle after its next paint; not at all if {@link savesData} is true. */
export function whenIdle(work: () => void): void {
  if (!savesData(window)) afterPaint(work);
}

/** Calls `work` when the page is idle after its next paint. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 2_000 });
    else setTimeout(work, 200);
  });
}

/** Whether the user has enabled data saving, or the connection is 2g. Only Chromium reports either. */
export function savesData(page: Window | undefined): boolean {
  const navigator = page?.navigator as
    { connection?: { saveData?: boolean; effectiveType?: string } } | undefined;
  const connection = navigator?.connection;
  return connection?.saveData === true || !!connection?.effectiveType?.endsWith('2g');
}
