/**
 * The URL of a page of the Stacks explorer: an address or a transaction, on mainnet or testnet. In a separate file,
 * since token cards need nothing else of `explorer-links.ts`.
 */
export const stacksExplorer = (page: string, chain: string): string =>
  `https://explorer.hiro.so/${page}?chain=${chain}`;
