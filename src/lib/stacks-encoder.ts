/** What writes Clarity values and post-conditions as the chain has them: loaded late, as one file. */
export { encodeClarity } from './clarity-encoder.js';
export { encodePostCondition } from './post-condition-encoder.js';
