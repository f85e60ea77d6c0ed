import { createMetadataClient, type MetadataClientOptions } from '../metadata/client.js';
import type { MetadataClient } from '../metadata/client.js';

/** Answers a request for a token; a rejected promise is a network error. */
export type Answering = (
  principal: string,
  locale: string | undefined,
) => Response | Promise<Response>;

/** A real metadata client with answers of the test, and the requests that it sent. */
export interface TestService {
  readonly client: MetadataClient;
  /** `principal` or `principal?locale`, in order. */
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
    const principal = url.pathname.split('/').pop()!;
    asked.push(principal + url.search.replace('locale=', ''));
    signals.push(init?.signal);
    const answer = answering(principal, url.searchParams.get('locale') ?? undefined);
    return Promise.race([answer, aborted(init?.signal)]);
  };
  const client = createMetadataClient({ baseUrl: 'https://service.example', fetch, ...options });
  return { client, asked, signals };
}

export const json = (body: unknown, status = 200, headers: HeadersInit = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });

function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });
}
