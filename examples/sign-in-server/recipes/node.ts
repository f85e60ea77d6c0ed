/**
 * Stacks and Bitcoin accounts with Node's own server, and in the page `<wallet-sign-in endpoint="/auth">`. `handle` never
 * rejects: a rejection that nothing handles ends the process.
 */
import { createServer, type RequestListener } from 'node:http';
import { toNodeHandler } from 'srvx/node';
import { createSignInHandler } from 'stacks-wallet-elements/verify';

const { origin } = new URL(process.env['ORIGIN'] ?? 'https://app.example.com');

export const auth = createSignInHandler({ origin, statement: 'Sign in to Example.' });

async function handle(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith('/auth/')) return auth.handle(request);
  try {
    // Your own routes.
    const account = await auth.getAccount(request);
    return Response.json({ account: account ?? null }, { status: account ? 200 : 401 });
  } catch (error) {
    console.error(error);
    return new Response(null, { status: 500 });
  }
}

/** Memory keeps the nonces and sessions: for several processes, pass `createSignInHandler` a store. */
export const createApp = () => createServer(toNodeHandler(handle) as RequestListener);
