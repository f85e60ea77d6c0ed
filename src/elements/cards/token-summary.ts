import { formatUnits } from '../../tokens/units.js';
import { displayText } from '../../tokens/text.js';
import type { FtMetadata } from '../../tokens/metadata-types.js';

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
