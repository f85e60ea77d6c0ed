import { describeMint, mint, readMint } from '../mint';
import { start } from './page';

start(async (account) => {
  const found = await readMint(account);
  return { texts: describeMint(found), call: () => mint(found.price, account) };
});
