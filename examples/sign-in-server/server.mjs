/**
 * A server that signs users in with Stacks or Bitcoin: `npm run start:sign-in`, then open http://localhost:3000.
 * `ORIGIN`: the origin of the page in the browser. `DATABASE`: a file of SQLite.
 */
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { sessionMiddleware } from 'hono-sessions';
import { fileURLToPath } from 'node:url';
import { createSignInVerifier, verifySignIn } from 'stacks-wallet-elements/verify';
import { openDatabase } from './database.mjs';

// As browsers write it: without a slash at the end.
const { origin, protocol, host, port } = new URL(process.env.ORIGIN ?? 'http://localhost:3000');
const { nonces, sessions } = openDatabase(process.env.DATABASE ?? 'sign-in.db');

/** From the configuration, never from a header of the request. */
const POLICY = {
  domains: [host],
  uris: [origin],
  chains: ['stacks:mainnet', 'stacks:testnet', 'bitcoin:mainnet', 'bitcoin:testnet'],
  statements: ['Sign in to the example. This costs nothing.'],
  // Each request has the nonces of its browser: see /auth/verify.
  nonces: nonces.of(''),
};
// Throws if there is a mistake in the policy.
createSignInVerifier(POLICY);

const isSecure = protocol === 'https:';
const app = new Hono();

app.use('/auth/*', async (c, next) => {
  // Browsers send `Origin` with each POST. Another site's page, or a form, cannot sign anybody in or out.
  if (c.req.header('origin') !== origin) {
    return c.json({ ok: false, code: 'origin', expected: origin }, 403);
  }
  c.header('cache-control', 'no-store');
  return next();
});
// The longest proof has about 12,000 bytes. A longer body is not read.
const tooLong = (c) => c.json({ ok: false, code: 'too-long' }, 413);
app.use('/auth/*', bodyLimit({ maxSize: 65_536, onError: tooLong }));
const session = sessionMiddleware({
  store: sessions,
  sessionCookieName: isSecure ? '__Host-session' : 'session',
  expireAfterSeconds: 7 * 24 * 3600,
  // The lifetime is absolute: activity does not prolong it.
  autoExtendExpiration: false,
  cookieOptions: { httpOnly: true, secure: isSecure, sameSite: 'Lax', path: '/' },
});
// Also for the page, so that its first requests, which are simultaneous, have the same session.
for (const path of ['/', '/auth/*', '/private']) app.use(path, session);

const idOf = (c) => c.get('session').getCache()._id;

app.post('/auth/nonce', (c) =>
  c.json({
    nonce: nonces.create(idOf(c)),
    statement: POLICY.statements[0],
    // From the clock of the server: the clock of the browser may be wrong.
    issuedAt: new Date().toISOString(),
  }),
);

app.post('/auth/verify', async (c) => {
  const body = await c.req.json().catch(() => undefined);
  // A nonce of another browser is unknown: a message that was signed elsewhere signs nobody in here.
  const result = await verifySignIn(body, { ...POLICY, nonces: nonces.of(idOf(c)) });
  if (!result.ok) return c.json(result, 401);
  // A new session id, so that an earlier id is of no use (session fixation).
  c.set('session_key_rotation', true);
  c.get('session').set('account', result.account);
  return c.json({ ok: true, account: result.account });
});

app.post('/auth/session', (c) => c.json({ account: c.get('session').get('account') }));

app.post('/auth/sign-out', (c) => {
  // A new session in this answer, not none: the next requests are simultaneous, and each would begin one of its own.
  c.set('session_key_rotation', true);
  c.get('session').forget('account');
  return c.json({});
});

app.get('/private', (c) => {
  const account = c.get('session').get('account');
  return account ? c.json({ account }) : c.json({ error: 'Sign in first.' }, 401);
});

const library = fileURLToPath(new URL('.', import.meta.resolve('stacks-wallet-elements')));
app.use(
  '/lib/*',
  serveStatic({ root: library, rewriteRequestPath: (path) => path.replace(/^\/lib/, '') }),
);
app.get('/', serveStatic({ path: fileURLToPath(new URL('index.html', import.meta.url)) }));

const server = serve({ fetch: app.fetch, port: Number(port || 3000) }, () =>
  console.log(`Open ${origin}`),
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.close());
