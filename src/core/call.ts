import type { Turn } from './turns.js';

/** What was asked for. `turn`: for a method whose answer is the session's. */
export interface Call {
  readonly method: string;
  readonly params: unknown;
  readonly turn: Turn | undefined;
}
