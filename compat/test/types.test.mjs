import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { dropIn, home } from './support/folders.mjs';

const REAL = `${home}node_modules/@stacks/connect/dist/types`;
/** The names with which the files in `types/` import 8.2.7 from any folder. */
const PATHS = {
  real: [`${REAL}/index.d.ts`],
  'real/methods': [`${REAL}/methods.d.ts`],
  'real-react': [`${home}node_modules/@stacks/connect-react/dist/types/index.d.ts`],
};

describe('the types that apps use', () => {
  it('of 8.2.7 accept the files in types/ that are valid with it', () => {
    assert.equal(compile(`${home}types`, { include: ['*.ts'] }), '');
  });

  it('of the drop-in accept the same files', () => {
    assert.equal(compile(copied(), { include: ['*.ts'] }), '');
  });

  it('of the drop-in also accept files that the types of 8.2.7 do not accept', () => {
    assert.equal(compile(copied(), { include: ['drop-in/*.ts'] }), '');
  });

  it('of the drop-in are found by a compiler that does not read `exports`', () => {
    const node10 = { module: 'ESNext', moduleResolution: 'node10', ignoreDeprecations: '6.0' };
    assert.equal(compile(copied(), { include: ['written.ts'], ...node10 }), '');
  });

  it('of the drop-in are valid in an app that checks the types of its packages', () => {
    const settings = { include: ['written.ts'], skipLibCheck: false };
    const errors = compile(copied(), settings).split('\n');
    // Not all types of other packages are valid.
    assert.deepEqual(
      errors.filter((line) => line.includes('node_modules/@stacks/connect/')),
      [],
    );
  });
});

/** Copies the files to a folder in which `@stacks/connect` is the drop-in. */
function copied() {
  const copy = `${dropIn}apps/types`;
  rmSync(copy, { recursive: true, force: true });
  cpSync(`${home}types`, copy, { recursive: true });
  return copy;
}

/** The errors of the compiler; empty if there are none. */
function compile(folder, { include, ...more }) {
  const project = `${folder}/tsconfig.generated.json`;
  const compilerOptions = { paths: PATHS, ...more };
  writeFileSync(project, JSON.stringify({ extends: './tsconfig.json', compilerOptions, include }));
  try {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [`${home}node_modules/typescript/bin/tsc`, '-p', project, '--pretty', 'false'],
      { cwd: folder, encoding: 'utf8' },
    );
    return `${stdout}${stderr}`;
  } finally {
    rmSync(project);
  }
}
