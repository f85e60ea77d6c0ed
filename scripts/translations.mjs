/** Writes the texts of the elements in every language to TRANSLATIONS.md, for translators. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import ts from 'typescript';
import { formatted } from './format.mjs';
import { root } from './run.mjs';

const MESSAGES = new URL('src/elements/messages/', `file://${root}`);
const FILE = `${root}TRANSLATIONS.md`;

/** The messages of every file in a folder of messages/, by its name without `.ts`. */
export async function messageTables(folder) {
  const names = (await readdir(new URL(folder, MESSAGES))).sort();
  const read = async (name) => [
    name.replace('.ts', ''),
    await messageTable(new URL(`${folder}${name}`, MESSAGES)),
  ];
  return new Map(await Promise.all(names.map(read)));
}

async function messageTable(url) {
  const { outputText: code } = ts.transpileModule(await readFile(url, 'utf8'), {
    compilerOptions: { target: 'ES2022', module: 'ESNext', verbatimModuleSyntax: true },
  });
  const [messages] = Object.values(
    await import(`data:text/javascript,${encodeURIComponent(code)}`),
  );
  return messages;
}

/** The content of TRANSLATIONS.md: for each language, a table of the English texts and their translations. */
export async function translations() {
  const english = Object.assign({}, ...(await messageTables('en/')).values());
  const locales = await messageTables('locales/');
  const text = [
    '# Translations',
    'The texts of the elements in each language, made by `node scripts/translations.mjs`. To correct one, edit the file that is named above its table, or open an issue. `{name}` stands for a value and must stay.',
    ...[...locales].flatMap(([locale, messages]) => [
      `## ${new Intl.DisplayNames('en', { type: 'language' }).of(locale)}: \`${locale}\``,
      `[src/elements/messages/locales/${locale}.ts](src/elements/messages/locales/${locale}.ts)`,
      [
        '| text | English | translation |',
        '| --- | --- | --- |',
        ...Object.keys(english).map(
          (key) => `| \`${key}\` | ${cell(english[key])} | ${cell(messages[key] ?? '')} |`,
        ),
      ].join('\n'),
    ]),
  ].join('\n\n');
  return formatted(FILE, text);
}

/** Escapes a text for a cell of a Markdown table. */
const cell = (text) => text.replace(/[\\`*_<>|[\]]/g, '\\$&').replace(/\n/g, '<br />');

if (process.argv[1] === new URL(import.meta.url).pathname) {
  await writeFile(FILE, await translations());
}
