import { Cl, Pc } from 'stacks-wallet-elements/clarity';

/** A fungible token (SIP-010) of the network: `.env` has both. */
const ASSET = process.env.NEXT_PUBLIC_TOKEN!;
export const [TOKEN, NAME] = ASSET.split('::') as [`${string}.${string}`, string];
export const NETWORK = process.env.NEXT_PUBLIC_NETWORK!;

/**
 * The params of `stx_callContract` for a transfer of one base unit to the deployer of the token. The post-condition says what
 * may leave the account.
 */
export const transferToken = (sender: string) => ({
  contract: TOKEN,
  functionName: 'transfer',
  functionArgs: [Cl.uint(1), Cl.principal(sender), Cl.principal(TOKEN.split('.')[0]!), Cl.none()],
  postConditions: [Pc.principal(sender).willSendEq(1).ft(TOKEN, NAME)],
  postConditionMode: 'deny' as const,
  network: NETWORK,
});
