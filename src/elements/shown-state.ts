import type { Connected, Connecting, Disconnected, SessionState } from '../core/types.js';

/**
 * What an element shows. A connected wallet that is asked again still counts as connected: its account is
 * the current one until another answers.
 */
export function shownState(state: SessionState): Disconnected | Connecting | Connected {
  return state.status === 'connecting' && state.previous.status === 'connected'
    ? state.previous
    : state;
}
