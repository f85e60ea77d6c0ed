import type { ConnectAttempt } from './connect-attempts.js';

/** What was asked for. `connectAttempt` is there for a method whose answer becomes the session. */
export interface Call {
  readonly method: string;
  readonly params: unknown;
  readonly connectAttempt: ConnectAttempt | undefined;
}
