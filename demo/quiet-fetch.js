/* The failures of this page are samples: the server answers with 200 and the status in a header, since a browser logs
   every other failure as an error of the page. */
const { fetch } = globalThis;

globalThis.fetch = async (href, init = {}) => {
  const headers = new Headers(init.headers);
  if (new URL(href, location).origin === location.origin) headers.set('x-quiet', 'on');
  const response = await fetch(href, { ...init, headers });
  const status = Number(response.headers.get('x-status'));
  return status ? new Response(response.body, { status, headers: response.headers }) : response;
};
