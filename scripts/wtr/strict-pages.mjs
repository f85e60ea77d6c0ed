const POLICY =
  "default-src 'self'; style-src 'self'; img-src 'self' data:; require-trusted-types-for 'script'";

/**
 * Serves `/strict-page.html?module=/src/….ts`: an empty page under the strictest policy that this package
 * is to work under, which loads that module.
 */
export function strictPages() {
  return {
    name: 'strict-pages',
    serve(context) {
      if (context.path !== '/strict-page.html') return undefined;
      const module = new URLSearchParams(context.querystring).get('module') ?? '';
      return {
        body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Strict</title></head><body><button>Open</button><script type="module" src="${encodeURI(module)}"></script></body></html>`,
        type: 'html',
        headers: { 'content-security-policy': POLICY },
      };
    },
  };
}
