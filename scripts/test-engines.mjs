/** `npm run test:engines [-- ENGINE…]`: the browser tests in each engine that this machine can run. */
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { filesIn } from './build/files.mjs';
import { ENGINES } from './engines.mjs';
import { bin, root } from './run.mjs';
import { StepFailed, stepRunner } from './steps.mjs';

const { total, one } = stepRunner();
const tests = ['src', 'fixtures']
  .flatMap((folder) => filesIn(`${root}${folder}`))
  .filter((file) => file.endsWith('.test.ts'));

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !Object.hasOwn(ENGINES, name));
if (unknown) {
  console.error(`${unknown} is none of ${Object.keys(ENGINES).join(', ')}.`);
  process.exit(1);
}

const notRun = [];
for (const [name, { title, need, lacks }] of Object.entries(ENGINES)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const files = tests.filter((file) => !lacks.some((text) => reads(file, text)));
  try {
    need();
    const paths = files.map((file) => relative(root, file));
    const command = bin('@web/test-runner/dist/bin.js', '--files', ...paths);
    await one({ title, command }, { env: { TEST_ENGINE: name } });
    if (files.length < tests.length) {
      notRun.push(`${title}: ${tests.length - files.length} files, which use commands it lacks.`);
    }
  } catch (error) {
    if (!(error instanceof StepFailed)) notRun.push(`${title}: ${error.message}`);
  }
}
for (const line of notRun) console.log(`Not run in ${line}`);
if (total.failed > 0) process.exitCode = 1;
console.log(`\n${total.passed} passed, ${total.failed} failed`);

/** True where a test, or a module of ours that it imports, holds this text. */
function reads(file, text, seen = new Set()) {
  if (seen.has(file)) return false;
  seen.add(file);
  const source = readFileSync(file, 'utf8');
  if (source.includes(text)) return true;
  return [...source.matchAll(/from '(\.[^']+)\.js'|import '(\.[^']+)\.js'/g)].some(
    ([, named, bare]) => reads(join(dirname(file), `${named ?? bare}.ts`), text, seen),
  );
}
