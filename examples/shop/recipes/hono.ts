import { Hono } from 'hono';
import { payments } from './payments.js';

export const app = new Hono();

app.post('/pay/*', (c) => payments.handle(c.req.raw));
