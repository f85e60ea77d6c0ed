export default {
  // Prerenders what needs no request; the token is read at a request.
  cacheComponents: true,
  partialPrefetching: true,
};
