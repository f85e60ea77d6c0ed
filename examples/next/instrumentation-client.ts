// The development wallet: `next build` leaves it out.
if (process.env.NODE_ENV === 'development')
  void import('stacks-wallet-elements/dev-wallet/install');
