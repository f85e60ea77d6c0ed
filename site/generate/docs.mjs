/** Writes the documentation that the package contains, into `docs`, or into the given folder. Needs the build. */
import { rmSync } from 'node:fs';
import { root } from '../../scripts/run.mjs';
import { writeDocs } from './plain.mjs';

const [folder = `${root}docs`] = process.argv.slice(2);
rmSync(folder, { recursive: true, force: true });
await writeDocs(folder);
