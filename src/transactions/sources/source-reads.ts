import type { TransactionSource } from '../types.js';

/** What reads transactions from a service. */
export type SourceReads = Pick<TransactionSource, 'read' | 'tip'>;
