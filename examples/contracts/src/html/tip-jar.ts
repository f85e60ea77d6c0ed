import { JAR, readBalance, tip } from '../tip-jar';
import type { Ticker } from '../tokens';
import { field, start } from './page';

start(async (account) => {
  const ticker = field('token') as Ticker;
  return {
    texts: { jar: await readBalance(ticker, JAR), balance: await readBalance(ticker, account) },
    call: () => tip(ticker, field('amount'), account),
  };
});
