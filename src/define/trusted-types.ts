/*
 * Lit makes the Trusted Types policy `lit-html` while its module runs. Where the page's Content Security
 * Policy forbids that, no module that imports Lit runs to its end, so that nothing else could say why every
 * element stays empty. Import this before any module that imports Lit.
 */
addEventListener('securitypolicyviolation', function tell(event) {
  if (
    event.disposition !== 'enforce' ||
    event.effectiveDirective !== 'trusted-types' ||
    !event.sample.startsWith('lit-html')
  ) {
    return;
  }
  removeEventListener('securitypolicyviolation', tell);
  console.error(
    "stacks-wallet-elements: the Content Security Policy of this page forbids the Trusted Types policy `lit-html`, without which no element of this script can show anything. Send `trusted-types lit-html`, with `'allow-duplicates'` where the page has a Lit of its own.",
  );
});
