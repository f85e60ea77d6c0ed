import { getNetworkFamily, parsePrincipal } from './address.js';
import type { AssetId } from './clarity-value.js';

/** The asset identifiers of sBTC (docs.stacks.co). It has 8 decimals. */
export const SBTC = Object.freeze({
  mainnet: 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token::sbtc-token',
  testnet: 'SN3VMHXEN64ZZF71JQ5VESXDWTR301XTTXGF4J8F1.sbtc-token::sbtc-token',
} as const);

/**
 * The asset identifiers of USDCx, which Circle's xReserve backs with USDC. It has 6 decimals. The contracts:
 * docs.stacks.co/learn/bridging/usdcx/contracts. The name of the token in them: leather-io/extension, 2026.
 */
export const USDCX = Object.freeze({
  mainnet: 'SP120SBRBQJ00MCWS7TM5R8WJNTTKD5K0HFRC2CNE.usdcx::usdcx-token',
  testnet: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.usdcx::usdcx-token',
} as const);

/** STX, or a fungible token, and what is known of it. */
export interface Asset {
  /** `stx`, or the asset identifier of a token. */
  readonly id: 'stx' | AssetId;
  /** Undefined for a token that is not listed here: its metadata has it. */
  readonly symbol: string | undefined;
  /** Undefined for a token that is not listed here: its metadata has it. */
  readonly decimals: number | undefined;
}

/** The tokens that have a name of their own here. No other contract with such a name is one of them. */
const TOKENS = {
  sbtc: { ids: SBTC, symbol: 'sBTC', decimals: 8 },
  usdcx: { ids: USDCX, symbol: 'USDCx', decimals: 6 },
} as const;

/**
 * The tokens that an address alone shows, on any chain. Not USDCx on testnet: the key of its address is published, as that of a
 * deployer of Clarinet, so that a local chain may have another token there.
 */
const CERTAIN = [
  [SBTC.mainnet, TOKENS.sbtc],
  [SBTC.testnet, TOKENS.sbtc],
  [USDCX.mainnet, TOKENS.usdcx],
] as const;

/** What is known of a token without its metadata, by its asset identifier or its contract. */
export const findCertain = (
  principal: string,
): { readonly symbol: string; readonly decimals: number } | undefined =>
  CERTAIN.find(([id]) => id === principal || id.startsWith(`${principal}::`))?.[1];

/** What an asset must be, for errors. */
export const ASSET =
  "'stx', 'sbtc', 'usdcx' or an asset identifier `<address>.<contract-name>::<asset-name>`";

/**
 * The asset that a text names on a network: `stx`, `sbtc`, `usdcx` or an asset identifier, written exactly so. Undefined for
 * anything else, and for a name that has no contract on the network. Does not verify the checksum of an address.
 */
export function findAsset(text: unknown, network: string): Asset | undefined {
  if (text === 'stx') return { id: text, symbol: 'STX', decimals: 6 };
  const family = getNetworkFamily(network);
  for (const [name, { ids, symbol, decimals }] of Object.entries(TOKENS)) {
    if (text === name) {
      return family === 'mainnet' || family === 'testnet'
        ? { id: ids[family], symbol, decimals }
        : undefined;
    }
    const id = [ids.mainnet, ids.testnet].find((assetId) => assetId === text);
    if (id !== undefined) return { id, symbol, decimals };
  }
  return parsePrincipal(text)?.asset === undefined
    ? undefined
    : { id: text as AssetId, symbol: undefined, decimals: undefined };
}
