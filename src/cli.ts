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

const [command, id, flag, baseUrl, ...more] = process.argv.slice(2);
const isApi = flag === '--api' && baseUrl !== undefined;
if (command === '--help' || command === '-h') process.stdout.write(USAGE);
else if (
  command !== 'interface' ||
  id === undefined ||
  (flag !== undefined && !isApi) ||
  more.length > 0
) {
  process.stderr.write(USAGE);
  process.exitCode = 1;
} else {
  try {
    const abi = await getContractInterface(id, isApi ? { source: { baseUrl } } : undefined);
    const name = id.replace(/^.*\./, '').toLowerCase();
    const camel = name.replace(/[-_]+(\w?)/g, (_, letter: string) => letter.toUpperCase());
    process.stdout.write(
      `/** The interface of ${id}. */\nexport const ${camel}Abi = ${JSON.stringify(abi, undefined, 2)} as const;\n`,
    );
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
