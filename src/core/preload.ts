import { methodOf } from '../methods/index.js';

/** Fetches what a request of this method loads late, ahead of need. Rejects where that fails. */
export async function preload(method: string | undefined): Promise<void> {
  await Promise.all([
    import('./request.js'),
    method === undefined ? undefined : methodOf(method)?.preload?.(),
  ]);
}
