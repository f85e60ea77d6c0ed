/* The failures on this page are samples. A browser logs each response with an error status, so the server sends 200
   and puts the status into a header. */
const { fetch } = globalThis;

globalThis.fetch = async (href, init = {}) => {
  const headers = new Headers(init.headers);
  if (new URL(href, location).origin === location.origin) headers.set('x-quiet', 'on');
  const response = await fetch(href, { ...init, headers });
  const status = Number(response.headers.get('x-status'));
  return status ? new Response(response.body, { status, headers: response.headers }) : response;
};
