import { createSignInHandler } from 'stacks-wallet-elements/verify';

/**
 * The server's part of signing in: from a `Request` under `/auth` to a `Response`. `vite.config.ts` uses it in development
 * and for `npm start`. In production, give your host such a function, and keep the sessions in your database (`store`).
 */
export const auth = createSignInHandler({
  // An environment variable of the server: Vite does not set those of `.env` here.
  origin: process.env.ORIGIN ?? 'http://localhost:5173',
  statement: 'Sign in to this app. This costs nothing.',
  // Uncomment the next line if VITE_NETWORK in `.env` is a test network, also a devnet. Default: mainnet.
  // chains: ['stacks:testnet'],
});
