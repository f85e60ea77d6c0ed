import type {
  FtListItem,
  FtQuery,
  MetadataClient,
  TokenAnswer,
} from '../../tokens/metadata-types.js';
import { isFtPrincipal } from '../../tokens/parse.js';

/** What to list. */
export interface ListQuery extends Pick<
  FtQuery,
  'symbol' | 'address' | 'limit' | 'orderBy' | 'order'
> {
  readonly client: MetadataClient;
  readonly baseUrl: string | undefined;
  /** The search text of the user: a part of a name, a symbol, an address, or a principal. */
  readonly text: string;
}

export interface Page {
  readonly tokens: readonly FtListItem[];
  /** The offset of the next page; undefined on the last page. */
  readonly next: number | undefined;
}

/** An address, or a prefix of an address that the service accepts. */
const ADDRESS = /^S[0-9A-HJKMNP-TV-Z]{27,40}(?:\.[\w-]{0,40})?$/;
/** A longer text is not searched as a symbol. */
const LONGEST_SYMBOL = 20;

export async function loadPage(
  { client, baseUrl, text, ...filters }: ListQuery,
  offset: number,
  call: { readonly signal: AbortSignal; readonly fresh: boolean },
): Promise<Page> {
  // Do not pass an undefined base URL: it would replace the one of a context's client.
  const service = { ...call, ...(baseUrl && { baseUrl }) };
  const whole: unknown = text;
  if (isFtPrincipal(whole)) return single(await client.getTokens([whole], service));
  const search = (query: FtQuery) => client.searchFts({ ...filters, ...query, ...service, offset });
  const isAddress = !filters.address && ADDRESS.test(text);
  // The service finds only whole symbols.
  const withSymbol =
    text && !isAddress && !filters.symbol && offset === 0 && text.length <= LONGEST_SYMBOL;
  const [bySymbol, page] = await Promise.all([
    withSymbol ? search({ symbol: text }) : undefined,
    search(isAddress ? { address: text } : { name: text }),
  ]);
  return { tokens: [...(bySymbol?.tokens ?? []), ...page.tokens], next: page.nextOffset };
}

/** A token exists even if its metadata is still being fetched or is invalid. */
function single([answer]: readonly TokenAnswer[]): Page {
  const { principal, token, error } = answer!;
  if (token) return { tokens: [token], next: undefined };
  const exists = error.code === 'in-progress' || error.code === 'token-error';
  if (!exists && error.code !== 'not-found') throw error;
  return { tokens: exists ? [{ principal }] : [], next: undefined };
}
