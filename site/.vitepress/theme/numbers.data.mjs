import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const README = fileURLToPath(new URL('../../../README.md', import.meta.url));

/** The rows of the README's table that the start page shows, in its order. */
const SHOWN = [
  [/^kB gzip in a React app/, 'kB', 'added to a React app, until it is usable'],
  [/^packages installed/, 'packages', 'to install'],
  [
    /^ms from the press to the open picker/,
    'ms',
    'from the press to the open picker, on a slow device',
  ],
  [
    /^ms from the press to the request/,
    'ms',
    'from the press to the request in the wallet, on a slow device',
  ],
];

/** The numbers of the start page: those of the README. */
export default {
  watch: [README],
  load() {
    const rows = readFileSync(README, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .map((line) => line.split('|').map((cell) => cell.trim()));
    return SHOWN.map(([pattern, unit, meaning]) => {
      const row = rows.find(([, title]) => pattern.test(title));
      if (!row) throw new Error(`README.md has no row for ${pattern}.`);
      const [ours, theirs] = row.slice(2, 4).map((cell) => cell.split(',')[0]);
      return { unit, meaning, ours, theirs };
    });
  },
};
