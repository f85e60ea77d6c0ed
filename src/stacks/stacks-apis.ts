/** The public Stacks APIs, which also have the metadata of tokens. Their rate limits: site/guide/tokens.md. */
export const MAINNET_API = 'https://api.hiro.so';
export const TESTNET_API = 'https://api.testnet.hiro.so';
