/** The public Stacks API, which also has the metadata of tokens. Its rate limits: site/guide/tokens.md. */
export const STACKS_APIS = {
  mainnet: 'https://api.hiro.so',
  testnet: 'https://api.testnet.hiro.so',
} as const;
