import { describeOffer, readOffer, swap } from '../swap';
import { readBalance } from '../tip-jar';
import { field, start } from './page';

start(async (account) => {
  const offer = await readOffer(field('amount'));
  return {
    texts: {
      offer: describeOffer(offer),
      paid: await readBalance('sBTC', account),
      received: await readBalance('HNY', account),
    },
    call: () => swap(offer, account),
  };
});
