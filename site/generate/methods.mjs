import { compatCell, ignoredOf, recordings, refusedOf } from './wallets.mjs';
import { readMethods } from '../../scripts/demo-data.mjs';
import { cell, code, page, prose, section, table } from './markdown.mjs';
import { docOf, methodTypes, propertyTable, typeText } from './program.mjs';

const SAMPLES = new Map(readMethods().map(({ name, params }) => [name, params]));

/** A page for each method that `request` sends, and the list of all: [path, text]. */
export function methodPages() {
  const wallets = recordings();
  const methods = methodTypes();
  return [
    ['methods.md', listPage(methods)],
    ...methods.map((method) => [`methods/${method.name}.md`, methodPage(method, wallets)]),
  ];
}

function listPage(methods) {
  return page(
    '---\ntitle: Methods\n---',
    '# Methods',
    'What `request(method, params)` sends. Params that are not listed are sent as they are, if they are plain data.',
    table(
      ['Method', 'What it does'],
      methods.map(({ name, symbol }) => [
        `[${code(name)}](/reference/methods/${name})`,
        cell(/^.*?\.(?=\s|$)/s.exec(docOf(symbol))[0]),
      ]),
    ),
    'Every method fails with [-32602](/errors/#-32602) for invalid params, before a wallet is asked; [-32000](/errors/#-32000) if the user declines; [-31001](/errors/#-31001) if the picker is closed; [-32601](/errors/#-32601) if the wallet lacks the method; [-32603](/errors/#-32603) if the answer is not what the method promises.',
    '[Wallets](/wallets) shows which wallet has which method.',
  );
}

function methodPage({ name, symbol, params, result }, wallets) {
  const rows = wallets.map(({ wallet, ...data }) => [wallet, data]);
  const refused = rows.flatMap(([wallet, { rows: all }]) =>
    refusedOf(all, name).map((text) => `- ${wallet}: ${prose(text)}`),
  );
  const ignored = rows
    .map(([wallet, { ignores }]) => [wallet, ignoredOf(ignores, name)])
    .filter(([, text]) => text)
    .map(([wallet, text]) => `- ${wallet}: ${text}`);
  return page(
    `---\ntitle: ${name}\n---`,
    `# ${code(name)}`,
    prose(docOf(symbol)),
    sampleOf(name),
    liveOf(name),
    section('## Params', propertyTable(params, 'Param') || 'None.'),
    section('## Result', resultText(result)),
    '## Wallets',
    table(
      rows.map(([wallet]) => wallet),
      [rows.map(([, { rows: all }]) => compatCell(all.filter((row) => row.method === name)))],
    ),
    '✓: as in the specification. A name: the wallet’s own method, which is sent instead. –: not supported (-32601).',
    refused.length > 0 &&
      section(
        'Rejected with [-32602](/errors/#-32602) before the wallet is asked:',
        refused.join('\n'),
      ),
    ignored.length > 0 && section('Ignored by the wallet:', ignored.join('\n')),
    '[The errors of every method](/reference/methods)',
  );
}

/** A form for the params, which shows what the library would send to each wallet. */
function liveOf(name) {
  const params = encodeURIComponent(JSON.stringify(SAMPLES.get(name), undefined, 2) ?? '');
  return `<ExplainMethod name="${name}" params="${params}"></ExplainMethod>`;
}

function sampleOf(name) {
  const given = SAMPLES.get(name);
  const args = given === undefined ? '' : `, ${JSON.stringify(given, undefined, 2)}`;
  return `\`\`\`ts\nimport { request } from 'stacks-wallet-elements';\n\nconst result = await request('${name}'${args});\n\`\`\``;
}

/** For a union, one table for each of its members. */
function resultText(result) {
  const members = result.isUnion() ? result.types : [result];
  return members
    .map((type) => [
      code(type.symbol?.name === '__type' ? typeText(type) : type.symbol?.name),
      prose(type.symbol ? docOf(type.symbol) : ''),
      propertyTable(type),
    ])
    .map((parts) => parts.filter(Boolean).join('\n\n'))
    .join('\n\n');
}
