import { getDefaultClient } from '../core/default-client.js';
import type { SelectWallet } from '../core/picker.js';

const load = () => import('./open-picker.js');

/** `<wallet-select-modal>`, fetched when the first choice is needed, or is near. */
const selectWallet: SelectWallet = async (selection) => (await load()).openPicker(selection);
selectWallet.preload = load;

/** The picker of the page-wide client. One that the page has set already stays. */
getDefaultClient().selectWallet ??= selectWallet;
