import express, { type Request as ExpressRequest } from 'express';
import { payments } from './payments.js';

export const app = express();

/** The request as the handler takes it. Before `express.json()`, which would read the body. */
const toRequest = ({ method, originalUrl, headers }: ExpressRequest, body: string) =>
  new Request(new URL(originalUrl, 'http://localhost'), {
    method,
    headers: { origin: headers.origin ?? '' },
    body,
  });

app.post('/pay/:route', express.text({ type: () => true, limit: '64kb' }), async (req, res) => {
  const body: unknown = req.body;
  const answer = await payments.handle(toRequest(req, typeof body === 'string' ? body : ''));
  res
    .status(answer.status)
    .set(Object.fromEntries(answer.headers))
    .send(await answer.text());
});
