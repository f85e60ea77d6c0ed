#!/usr/bin/env node
/** `npm create stacks-wallet-app [FOLDER] -- [--template NAME]` */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { copyTemplate, TEMPLATES } from './templates.mjs';

const NAMES = Object.keys(TEMPLATES);
const HELP = `Usage: npm create stacks-wallet-app [FOLDER] -- [OPTION…]

Creates an app with a Stacks and Bitcoin wallet, in TypeScript.

  --template NAME   ${NAMES.join(', ')}
  --library SPEC    the version or the tarball of stacks-wallet-elements
  --help

In a terminal, it asks for what is missing. Otherwise the folder is my-app, and the template react.`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      template: { type: 'string', short: 't' },
      library: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) console.log(HELP);
  else await create(positionals, values);
} catch (error) {
  console.error(visible(error.message));
  process.exitCode = 1;
}

async function create([given, ...more], { template, library }) {
  if (more.length > 0)
    throw new Error(`Only one folder can be created; also got ${more.join(' ')}.`);
  if (template !== undefined) assertTemplate(template);
  const folder = resolve(given || (await ask('Folder', 'my-app')));
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(`${folder} is not empty.`);
  }
  const name = template ?? (await ask(`Template (${NAMES.join(', ')})`, 'react'));
  assertTemplate(name);

  copyTemplate(name, folder);
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  manifest.name = toPackageName(basename(folder), manifest);
  if (library) manifest.dependencies['stacks-wallet-elements'] = library;
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
  // npm does not pack files with this name.
  writeFileSync(
    join(folder, '.gitignore'),
    'node_modules\ndist\n.next\n.env.local\nnext-env.d.ts\n*.tsbuildinfo\n',
  );
  writeFileSync(join(folder, 'README.md'), readme(manifest.name, name));

  const npm = /^(pnpm|yarn|bun)\//.exec(process.env.npm_config_user_agent ?? '')?.[1] ?? 'npm';
  console.log(`Created ${name} in ${visible(folder)}. Next:

  cd ${visible(relative(process.cwd(), folder)) || '.'}
  ${npm} install
  ${npm} run dev

The development wallet is in the page: press Connect, and choose it.`);
}

function assertTemplate(name) {
  if (!Object.hasOwn(TEMPLATES, name)) {
    throw new Error(`There is no template ${name}. Templates: ${NAMES.join(', ')}.`);
  }
}

/** The answer of the user; the usual one if nobody can answer. */
async function ask(question, usual) {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return usual;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(`${question} [${usual}]: `)).trim() || usual;
  } finally {
    terminal.close();
  }
}

/** The name of the package. npm adds no dependency with the name of the package itself. */
function toPackageName(folder, { dependencies, devDependencies }) {
  const name =
    folder
      .toLowerCase()
      .replaceAll(/[^a-z0-9-]+/g, '-')
      .replaceAll(/^-+|-+$/g, '') || 'my-app';
  return Object.hasOwn({ ...dependencies, ...devDependencies }, name) ? `${name}-app` : name;
}

/** A text of one line for a terminal: control, bidi and other invisible characters are written as `\u{…}`. */
function visible(text) {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/gu,
    (character) => `\\u{${character.codePointAt(0).toString(16)}}`,
  );
}

function readme(title, template) {
  const isNext = template === 'next';
  const [port, app, auth] = isNext ? [3000, 'app', 'app/auth.ts'] : [5173, 'src', 'auth.ts'];
  const deploy = isNext
    ? `\`npm run build\`, then \`npm start\` on your server, or a host for Next.`
    : `\`npm run build\` writes the page into \`dist\`, for any host of static files. Give the host a function for \`/auth\`: \`auth.handle\` takes a \`Request\` and returns a \`Response\`.`;
  return `# ${title}

${TEMPLATES[template]}, with a Stacks and Bitcoin wallet.

\`\`\`sh
npm run dev    # http://localhost:${port}, with the development wallet
npm run lint   # oxlint
npm test       # Vitest, with the development wallet
npm run build  # checks the types, and builds without the development wallet
npm start      # serves what was built
\`\`\`

- \`.env\`: the network, and the token of the page. \`.env.local\`, which is not committed, overrides it. On a test network, also
  set \`chains\` in \`${auth}\`: otherwise every sign-in is refused.
- \`${app}/token.ts\`: the contract call, which transfers one base unit of the token. The post-condition says what may leave
  the account.
- \`${auth}\`: the server's part of signing in. Keep the sessions in your database, and set \`ORIGIN\` to the address of your page: an
  environment variable of the server, not in \`.env\`, such as \`ORIGIN=https://app.example.com npm start\`.
- Deploy: ${deploy}

The development wallet signs with public keys, and has a simulated chain in the page: a panel shows its transactions, with
buttons to confirm them or let them fail. Wallets of your browser are in the same list. What is built has no development
wallet: without a wallet, the button shows which one to install.
`;
}
