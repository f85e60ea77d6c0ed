import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

const root = fileURLToPath(new URL('../', import.meta.url));
const ROWS = `${root}fixtures/recorded/`;
const README = `${root}README.md`;
const MARKS = /(<!-- compat-table -->)[^]*(<!-- \/compat-table -->)/;
/** The order of the wallets in the table; others are last. */
const ORDER = ['leather', 'xverse', 'fordefi', 'okx', 'standard'];

/** The recorded rows of every wallet, which the browser tests play back. */
export function recordings(folder = ROWS) {
  const place = (name) => (ORDER.indexOf(name) + ORDER.length + 1) % (ORDER.length + 1);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort((a, b) => place(a) - place(b))
    .map((name) => JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8')));
}

/** The table and the lists below it, in Markdown. */
export function compatTable(wallets) {
  const methods = [
    ...new Set(wallets.flatMap(({ rows }) => rows.map(({ method }) => method))),
  ].sort();
  const head = ['method', ...wallets.map(({ wallet }) => wallet)];
  const lines = methods.map((method) => [
    `\`${method}\``,
    ...wallets.map(({ rows }) => cell(rows.filter((row) => row.method === method))),
  ]);
  return [
    [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
    '✓: as in the specification. A name: the wallet’s own method, which is sent instead. –: not supported by that wallet (-32601). Asigna, in its frame, gets the same requests as any SIP-030 wallet. Sources:',
    wallets.map(({ wallet, source }) => `- ${wallet}: ${source}`).join('\n'),
    'Rejected with -32602 before anything is sent to the wallet, since it would do something else (`enableOverrides: false` sends it anyway):',
    listed(wallets.flatMap(refusals)),
    'Ignored by the wallet, which uses its own values:',
    listed(wallets.flatMap(ignored)),
  ].join('\n\n');
}

function cell(rows) {
  const answered = rows.find(({ result }) => result !== undefined);
  if (answered) {
    const { method, wire } = answered;
    return wire.method === method ? '✓' : `\`${wire.method}\``;
  }
  return rows.some(({ error }) => error?.code === -32601) ? '–' : '?';
}

function refusals({ wallet, rows }) {
  return rows
    .filter(({ refused }) => refused !== undefined)
    .map(({ method, what }) => [wallet, `\`${method}\`: ${what}`]);
}

function ignored({ wallet, ignores }) {
  return Object.entries(ignores).map(([method, fields]) => [
    wallet,
    `\`${method}\`: ${fields.map((field) => `\`${field}\``).join(', ')}`,
  ]);
}

/** One line per text, with the names of all its wallets. */
function listed(pairs) {
  const named = new Map();
  for (const [wallet, text] of pairs) named.set(text, [...(named.get(text) ?? []), wallet]);
  return [...named].map(([text, names]) => `- ${names.join(', ')}, ${text}`).join('\n');
}

/** The README with an updated table. */
export async function withTable(readme) {
  if (!MARKS.test(readme)) throw new Error('README.md has no compat-table comments.');
  const text = readme.replace(MARKS, (_all, open, close) =>
    [open, compatTable(recordings()), close].join('\n\n'),
  );
  return format(text, { ...(await resolveConfig(README)), parser: 'markdown' });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const readme = readFileSync(README, 'utf8');
  const fresh = await withTable(readme);
  if (process.argv.includes('--check')) {
    if (fresh !== readme) {
      console.error('The compat table in README.md is outdated: run node scripts/compat-table.mjs');
      process.exitCode = 1;
    }
  } else {
    writeFileSync(README, fresh);
  }
}
