import { createMetadataClient } from '../metadata/metadata-client.js';
import type { MetadataClientOptions } from '../metadata/metadata-types.js';
import type { MetadataClient } from '../metadata/metadata-types.js';

/** Answers a request for a token; a rejected promise is a network error. */
export type Answering = (
  principal: string,
  locale: string | undefined,
) => Response | Promise<Response>;

/** A real metadata client with answers of the test, and the requests that it sent. */
export interface TestService {
  readonly client: MetadataClient;
  /** `principal` or `principal?locale`, in order; of a request for several tokens, all of them. */
  readonly asked: string[];
  readonly signals: (AbortSignal | null | undefined)[];
}

export function testService(
  answering: Answering,
  options: MetadataClientOptions = {},
): TestService {
  const asked: string[] = [];
  const signals: TestService['signals'] = [];
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const url = new URL(input as string);
    const several = url.searchParams.getAll('contract');
    const principal = several.join(' ') || url.pathname.split('/').pop()!;
    const locale = url.searchParams.get('locale') ?? undefined;
    asked.push(locale ? `${principal}?${locale}` : principal);
    signals.push(init?.signal);
    const answer = several.length ? rows(several, answering) : answering(principal, locale);
    return Promise.race([answer, aborted(init?.signal)]);
  };
  const client = createMetadataClient({ baseUrl: 'https://service.example', fetch, ...options });
  return { client, asked, signals };
}

/** The response for several tokens: rows of facts. No row for an unknown token, only the id for one without facts. */
async function rows(principals: readonly string[], answering: Answering): Promise<Response> {
  const found = await Promise.all(
    principals.map(async (contract_id) => {
      const answer = await answering(contract_id, undefined);
      if (answer.status === 404) return [];
      if (answer.status === 422) return [{ contract_id }];
      if (!answer.ok) return answer;
      const record = (await answer.json()) as { asset_identifier?: string; metadata?: unknown };
      return [{ ...record, contract_id, asset_identifier: undefined, metadata: undefined }];
    }),
  );
  return found.find((one) => one instanceof Response) ?? json(found.flat());
}

export const json = (body: unknown, status = 200, headers: HeadersInit = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });

function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
