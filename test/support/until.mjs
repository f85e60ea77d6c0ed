/** Resolves when the check returns something truthy. Fails after a minute. */
export async function until(check, what) {
  const end = Date.now() + 60_000;
  for (;;) {
    const found = await check();
    if (found) return found;
    if (Date.now() > end) throw new Error(`After a minute: ${what ?? check}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
