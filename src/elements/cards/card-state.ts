import { MetadataError } from '../../tokens/metadata-error.js';
import type { ServedLocale } from '../../tokens/metadata-types.js';
import type { FtMetadata } from '../../tokens/metadata-types.js';
import type { TokenState } from '../controllers/token-controller.js';

export type CardStatus = TokenState['status'];

/** The view of the card. `isBusy`: newer data is loading. */
export type CardView =
  | { readonly show: 'nothing' }
  | { readonly show: 'skeleton'; readonly isBusy: true }
  | {
      readonly show: 'token';
      readonly metadata: FtMetadata;
      readonly locale: ServedLocale;
      readonly isBusy: boolean;
    }
  | { readonly show: 'pending'; readonly isBusy: boolean }
  | {
      readonly show: 'failure';
      readonly error: MetadataError;
      readonly isBusy: boolean;
    };

export function viewOf(state: TokenState, isBusy = false): CardView {
  switch (state.status) {
    case 'idle':
      return { show: 'nothing' };
    case 'loading':
      return state.before ? viewOf(state.before, true) : { show: 'skeleton', isBusy: true };
    case 'ready':
      return { show: 'token', metadata: state.answer, locale: state.answer.locale, isBusy };
    case 'pending':
      return { show: 'pending', isBusy };
    case 'not-found':
    case 'error':
      return { show: 'failure', error: state.error, isBusy };
  }
}

/** Parses metadata that the page sets like a response of the service. */
export function givenState(parse: () => FtMetadata): TokenState {
  try {
    return { status: 'ready', answer: { ...parse(), locale: {} } };
  } catch (thrown) {
    // Not only a MetadataError: a getter of the object may throw anything.
    const error = new MetadataError(
      'bad-response',
      'The metadata given to the card cannot be read.',
      {
        cause: thrown,
      },
    );
    return { status: 'error', error };
  }
}
