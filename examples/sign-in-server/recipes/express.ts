/**
 * Stacks and Bitcoin accounts in Express, with express-session: `app.use('/auth', walletSignIn())` behind its
 * middleware, and in the page `<wallet-sign-in endpoint="/auth">`.
 */
import express, { Router, type ErrorRequestHandler, type Express } from 'express';
import session from 'express-session';
import { createNonce, verifySignIn, type SignInAccount } from 'stacks-wallet-elements/verify';

// As browsers write it: without a slash at the end.
const { origin, host, protocol } = new URL(process.env['ORIGIN'] ?? 'https://app.example.com');
const STATEMENT = 'Sign in to Example.';

declare module 'express-session' {
  interface SessionData {
    account: SignInAccount;
  }
}

/**
 * By nonce: the id of the session that requested it, and the time when it expires. With several processes, keep them in
 * a database.
 */
const nonces = new Map<string, { session: string; expires: number }>();

export function walletSignIn(): Router {
  const router = Router();
  router.use((req, res, next) => {
    // Browsers send `Origin` with each POST. Another site's page cannot sign anybody in or out.
    if (req.headers.origin !== origin) {
      return void res.status(403).json({ ok: false, code: 'origin', expected: origin });
    }
    res.setHeader('cache-control', 'no-store');
    next();
  });
  // The longest proof has about 12,000 bytes. A longer body is not read.
  router.use(express.json({ limit: '64kb' }));

  router.post('/nonce', (req, res) => {
    const now = Date.now();
    for (const [old, { expires }] of nonces) if (expires <= now) nonces.delete(old);
    const nonce = createNonce();
    nonces.set(nonce, { session: req.sessionID, expires: now + 600_000 });
    res.json({ nonce, statement: STATEMENT, issuedAt: new Date(now).toISOString() });
  });

  router.post('/verify', async (req, res) => {
    const result = await verifySignIn(req.body, {
      domains: [host],
      uris: [origin],
      chains: ['stacks:mainnet', 'bitcoin:mainnet'],
      statements: [STATEMENT],
      nonces: {
        // Atomic, since it does not wait for anything. A nonce of another browser is unknown.
        consume(nonce) {
          const known = nonces.get(nonce);
          if (known?.session !== req.sessionID) return 'unknown';
          nonces.delete(nonce);
          return known.expires > Date.now() ? 'consumed' : 'unknown';
        },
      },
    });
    if (!result.ok) return void res.status(401).json(result);
    const { account } = result;
    // A new session id, so that an earlier id is of no use (session fixation).
    req.session.regenerate((error) => {
      if (error) return void res.status(500).json({ ok: false });
      req.session.account = account;
      res.json({ ok: true, account });
    });
  });

  router.post('/session', (req, res) => void res.json({ account: req.session.account ?? null }));

  router.post('/sign-out', (req, res) => {
    req.session.destroy((error) => void res.status(error ? 500 : 200).json({}));
  });

  // For a body that is too long or not JSON, and for a rejection in a route: Express 5 passes it on, but a rejection in a
  // route of Express 4 ends the process.
  router.use(((error: { status?: number }, _req, res, _next) => {
    const { status = 500 } = error;
    if (status >= 500) console.error(error);
    const code = { 400: 'malformed', 413: 'too-long' }[status] ?? 'server';
    res.status(status).json({ ok: false, code });
  }) satisfies ErrorRequestHandler);
  return router;
}

/** express-session keeps the sessions in memory: in production, pass it a store. */
export function createApp(secret: string): Express {
  const app = express();
  const secure = protocol === 'https:';
  app.use(
    session({
      secret,
      resave: false,
      saveUninitialized: true,
      // If TLS ends at a proxy, which sets `X-Forwarded-Proto`, no secure cookie is sent without this option.
      proxy: secure,
      name: secure ? '__Host-session' : 'session',
      cookie: { httpOnly: true, sameSite: 'lax', secure, maxAge: 7 * 24 * 3_600_000 },
    }),
  );
  app.use('/auth', walletSignIn());
  return app;
}
