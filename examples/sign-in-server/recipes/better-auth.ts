/**
 * Stacks and Bitcoin accounts in better-auth: `betterAuth({ plugins: [walletSignIn()] })`, and in the page
 * `createSignIn(fetchSignIn('/api/auth/wallet'))`. The plugin of better-auth for Ethereum accepts only messages of
 * Ethereum.
 */
import { betterAuth, type BetterAuthPlugin, type GenericEndpointContext } from 'better-auth';
import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api';
import { deleteSessionCookie, setSessionCookie } from 'better-auth/cookies';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createNonce, verifySignIn, type SignInPolicy } from 'stacks-wallet-elements/verify';

const { origin, host } = new URL(process.env['ORIGIN'] ?? 'https://app.example.com');
const PROVIDER = 'wallet';
const STATEMENT = 'Sign in to Example.';
/** Seconds. */
const NONCE_LIFETIME = 600;
const identifierOf = (browser: string, nonce: string) => `wallet-sign-in:${browser}:${nonce}`;

/** The cookie that identifies a browser until it has signed in. */
const browserCookie = (ctx: GenericEndpointContext) =>
  ctx.context.createAuthCookie('wallet_browser', { maxAge: NONCE_LIFETIME });

export const walletSignIn = () =>
  ({
    id: 'wallet-sign-in',
    endpoints: {
      walletNonce: createAuthEndpoint('/wallet/nonce', { method: 'POST' }, async (ctx) => {
        const { secret, internalAdapter } = ctx.context;
        const { name, attributes } = browserCookie(ctx);
        const browser = (await ctx.getSignedCookie(name, secret)) || createNonce();
        await ctx.setSignedCookie(name, browser, secret, attributes);
        const nonce = createNonce();
        await internalAdapter.createVerificationValue({
          identifier: identifierOf(browser, nonce),
          value: nonce,
          expiresAt: new Date(Date.now() + NONCE_LIFETIME * 1000),
        });
        return ctx.json({ nonce, statement: STATEMENT, issuedAt: new Date().toISOString() });
      }),
      walletVerify: createAuthEndpoint(
        '/wallet/verify',
        { method: 'POST', requireRequest: true },
        async (ctx) => {
          const { secret, internalAdapter } = ctx.context;
          const browser = (await ctx.getSignedCookie(browserCookie(ctx).name, secret)) || '';
          const policy: SignInPolicy = {
            domains: [host],
            uris: [origin],
            chains: ['stacks:mainnet', 'bitcoin:mainnet'],
            statements: [STATEMENT],
            nonces: {
              // Atomic: it returns the row that it deleted. A nonce of another browser is unknown.
              consume: async (nonce) =>
                (await internalAdapter.consumeVerificationValue(identifierOf(browser, nonce)))
                  ? 'consumed'
                  : 'unknown',
            },
          };
          const result = await verifySignIn(ctx.body, policy);
          if (!result.ok) {
            ctx.setStatus(401);
            return ctx.json({ ok: false, code: result.code });
          }
          const { account } = result;
          const key = { providerId: PROVIDER, accountId: account.id };
          const known = await internalAdapter.findAccountOwnerByKey(key);
          if (known?.kind === 'orphaned') throw new APIError('CONFLICT');
          const { user } =
            known ??
            // better-auth requires an email address. This one cannot receive mail.
            (await internalAdapter.createOAuthUser(
              {
                name: account.address,
                email: `${account.address.toLowerCase()}@wallet.invalid`,
                emailVerified: false,
              },
              key,
            ));
          const session = await internalAdapter.createSession(user.id);
          await setSessionCookie(ctx, { session, user });
          return ctx.json({ ok: true, account });
        },
      ),
      walletSession: createAuthEndpoint('/wallet/session', { method: 'POST' }, async (ctx) => {
        const session = await getSessionFromCtx(ctx);
        if (!session) return ctx.json({ account: null });
        const accounts = await ctx.context.internalAdapter.findAccounts(session.user.id);
        const wallet = accounts.find(({ providerId }) => providerId === PROVIDER);
        // CAIP-10: namespace, chain id, address.
        const [namespace, , address] = wallet?.accountId.split(':') ?? [];
        const chain = namespace === 'stacks' ? 'stacks:mainnet' : 'bitcoin:mainnet';
        return ctx.json({ account: address ? { chain, address } : null });
      }),
      walletSignOut: createAuthEndpoint('/wallet/sign-out', { method: 'POST' }, async (ctx) => {
        const session = await getSessionFromCtx(ctx);
        if (session) await ctx.context.internalAdapter.deleteSession(session.session.token);
        deleteSessionCookie(ctx);
        return ctx.json({});
      }),
    },
  }) satisfies BetterAuthPlugin;

/** The secret is `BETTER_AUTH_SECRET`. Without it, better-auth throws in production. */
export const auth = betterAuth({
  baseURL: origin,
  plugins: [walletSignIn()],
});

/** better-auth reads a body of any size, so limit it: the longest proof has about 12,000 bytes. */
export const { fetch: handle } = new Hono()
  .use(bodyLimit({ maxSize: 65_536 }))
  .all('*', (c) => auth.handler(c.req.raw));
