import { createSignInHandler } from 'stacks-wallet-elements/verify';

/**
 * The server's part of signing in. `app/auth/[route]/route.ts` has its routes; `getAccount(request)` tells other routes who
 * is signed in. In production, keep the sessions in your database (`store`).
 */
export const { handle, getAccount } = createSignInHandler({
  origin: process.env.ORIGIN ?? 'http://localhost:3000',
  statement: 'Sign in to this app. This costs nothing.',
  // Uncomment the next line if NEXT_PUBLIC_NETWORK in `.env` is a test network, also a devnet. Default: mainnet.
  // chains: ['stacks:testnet'],
});
