import { formatUnits, parseUnits } from 'stacks-wallet-elements/metadata';
import { TOKENS, type Ticker } from './tokens';

export const JAR = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';

export async function readBalance(ticker: Ticker, who: string) {
  const { token, decimals } = TOKENS[ticker];
  return `${formatUnits(await token.read['get-balance']({ who }), decimals)} ${ticker}`;
}

/** Exactly this amount may leave the account: the post-condition of `suggest`. */
export async function tip(ticker: Ticker, typed: string, sender: string) {
  const { token, decimals } = TOKENS[ticker];
  const amount = parseUnits(typed, decimals, { min: 1n });
  const transfer = { amount, sender, recipient: JAR };
  return token.call.transfer(transfer, token.suggest.transfer(transfer));
}
