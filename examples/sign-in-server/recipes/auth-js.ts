/**
 * Stacks and Bitcoin accounts in Auth.js, with the provider "Credentials", which works with JWT sessions only. In the
 * page, `verify` calls `signIn('wallet', { message, signature, publicKey, redirect: false })`, and `getNonce` calls a
 * route of your server, which stores the result of `createNonce()` with the session of the browser. The CSRF token of
 * Auth.js is not a nonce: it can be used several times.
 */
import { Auth, type AuthConfig } from '@auth/core';
import Credentials from '@auth/core/providers/credentials';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { verifySignIn, type NonceStore } from 'stacks-wallet-elements/verify';

const { origin, host } = new URL(process.env['ORIGIN'] ?? 'https://app.example.com');

/** `nonces`: those of the browser that sent the request. A nonce of another browser is unknown. */
export const configWith = (nonces: NonceStore, secret: string): AuthConfig => ({
  secret,
  trustHost: true,
  session: { strategy: 'jwt' },
  providers: [
    Credentials({
      id: 'wallet',
      credentials: { message: {}, signature: {}, publicKey: {} },
      async authorize({ message, signature, publicKey }) {
        const result = await verifySignIn(
          {
            message: String(message),
            signature: String(signature),
            // In a form, a missing value is an empty string, or the string `undefined`.
            publicKey: publicKey && publicKey !== 'undefined' ? String(publicKey) : undefined,
          },
          {
            domains: [host],
            uris: [origin],
            chains: ['stacks:mainnet', 'bitcoin:mainnet'],
            statements: ['Sign in to Example.'],
            nonces,
          },
        );
        // `null` refuses the sign-in. The id is the account id of CAIP-10.
        return result.ok ? { id: result.account.id, name: result.account.address } : null;
      },
    }),
  ],
  callbacks: {
    session({ session, token }) {
      return { ...session, user: { ...session.user, id: token.sub ?? '' } };
    },
  },
});

/** Auth.js reads a body of any size, so limit it: the longest proof has about 12,000 bytes. */
export const handle = async (
  request: Request,
  nonces: NonceStore,
  secret: string,
): Promise<Response> =>
  new Hono()
    .use(bodyLimit({ maxSize: 65_536 }))
    .all('*', (c) => Auth(c.req.raw, configWith(nonces, secret)) as Promise<Response>)
    .fetch(request);
