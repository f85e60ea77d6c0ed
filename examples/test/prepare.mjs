/** Installs the packages of the examples, with this package as npm packs it. */
import { installPacked } from '../../frameworks/support/package.mjs';
import { folderOf, NAMES } from './apps.mjs';

installPacked(NAMES.map(folderOf), (tarball) => ['install', '--no-save', tarball]);
