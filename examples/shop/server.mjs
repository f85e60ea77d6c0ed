/**
 * A shop that sells two downloads: `npm run start:shop` in the repository, then open the address that it prints.
 *
 * `ORIGIN`: the origin of the page in the browser. `DATABASE`: a file of SQLite. `STACKS_API`: the URL of a Stacks API.
 * `NETWORK`: its network. `SHOP`: the address that is paid. `CHAIN`: the URL of a simulated chain, for development: the page has the
 * development wallet then.
 */
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { fileURLToPath } from 'node:url';
import { createPaymentHandler } from 'stacks-wallet-elements/payments/server';
import { openDatabase } from './database.mjs';

const { origin, port } = new URL(process.env.ORIGIN ?? 'http://localhost:3001');
const { CHAIN, NETWORK: network = 'mainnet', STACKS_API: stacksApi = CHAIN } = process.env;
const to = process.env.SHOP ?? 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';
const { payments, create, find, markPaid } = openDatabase(process.env.DATABASE ?? 'shop.db');

/** The prices, in base units: micro-STX, and satoshis of sBTC. */
const PRODUCTS = {
  song: { name: 'A song', accepts: [{ asset: 'stx', amount: 5_000_000n }] },
  album: {
    name: 'An album',
    accepts: [
      { asset: 'sbtc', amount: 2500n },
      { asset: 'stx', amount: 20_000_000n },
    ],
  },
};
const priceOf = (product) => ({ to, accepts: PRODUCTS[product].accepts });

const desk = createPaymentHandler({
  origin,
  network,
  stacksApi,
  store: payments,
  orders(id) {
    const order = find(id);
    // The price of the order, whatever the page says.
    if (!order) return undefined;
    const { product, since, expires, txid } = order;
    return { ...priceOf(product), since, expires, paid: txid };
  },
  onPaid: ({ order, txid }) => markPaid(order, txid),
});

const app = new Hono();
app.post('/pay/*', (c) => desk.handle(c.req.raw));

const page = (title, content) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>
          :root {
            color-scheme: light dark;
            font-family: system-ui, sans-serif;
          }
          body {
            max-inline-size: 36rem;
            margin: 2rem auto;
            padding-inline: 1rem;
          }
        </style>
        ${CHAIN ? html`<script src="/lib/dev-wallet/dev-wallet.js" data-chain-url="${CHAIN}"></script>` : ''}
        <script type="module" src="/lib/cdn/stacks-wallet-elements.js"></script>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`;

app.get('/', (c) =>
  c.html(
    page(
      'The shop',
      Object.entries(PRODUCTS).map(
        ([product, { name }]) =>
          html`<form method="post" action="/orders">
            <p>
              ${name} <button name="product" value="${product}">Buy ${name.toLowerCase()}</button>
            </p>
          </form>`,
      ),
    ),
  ),
);

app.post('/orders', async (c) => {
  const { product } = await c.req.parseBody();
  if (!Object.hasOwn(PRODUCTS, String(product))) return c.notFound();
  return c.redirect(`/orders/${create(product)}`, 303);
});

app.get('/orders/:id', (c) => {
  const order = find(c.req.param('id'));
  if (!order) return c.notFound();
  const { name, accepts } = PRODUCTS[order.product];
  const download = html`<p><a href="/downloads/${order.id}">Download</a></p>`;
  if (order.txid) return c.html(page(name, download));
  const ways = accepts.map(({ asset, amount }) => `${asset}:${amount}`).join(' ');
  return c.html(
    page(
      name,
      html`<wallet-pay-button
          to="${to}"
          network="${network}"
          accepts="${ways}"
          order="${order.id}"
          expires="${order.expires}"
          endpoint="/pay"
        ></wallet-pay-button>
        <noscript>Paying needs JavaScript.</noscript>
        <div id="download" hidden>${download}</div>
        <script>
          // The server decides: this only shows the link.
          document.addEventListener('wallet-pay-paid', () => {
            document.querySelector('#download').hidden = false;
          });
        </script>`,
    ),
  );
});

app.get('/downloads/:id', (c) => {
  const order = find(c.req.param('id'));
  if (!order) return c.notFound();
  if (!order.txid) return c.text('Pay first.', 402);
  return c.text(`${PRODUCTS[order.product].name}: la la la`);
});

const library = fileURLToPath(new URL('.', import.meta.resolve('stacks-wallet-elements')));
app.use(
  '/lib/*',
  serveStatic({ root: library, rewriteRequestPath: (path) => path.replace(/^\/lib/, '') }),
);

const server = serve({ fetch: app.fetch, port: Number(port || 3001), hostname: 'localhost' }, () =>
  console.log(`Open ${origin}`),
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.close());
