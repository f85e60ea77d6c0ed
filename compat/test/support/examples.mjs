import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { EXAMPLES, home } from './folders.mjs';
import { deprecatedNames, readmeExamples } from './readme.mjs';

const MAIN = `
const examples = import.meta.glob<{ result?: unknown }>('./examples/*.ts');
window.run = async (number) => (await examples[\`./examples/\${number}.ts\`]()).result;
`;
const GLOBALS = `
import type { StacksProvider } from '@stacks/connect';
declare global {
  interface Window {
    run(number: number): Promise<unknown>;
    check(value: unknown, expected: unknown): void;
    given: { psbt: string; address: string; provider: StacksProvider };
  }
}
`;

/** Writes an app with a module for every example, which runs when `window.run(number)` imports it. */
export function writeExamples() {
  const folder = `${home}apps/${EXAMPLES}`;
  const model = `${home}apps/requests`;
  rmSync(`${folder}/src`, { recursive: true, force: true });
  mkdirSync(`${folder}/src/examples`, { recursive: true });
  for (const file of ['index.html', 'tsconfig.json', 'tsconfig.node.json', 'vite.config.ts']) {
    cpSync(`${model}/${file}`, `${folder}/${file}`);
  }
  const write = (file, text) => writeFileSync(`${folder}/${file}`, text);
  const settings = JSON.parse(readFileSync(`${model}/tsconfig.app.json`, 'utf8'));
  // Examples declare variables that they do not use.
  settings.compilerOptions.noUnusedLocals = false;
  write('tsconfig.app.json', JSON.stringify(settings));
  write('src/main.tsx', MAIN);
  write('src/globals.d.ts', GLOBALS);
  write(
    'src/deprecated.ts',
    `export type { ${deprecatedNames().join(', ')} } from '@stacks/connect';`,
  );
  readmeExamples().forEach(({ module }, index) => write(`src/examples/${index + 1}.ts`, module));
}
