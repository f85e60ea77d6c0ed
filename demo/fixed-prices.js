/* Amounts with fixed prices, to look at what they are worth. */
import { configure } from '/dist/core/index.js';

const ADDRESS = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE';

configure({
  prices: (asset) =>
    asset === 'stx' ? { price: '0.5712' } : { price: '0.0421', time: Date.UTC(2026, 10, 2, 12) },
});

const of = (asset) => ({ value: '2500000', decimals: '6', fiat: 'eur', ...asset });

export const AMOUNT_STATES = {
  'With its value': { attributes: of({ symbol: 'STX', principal: 'stx' }) },
  'With an old price': {
    attributes: of({ symbol: 'HNY', principal: `${ADDRESS}.honey-token` }),
  },
};
