import type { ServedLocale } from '../../tokens/metadata-types.js';
import type { Gateways } from '../../tokens/links.js';
import type { FtMetadata } from '../../tokens/metadata-types.js';
import type { CopyResult } from '../controllers/copy-controller.js';
import type { MessagesController } from '../controllers/messages-controller.js';
import type { tokenMessages } from '../messages/en/token.js';
import type { CardView } from './card-state.js';
import type { TokenSummary } from './token-summary.js';

export type TokenTexts = MessagesController<typeof tokenMessages>;

/** A part of the card that a press opens. `details`: "Details" of a card, or "All details" of a full card. */
export type Disclosure = 'details' | 'principal' | 'properties' | 'more';

/** The data and actions of the card, apart from the token itself. */
export interface CardContext {
  readonly texts: TokenTexts;
  readonly headingLevel: number;
  /** Whether the card is not near the viewport. */
  readonly isFar: boolean;
  readonly gateways: Gateways;
  readonly withImages: boolean;
  readonly brokenImages: ReadonlySet<string>;
  /** Locales to offer in addition to those of the metadata; undefined: no choice of locale. */
  readonly locales: string | undefined;
  /** The locale that the page or the user set; not the nearest `lang`. */
  readonly explicitLocale: string | undefined;
  readonly retry: () => void;
  readonly copied: CopyResult;
  readonly copy: (principal: string) => void;
  readonly chooseLocale: (locale: string) => void;
  readonly imageFailed: (source: string) => void;
  /** The open disclosures. The content of "Details" is rendered only while it is open. */
  readonly opened: ReadonlySet<Disclosure>;
  readonly toggle: (name: Disclosure, isOpen: boolean) => void;
}

/** A token for the templates of the variants. Until it is ready, its metadata is empty. */
export interface ShownToken {
  readonly view: CardView;
  readonly isBusy: boolean;
  readonly principal: string | undefined;
  /** The token id of an NFT; `''` if the page has not set it. */
  readonly id: string | undefined;
  /** The name of the contract, and the token id of an NFT. */
  readonly label: string;
  readonly metadata: FtMetadata;
  readonly summary: TokenSummary;
  readonly locale: ServedLocale | undefined;
}
