import type { Gateways } from '../../tokens/links.js';
import { MetadataError } from '../../tokens/metadata-error.js';
import type { FtMetadata, ServedLocale } from '../../tokens/metadata-types.js';
import { displayText } from '../../tokens/text.js';
import { formatUnits } from '../../tokens/units.js';
import type { CopyResult } from '../controllers/copy-controller.js';
import type { MessagesController } from '../controllers/messages-controller.js';
import type { TokenState } from '../controllers/token-controller.js';
import type { tokenMessages } from '../messages/en/token.js';

/** Parses metadata that the page sets like a response of the service. */
export function givenState(parse: () => FtMetadata): TokenState {
  try {
    return { status: 'ready', answer: { ...parse(), locale: {} }, isBusy: false };
  } catch (thrown) {
    // Not only a MetadataError: a getter of the object may throw anything.
    const text = 'The metadata given to the card cannot be read.';
    const error = new MetadataError('bad-response', text, { cause: thrown });
    return { status: 'error', error, isBusy: false };
  }
}

export type TokenTexts = MessagesController<typeof tokenMessages>;

/** A part of the card that a press opens. `details`: "Details" of a card, or "All details" of a full card. */
export type Disclosure = 'details' | 'principal' | 'properties' | 'more';

/** The data and actions of the card, apart from the token itself. */
export interface CardContext {
  readonly texts: TokenTexts;
  readonly headingLevel: number;
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
  readonly state: TokenState;
  readonly principal: string | undefined;
  /** The token id of an NFT; `''` if the page has not set it. */
  readonly id: string | undefined;
  /** The name of the contract, and the token id of an NFT. */
  readonly label: string;
  readonly metadata: FtMetadata;
  readonly summary: TokenSummary;
  readonly locale: ServedLocale | undefined;
}

/** Longer names of tokens, fields and contracts are cut off. */
export const LONGEST_LABEL = 100;
/** An exact supply of more characters does not fit into one line of a narrow card. */
const LONGEST_SUPPLY = 16;

/**
 * The data that the variants show. Needs only the fields that a search of many tokens returns: name, symbol,
 * decimals, total_supply, description and the images. Every text is for text nodes.
 */
export interface TokenSummary {
  readonly name: string;
  /** The name from the contract. */
  readonly nameOnChain: string | undefined;
  readonly symbol: string | undefined;
  readonly description: string | undefined;
  /** Image URLs, the best choice first. Not checked. */
  readonly images: readonly string[];
  /** The exact supply, and a text for it that fits into one line. */
  readonly supply: { readonly exact: string; readonly short: string } | undefined;
}

interface SummaryOptions {
  /** The name to show for a token without a name. */
  readonly label: string;
  /** Formats the supply. */
  readonly locale: string;
  /** True if thumbnails are the last choice. */
  readonly isLarge: boolean;
}

export function tokenSummary(
  token: FtMetadata,
  { label, locale, isLarge }: SummaryOptions,
): TokenSummary {
  const { metadata = {}, total_supply: supply, decimals } = token;
  const nameOnChain = displayText(token.name, LONGEST_LABEL);
  const thumbnails = [metadata.cached_thumbnail_image, token.image_thumbnail_uri];
  const large = [metadata.cached_image, token.image_uri, metadata.image, token.image_canonical_uri];
  const images = isLarge ? [...large, ...thumbnails] : [...thumbnails, ...large];
  return {
    name: displayText(metadata.name, LONGEST_LABEL) ?? nameOnChain ?? label,
    nameOnChain,
    symbol: displayText(token.symbol, 20),
    description: displayText(metadata.description) ?? displayText(token.description),
    images: [...new Set(images.filter((image) => image !== undefined))],
    // A getter, since formatting takes long and not every variant shows the supply.
    get supply() {
      if (!supply) return undefined;
      const exact = formatUnits(supply, decimals, { locale });
      const isLong = exact.length > LONGEST_SUPPLY;
      const short = isLong ? formatUnits(supply, decimals, { locale, notation: 'compact' }) : exact;
      return { exact, short };
    },
  };
}
