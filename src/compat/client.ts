// The picker of the page.
import '../define/picker.js';

export { getDefaultClient } from '../core/default-client.js';
