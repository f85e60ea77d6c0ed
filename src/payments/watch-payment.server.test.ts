import { expect } from '@esm-bundle/chai';
import { watchPayment } from './watch-payment.js';

describe('watchPayment, on a server', () => {
  it('takes the path of an endpoint, since its page is not known yet', () => {
    const payment = watchPayment({ order: 'A-1042', endpoint: '/pay' });
    expect(payment.state.status).to.equal('idle');
  });
});
