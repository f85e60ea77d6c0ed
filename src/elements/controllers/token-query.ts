import type {
  FtMetadataAnswer,
  MetadataClient,
  TokensOptions,
} from '../../tokens/metadata-types.js';
import type { NftType } from '../../tokens/parse.js';

/** A token. An NFT and a semi-fungible token have a token id, a fungible token does not. */
export interface TokenName {
  readonly principal: string;
  readonly type?: NftType | undefined;
  readonly tokenId?: bigint | string | undefined;
}

/** What to load. A change of any field loads again, unless the loaded record already contains the needed summary. */
export interface TokenQuery extends TokenName {
  readonly client: MetadataClient;
  readonly locale: string | undefined;
  readonly baseUrl: string | undefined;
  /** Request the locale only if the token's metadata lists it. */
  readonly onlyListed?: boolean;
  /** Load only the fields that a list shows. One request can load them for many tokens. Without a locale. */
  readonly summary?: boolean;
}

const METHODS = { nft: 'getNftMetadata', sft: 'getSftMetadata' } as const;

/** Whether a client loads tokens of this type. A client of the page may not. */
export function canLoad(client: MetadataClient | undefined, type: TokenName['type']): boolean {
  return typeof client?.[type ? METHODS[type] : 'getFtMetadata'] === 'function';
}

/** Whether a summary is wanted and the client can load it. A client of the page may not. */
export function hasSummaries({ client, summary }: TokenQuery): boolean {
  return summary === true && typeof (client as Partial<MetadataClient>).getTokens === 'function';
}

/** Loads the token of a query. `prefetch`: the tokens that a request for a summary may also load. */
export async function load(
  query: TokenQuery,
  call: TokensOptions,
  prefetch: () => Iterable<string>,
): Promise<FtMetadataAnswer> {
  const { client, principal, type, tokenId = '', locale, onlyListed } = query;
  const options = { ...call, locale, onlyListed };
  if (type) return client[METHODS[type]](principal, tokenId, options);
  if (!hasSummaries(query)) return client.getFtMetadata(principal, options);
  const [answer] = await client.getTokens([principal], { ...call, prefetch });
  if (answer?.token) return { ...answer.token, locale: answer.locale };
  throw answer!.error;
}

type Service = Pick<TokenQuery, 'client' | 'baseUrl'>;

export function isSameService(a: Service | undefined, b: Service | undefined): boolean {
  return a?.client === b?.client && a?.baseUrl === b?.baseUrl;
}

export function isSameName(a: TokenName | undefined, b: TokenName | undefined): boolean {
  return a?.principal === b?.principal && a?.type === b?.type && Object.is(a?.tokenId, b?.tokenId);
}

/** Whether the response for `a` may also be used for `b`, perhaps in another locale. */
export function isSameToken(a: TokenQuery | undefined, b: TokenQuery | undefined): boolean {
  return isSameService(a, b) && isSameName(a, b);
}

export function isSame(a: TokenQuery | undefined, b: TokenQuery | undefined): boolean {
  return (
    isSameToken(a, b) &&
    a?.locale === b?.locale &&
    a?.onlyListed === b?.onlyListed &&
    a?.summary === b?.summary
  );
}
