/** Calls the function of the guide as API Gateway does, with events of its payload 2.0: cookies are beside the headers. */
import { createServer } from 'node:http';
import { handler } from './app.mjs';

createServer(async (req, res) => {
  const chunks = [];
  for await (const chunk of req) chunks.push(chunk);
  const { cookie, ...headers } = req.headers;
  const { pathname, search } = new URL(req.url, 'http://localhost');
  const event = {
    ...{ version: '2.0', routeKey: '$default', rawPath: pathname, rawQueryString: search.slice(1) },
    ...(cookie && { cookies: cookie.split('; ') }),
    ...{ headers, isBase64Encoded: true, body: Buffer.concat(chunks).toString('base64') },
    requestContext: { http: { method: req.method, path: pathname } },
  };
  const answer = await handler(event);
  res.writeHead(answer.statusCode, { ...answer.headers, 'set-cookie': answer.cookies });
  res.end(answer.body);
}).listen(process.env.PORT, '127.0.0.1');
