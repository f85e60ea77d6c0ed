/** Installs the packages of the examples, this one as npm packs it: `^1.0.0` of their package.json is that. */
import { installPacked } from '../../frameworks/support/package.mjs';
import { folderOf, NAMES } from './apps.mjs';

installPacked(NAMES.map(folderOf), (tarball) => ['install', '--no-save', tarball]);
