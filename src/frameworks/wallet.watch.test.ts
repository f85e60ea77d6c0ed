import { expect } from '@open-wc/testing';
import { createRenderEffect, createRoot } from 'solid-js';
import { effectScope, watch } from 'vue';
import { configure } from '../client/configure.js';
import { MetadataError } from '../tokens/metadata-error.js';
import { json } from '../testing/metadata-fetch.js';
import { waitUntil } from '../testing/wait-until.js';
import * as solid from './solid.js';
import * as svelte from './svelte.js';
import * as vue from './vue.js';
import type { TokenSnapshot } from './wallet.js';

const HONEY = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token';

/** Follows a value of each module: calls `changed` with each state. */
const TOKEN: Readonly<Record<string, (changed: (state: TokenSnapshot) => void) => () => void>> = {
  svelte: (changed) => svelte.useToken(HONEY).subscribe(changed),
  vue: (changed) => {
    const scope = effectScope();
    scope.run(() => watch(vue.useToken(HONEY), changed, { immediate: true, flush: 'sync' }));
    return () => scope.stop();
  },
  solid: (changed) =>
    createRoot((dispose) => {
      const token = solid.useToken(() => HONEY);
      createRenderEffect(() => changed(token()));
      return dispose;
    }),
};

for (const [framework, follow] of Object.entries(TOKEN)) {
  describe(`useToken of ${framework}`, () => {
    for (const [what, refuse, code] of [
      ['is busy', () => json({}, 429, { 'retry-after': '0' }), 'rate-limited'],
      [
        'is still fetching the metadata',
        () => json({ error: 'Token metadata fetch in progress' }, 422),
        'in-progress',
      ],
    ] as const) {
      it(`becomes ready after the service ${what}`, async () => {
        let asked = 0;
        configure({
          metadataApi: { mainnet: `https://${framework}-${code}.example` },
          fetch: () => Promise.resolve((asked += 1) === 1 ? refuse() : json({ name: 'Honey' })),
        });
        const states = new Set<TokenSnapshot>();
        const end = follow((state) => states.add(state));
        await waitUntil(() => [...states].at(-1)?.status === 'ready');
        end();
        const all = [...states];
        expect(all.map(({ status }) => status)).to.deep.equal(['loading', 'pending', 'ready']);
        expect(all[1]!.error).to.be.instanceOf(MetadataError);
        expect(all[1]!.error!.code).to.equal(code);
        expect(all[2]!.token!.name).to.equal('Honey');
        expect(asked).to.equal(2);
      });
    }
  });
}
