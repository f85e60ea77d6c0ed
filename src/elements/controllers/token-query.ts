import type { FtMetadataAnswer, MetadataClient, TokensOptions } from '../../metadata/client.js';

/** What to load. A change of any field loads again, unless what is loaded has more than is needed. */
export interface TokenQuery {
  readonly client: MetadataClient;
  readonly principal: string;
  readonly locale: string | undefined;
  readonly baseUrl: string | undefined;
  /** Request the locale only if the token's metadata lists it. */
  readonly onlyListed?: boolean;
  /** Only what a list shows of a token, which one request answers for many tokens. Without a locale. */
  readonly summary?: boolean;
}

/** A client of the page, or of an older copy of this package, may load whole records only. */
export function hasSummaries({ client, summary }: TokenQuery): boolean {
  return summary === true && typeof (client as Partial<MetadataClient>).getTokens === 'function';
}

/** Loads what the query asks for. `prefetch`: the tokens that a request for a summary may take along. */
export async function load(
  query: TokenQuery,
  call: TokensOptions,
  prefetch: () => Iterable<string>,
): Promise<FtMetadataAnswer> {
  const { client, principal, locale, onlyListed } = query;
  if (!hasSummaries(query)) return client.getFtMetadata(principal, { ...call, locale, onlyListed });
  const [answer] = await client.getTokens([principal], { ...call, prefetch });
  if (answer?.token) return { ...answer.token, locale: answer.locale };
  throw answer!.error;
}

export function isSameService(a: TokenQuery | undefined, b: TokenQuery | undefined): boolean {
  return a?.client === b?.client && a?.baseUrl === b?.baseUrl;
}

/** Whether an answer for `a` may be of use for `b`, perhaps in another locale. */
export function isSameToken(a: TokenQuery | undefined, b: TokenQuery | undefined): boolean {
  return isSameService(a, b) && a?.principal === b?.principal;
}

export function isSame(a: TokenQuery | undefined, b: TokenQuery | undefined): boolean {
  return (
    isSameToken(a, b) &&
    a?.locale === b?.locale &&
    a?.onlyListed === b?.onlyListed &&
    a?.summary === b?.summary
  );
}
