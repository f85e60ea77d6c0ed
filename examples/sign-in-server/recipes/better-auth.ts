/**
 * Stacks and Bitcoin accounts in better-auth: `betterAuth({ plugins: [walletSignIn()] })`, and in the page
 * `createSignIn(fetchSignIn('/api/auth/wallet'))`. The plugin of better-auth for Ethereum reads only Ethereum's texts.
 */
import { betterAuth, type BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api';
import { deleteSessionCookie, setSessionCookie } from 'better-auth/cookies';
import { createNonce, verifySignIn, type SignInPolicy } from 'stacks-wallet-elements/verify';

const ORIGIN = process.env['ORIGIN'] ?? 'https://app.example.com';
const PROVIDER = 'wallet';
const STATEMENT = 'Sign in to Example.';
const identifierOf = (nonce: string) => `wallet-sign-in:${nonce}`;

export const walletSignIn = () =>
  ({
    id: 'wallet-sign-in',
    endpoints: {
      walletNonce: createAuthEndpoint('/wallet/nonce', { method: 'POST' }, async (ctx) => {
        const nonce = createNonce();
        await ctx.context.internalAdapter.createVerificationValue({
          identifier: identifierOf(nonce),
          value: nonce,
          expiresAt: new Date(Date.now() + 600_000),
        });
        return ctx.json({ nonce, statement: STATEMENT, issuedAt: new Date().toISOString() });
      }),
      walletVerify: createAuthEndpoint(
        '/wallet/verify',
        { method: 'POST', requireRequest: true },
        async (ctx) => {
          const { internalAdapter } = ctx.context;
          const policy: SignInPolicy = {
            domains: [new URL(ORIGIN).host],
            uris: [ORIGIN],
            chains: ['stacks:mainnet', 'bitcoin:mainnet'],
            statements: [STATEMENT],
            nonces: {
              // Atomic: it answers the row that it deleted.
              consume: async (nonce) =>
                (await internalAdapter.consumeVerificationValue(identifierOf(nonce)))
                  ? 'consumed'
                  : 'unknown',
            },
          };
          const result = await verifySignIn(ctx.body, policy);
          if (!result.ok) return ctx.json({ ok: false, code: result.code });
          const { account } = result;
          const key = { providerId: PROVIDER, accountId: account.id };
          const known = await internalAdapter.findAccountOwnerByKey(key);
          if (known?.kind === 'orphaned') throw new APIError('CONFLICT');
          const { user } =
            known ??
            // better-auth requires an address of mail; this one can receive none.
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

export const auth = betterAuth({
  baseURL: ORIGIN,
  secret: process.env['AUTH_SECRET'] ?? '',
  plugins: [walletSignIn()],
});
