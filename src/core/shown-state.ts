import type { SessionState } from './types.js';

/**
 * The state to show. While a connected user connects again, this is still the previous connection: its account is the
 * current one until a wallet answers.
 */
export function shownState(state: SessionState): SessionState {
  return state.status === 'connecting' && state.previous.status === 'connected'
    ? state.previous
    : state;
}
