import { dev } from '$app/environment';

// The development wallet: a production build leaves it out.
if (dev) void import('stacks-wallet-elements/dev-wallet.js');
