/*
 * Lit creates the Trusted Types policy `lit-html` when its module runs. If the page's Content Security
 * Policy forbids that, every module that imports Lit throws, and no element can report why it stays empty.
 * This file reports it: import it before any module that imports Lit. This file imports nothing, since a bundler may
 * put an imported module into the same file as Lit.
 */
// A server has no such function.
globalThis.addEventListener?.('securitypolicyviolation', function report(event) {
  if (
    event.disposition !== 'enforce' ||
    event.effectiveDirective !== 'trusted-types' ||
    !event.sample.startsWith('lit-html')
  ) {
    return;
  }
  removeEventListener('securitypolicyviolation', report);
  console.error(
    "stacks-wallet-elements: the Content Security Policy of this page forbids the Trusted Types policy `lit-html`, which every element needs. Send `trusted-types lit-html`, with `'allow-duplicates'` if the page has another copy of Lit. See node_modules/stacks-wallet-elements/docs/errors.md#csp",
  );
});
