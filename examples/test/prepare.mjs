/** Puts this package, as npm packs it, into the examples. */
import { installPacked } from '../../frameworks/support/package.mjs';
import { folderOf, NAMES } from './apps.mjs';

installPacked(NAMES.map(folderOf));
