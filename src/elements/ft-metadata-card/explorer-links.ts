import { isFtPrincipal, networkOfPrincipal } from '../../metadata/principal.js';

const EXPLORER = 'https://explorer.hiro.so';
const ADDRESS = /^S[PMTN][0-9A-HJKMNP-TV-Z]{26,39}$/;
const TRANSACTION = /^0x[0-9a-fA-F]{64}$/;

/** Links into the explorer of the network that a principal's prefix proves; undefined where there is none. */
export function explorerLinks(principal: string | undefined) {
  const chain = principal && networkOfPrincipal(principal);
  const page = (path: string): string => `${EXPLORER}/${path}?chain=${chain}`;
  return {
    contract: chain && isFtPrincipal(principal) ? page(`txid/${principal}`) : undefined,
    transaction: (id: string): string | undefined =>
      chain && TRANSACTION.test(id) ? page(`txid/${id}`) : undefined,
    address: (address: string): string | undefined =>
      chain && ADDRESS.test(address) ? page(`address/${address}`) : undefined,
  };
}
