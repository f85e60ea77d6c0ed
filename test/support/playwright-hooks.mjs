const standIn = new URL('./playwright-test.mjs', import.meta.url).href;

/** Resolves @playwright/test to its stand-in; for `node --import`. */
export function resolve(specifier, context, next) {
  return specifier === '@playwright/test'
    ? { url: standIn, shortCircuit: true }
    : next(specifier, context);
}
