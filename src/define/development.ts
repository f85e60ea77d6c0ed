import { isDevelopment } from '../lib/page.js';

// At once: a test in jsdom, which is on localhost, too, may be over soon, and then no module can be loaded.
if (typeof document === 'object' && isDevelopment())
  void import('./undefined-tags.js').catch(() => {});
