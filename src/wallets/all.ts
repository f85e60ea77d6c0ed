/** How each wallet of the catalog is asked. One line each. */
export { asigna } from './asigna.js';
export { fordefi } from './fordefi.js';
export { leather } from './leather.js';
export { xverse } from './xverse.js';
