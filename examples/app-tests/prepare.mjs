/** Puts this package, as npm packs it, beside the tests of the app. */
import { fileURLToPath } from 'node:url';
import { installPacked } from '../../frameworks/support/package.mjs';

installPacked([fileURLToPath(new URL('.', import.meta.url))]);
