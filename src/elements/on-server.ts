import { withDocs } from '../errors.js';

/*
 * Replaces the classes of the elements in Cloudflare Workers, in the edge runtime of Next and in Deno (the conditions
 * "workerd", "edge-light" and "deno" in package.json), so that a module that imports a class can also run there. Lit
 * has no build for the first two; Deno replaces only the first `*` of a path in package.json.
 */
class OnServer {
  constructor() {
    throw new Error(
      withDocs(
        `${new.target.name}: elements exist only in the browser. Write the tag into the page, and create elements in code that runs in the browser.`,
        'server',
      ),
    );
  }
}

export class FtAmount extends OnServer {}
export class FtList extends OnServer {}
export class FtMetadataCard extends OnServer {}
export class NftMetadataCard extends OnServer {}
export class WalletAccount extends OnServer {}
export class WalletBalance extends OnServer {}
export class WalletConnectButton extends OnServer {}
export class WalletContext extends OnServer {}
export class WalletList extends OnServer {}
export class WalletPayButton extends OnServer {}
export class WalletRequestButton extends OnServer {}
export class WalletSelectModal extends OnServer {}
export class WalletSignIn extends OnServer {}
export class WalletTransaction extends OnServer {}
export class WalletTransactions extends OnServer {}

// The values of ./context. They are not imported, since bundlers would then add Lit.
export const clientContext = Symbol.for('stacks-wallet-elements/client');
export const metadataClientContext = Symbol.for('stacks-wallet-elements/metadata-client');

/** Does nothing: elements show their texts in the browser. */
export function registerMessages(): void {}

// Also on a server, with a `locale`.
export { toStatusText } from './messages/to-status-text.js';
export { toUserText } from './messages/to-user-text.js';
