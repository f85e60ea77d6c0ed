import { readFileSync } from 'node:fs';
import { readRecording, recordingNames } from '../../fixtures/recorded/read.mjs';
import { root } from '../../scripts/run.mjs';

const CATALOG = readFileSync(`${root}src/wallets/catalog.ts`, 'utf8');

/** The recorded rows of every wallet, in the order of the picker. The browser tests replay them. */
export const recordings = () =>
  recordingNames.toSorted((a, b) => placeOf(a) - placeOf(b)).map(readRecording);

/** The wallet's place in the picker. `standard`, which is in no list of wallets, is last. */
function placeOf(name) {
  const place = CATALOG.indexOf(`  ${name}Info,`);
  return place < 0 ? CATALOG.length : place;
}

/** The table and the lists below it, in Markdown. */
export function compatTable(wallets) {
  const methods = [
    ...new Set(wallets.flatMap(({ rows }) => rows.map(({ method }) => method))),
  ].sort();
  const head = ['method', ...wallets.map(({ wallet }) => wallet)];
  const lines = methods.map((method) => [
    `\`${method}\``,
    ...wallets.map(({ rows }) => compatCell(rows.filter((row) => row.method === method))),
  ]);
  return [
    [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
    '✓: as in the specification. A name: the wallet’s own method, which is sent instead. –: not supported by that wallet (-32601). Sources:',
    wallets.map(({ wallet, source }) => `- ${wallet}: ${source}`).join('\n'),
    'Rejected with -32602 before anything is sent to the wallet, since it would do something else (`enableOverrides: false` sends it anyway):',
    listed(wallets.flatMap(refusals)),
    'Not sent, or ignored by the wallet, which uses its own values:',
    listed(wallets.flatMap(ignored)),
  ].join('\n\n');
}

/** The table cell for a wallet and a method, from the wallet's rows of that method. */
export function compatCell(rows) {
  const answered = rows.find(({ result }) => result !== undefined);
  if (answered) {
    const { method, wire } = answered;
    return wire.method === method ? '✓' : `\`${wire.method}\``;
  }
  return rows.some(({ error }) => error?.code === -32601) ? '–' : '?';
}

/** Descriptions of the requests of a method that are rejected before anything is sent to the wallet. */
export function refusedOf(rows, method) {
  return rows
    .filter((row) => row.method === method && row.refused !== undefined)
    .map(({ what }) => what);
}

/** The fields of a method that the wallet ignores, in Markdown. */
export function ignoredOf(ignores, method) {
  return (ignores[method] ?? []).map((field) => `\`${field}\``).join(', ');
}

function refusals({ wallet, rows }) {
  return rows
    .filter(({ refused }) => refused !== undefined)
    .map(({ method, what }) => [wallet, `\`${method}\`: ${what}`]);
}

function ignored({ wallet, ignores }) {
  return Object.keys(ignores).map((method) => [
    wallet,
    `\`${method}\`: ${ignoredOf(ignores, method)}`,
  ]);
}

/** One line per text, with the names of all wallets that have this text. */
function listed(pairs) {
  const named = new Map();
  for (const [wallet, text] of pairs) named.set(text, [...(named.get(text) ?? []), wallet]);
  return [...named].map(([text, names]) => `- ${names.join(', ')}, ${text}`).join('\n');
}
