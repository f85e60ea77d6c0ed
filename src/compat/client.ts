// The picker of the page.
import '../define/picker.js';
import { getDefaultClient as getClient } from '../core/client.js';
import type { WalletClient } from '../core/types.js';

/** The client of the page. Not a re-export: bundlers would leave out this module, and the picker with it. */
export function getDefaultClient(): WalletClient {
  return getClient();
}
