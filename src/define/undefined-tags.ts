import { withDocs } from '../errors.js';
import { native, read } from '../lib/safe-access.js';

/** Every tag of this library, as in autoload.ts, whose modules this must not load. */
const TAGS = [
  ...['ft-amount', 'ft-list', 'ft-metadata-card', 'nft-metadata-card', 'wallet-account'],
  ...['wallet-balance', 'wallet-connect-button', 'wallet-context', 'wallet-list'],
  ...['wallet-pay-button', 'wallet-request-button', 'wallet-select-modal', 'wallet-sign-in'],
  ...['wallet-transaction', 'wallet-transactions'],
];

/** Milliseconds in which a page in development imports what defines its tags. */
const LONGEST_IMPORT = 3_000;

/** Says in the console which tags are on the page without the import that defines them. */
function warnOfUndefinedTags(): void {
  // A test may have removed its page.
  if (typeof document !== 'object') return;
  for (const tag of TAGS) {
    const element = native(document, 'querySelector')(`${tag}:not(:defined)`);
    if (!element) continue;
    const remedy = `Import \`stacks-wallet-elements/define/${tag}\`.`;
    console.warn(withDocs(`<${tag}> is not defined, and shows nothing. ${remedy}`, 'csp'), element);
  }
}

const timer: unknown = setTimeout(warnOfUndefinedTags, LONGEST_IMPORT);
// In Node, a test with jsdom need not wait for it.
const unref = read(timer, 'unref');
if (typeof unref === 'function') unref.call(timer);
