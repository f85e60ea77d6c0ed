import { Cl, Pc } from 'stacks-wallet-elements/clarity';

/** A fungible token (SIP-010), by its contract. */
export const TOKEN = 'SP3K8BC0PPEVCV7NZ6QSRWPQ2JE9E5B6N3PA0KBR9.age000-governance-token';

const RECIPIENT = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';

/** The params of `stx_callContract` for a transfer of one base unit. The post-condition says what may leave the account. */
export const transferToken = (sender: string) => ({
  contract: TOKEN,
  functionName: 'transfer',
  functionArgs: [Cl.uint(1), Cl.principal(sender), Cl.principal(RECIPIENT), Cl.none()],
  postConditions: [Pc.principal(sender).willSendEq(1).ft(TOKEN, 'alex')],
  postConditionMode: 'deny' as const,
});
