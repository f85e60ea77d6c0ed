#!/usr/bin/env node
/** The command `npx stacks-wallet-elements interface <contract>`: writes the interface of a contract as TypeScript. */
import { getContractInterface } from './contracts/get-interface.js';

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

const [command, id, flag, baseUrl, ...more] = process.argv.slice(2);
const isApi = flag === '--api' && baseUrl !== undefined;

/** What is wrong with the arguments; undefined if nothing is. */
function findMistake(): string | undefined {
  if (command === undefined) return 'A command is missing: `interface`.';
  if (command !== 'interface') return `\`${command}\` is not a command. Use \`interface\`.`;
  if (id === undefined) return 'The contract is missing: `<address>.<contract-name>`.';
  if (flag !== undefined && flag !== '--api') {
    return `\`${flag}\` is not an option. Use \`--api <url>\`, after the contract.`;
  }
  if (flag !== undefined && !isApi) return 'The URL after `--api` is missing.';
  return more.length > 0 ? `\`${more[0]}\` is one argument too many.` : undefined;
}

const mistake = findMistake();
if (command === '--help' || command === '-h') process.stdout.write(USAGE);
else if (mistake !== undefined) {
  process.stderr.write(`${mistake.replace(INVISIBLE, escape)}\n\n${USAGE}`);
  process.exitCode = 1;
} else if (id !== undefined) {
  try {
    const abi = await getContractInterface(id, isApi ? { source: { baseUrl } } : undefined);
    const name = id.replace(/^.*\./, '').toLowerCase();
    const camel = name.replace(/[-_]+(\w?)/g, (_, letter: string) => letter.toUpperCase());
    const json = JSON.stringify(abi, undefined, 2).replace(INVISIBLE, (text) =>
      text === '\n' ? text : escape(text),
    );
    process.stdout.write(
      `/** The interface of ${id}. */\nexport const ${camel}Abi = ${json} as const;\n`,
    );
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${message.replace(INVISIBLE, escape)}\n`);
    process.exitCode = 1;
  }
}
