#!/usr/bin/env node
/** The command `npx stacks-wallet-elements interface <contract>`: writes the interface of a contract as TypeScript. */
import { getContractInterface } from './contracts/get-interface.js';
import { read } from './lib/safe-access.js';

declare const process: {
  readonly argv: readonly string[];
  readonly stdout: { write(text: string): void };
  readonly stderr: { write(text: string): void };
  exitCode: number;
};

const USAGE = `npx stacks-wallet-elements interface <address>.<contract-name> [--api <url>] > file.ts

Writes the interface of a contract, as a constant for contract() of stacks-wallet-elements/contracts.
  --api <url>  a Stacks node or API. Default: that of Hiro for the network of the address.
`;

/** Control, bidi and other invisible characters, which a terminal obeys and nobody sees. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/gu;
/** The same text for TypeScript, and one that can be seen in a terminal. */
const escape = (text: string): string =>
  text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** `--api=<url>` is `--api <url>`. */
const args = process.argv.slice(2).flatMap((arg) => {
  const [, url] = /^--api=(.*)$/s.exec(arg) ?? [];
  return url === undefined ? [arg] : ['--api', url];
});
const at = args.indexOf('--api');
const baseUrl = at < 0 ? undefined : args[at + 1];
const [command, id, ...more] = args.filter((_, index) => at < 0 || index < at || index > at + 1);

/** What is wrong with the arguments; undefined if nothing is. */
function findMistake(): string | undefined {
  const option = args.find((arg) => arg.startsWith('-') && arg !== '--api' && arg !== baseUrl);
  if (command === undefined) return 'A command is missing: `interface`.';
  if (option !== undefined) return `\`${option}\` is not an option. Use \`--api <url>\`.`;
  if (command !== 'interface') return `\`${command}\` is not a command. Use \`interface\`.`;
  if (at >= 0 && !baseUrl) return 'The URL after `--api` is missing.';
  if (id === undefined) return 'The contract is missing: `<address>.<contract-name>`.';
  return more.length > 0 ? `\`${more[0]}\` is one argument too many.` : undefined;
}

/** Why the service could not be reached, such as `ENOTFOUND`. What browsers hide is no matter here. */
function describeFailure(error: unknown): string {
  let cause = error;
  while (read(cause, 'cause') !== undefined) cause = read(cause, 'cause');
  const code = read(cause, 'code');
  if (read(error, 'code') === 'network' && typeof code === 'string')
    return `The service could not be reached (${code}). Check the connection, and the URL of \`--api\`.`;
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^getContractInterface: /, '').replace('`source.baseUrl`', '`--api`');
}

const mistake = findMistake();
if (command === '--help' || command === '-h') process.stdout.write(USAGE);
else if (mistake !== undefined) {
  process.stderr.write(`${mistake.replace(INVISIBLE, escape)}\n\n${USAGE}`);
  process.exitCode = 1;
} else if (id !== undefined) {
  try {
    const abi = await getContractInterface(id, baseUrl ? { source: { baseUrl } } : undefined);
    const name = id.replace(/^.*\./, '').toLowerCase();
    const camel = name.replace(/[-_]+(\w?)/g, (_, letter: string) => letter.toUpperCase());
    const json = JSON.stringify(abi, undefined, 2).replace(INVISIBLE, (text) =>
      text === '\n' ? text : escape(text),
    );
    process.stdout.write(
      `/** The interface of ${id}. */\nexport const ${camel}Abi = ${json} as const;\n`,
    );
  } catch (error) {
    process.stderr.write(`${describeFailure(error).replace(INVISIBLE, escape)}\n`);
    process.exitCode = 1;
  }
}
