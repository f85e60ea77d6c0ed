/** What reads transactions: one file, which loads with the first subscription. */
export { applyReading } from './apply-reading.js';
export { SourceReader, type ReadFailure } from './source-reader.js';
export { readEsplora, readMempoolSpace } from './sources/read-esplora.js';
export { readStacksApi } from './sources/read-stacks-api.js';
