import { loadOnce } from '../../lib/promises.js';
import { readTrackOptions } from '../options.js';
import type { SourceOptions, TransactionSource } from '../types.js';
import type { SourceReads } from './source-reads.js';

/** What reads transactions loads with the first subscription (5 kB with gzip): a page may only list the recent ones. */
export const loadReading = loadOnce(() => import('../reading.js'));

type Reading = Awaited<ReturnType<typeof loadReading>>;

/**
 * Creates a source with the options of the caller. `getReads` returns what reads it, for a base URL.
 *
 * @throws TransactionError `invalid`
 */
export function createSource(
  { baseUrl: defaultUrl, ...about }: Omit<TransactionSource, keyof SourceReads>,
  options: SourceOptions | undefined,
  getReads: (reading: Reading, baseUrl: string) => SourceReads,
): TransactionSource {
  const sourceOptions = readTrackOptions('source', options) as Partial<TransactionSource>;
  const { baseUrl = defaultUrl, ...rest } = sourceOptions;
  const load = loadOnce(async () => getReads(await loadReading(), baseUrl));
  return {
    ...rest,
    baseUrl,
    ...about,
    async *read(transactions, get) {
      yield* (await load()).read(transactions, get);
    },
    tip: async (get) => (await load()).tip(get),
  };
}
