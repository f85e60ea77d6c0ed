/** The definition of each wallet in the catalog, one line each. */
export { asigna } from './asigna.js';
export { leather } from './leather.js';
export { okx } from './okx.js';
export { fordefi, xverse } from './xverse.js';
