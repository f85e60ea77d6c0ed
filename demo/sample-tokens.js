import { createMetadataClient } from '/dist/cdn/stacks-wallet-elements.js';

const client = createMetadataClient({ baseUrl: '/' });

/** This server's gateway for IPFS and Arweave, so that no sample is loaded from another host. */
export const GATEWAY = `${location.origin}/gateway`;

/** True for a token of this server that tries to attack the page. */
export const isHostile = (principal) => principal.includes('.hostile-');

/** A client of this server that lists only the tokens for which `test` is true. */
export const listOf = (test) => ({
  ...client,
  searchFts: async (query) => {
    const page = await client.searchFts(query);
    return { ...page, tokens: page.tokens.filter(({ principal }) => test(principal)) };
  },
});
