import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { chromePath } from '../../scripts/chrome-path.mjs';
import { needsPage, nodeTestFiles, typeScriptTestFiles } from '../../scripts/test-files.mjs';
import { program, root } from '../support/program.mjs';

const A_TEST = 'src/compat/providers.test.ts';

const IN_BROWSER = `
import { expect } from '@open-wc/testing';
describe('counted', () => {
  it('passes', () => { expect(1).to.equal(1); });
  it('passes too', () => { expect(document.body).to.exist; });
  it('fails', () => { expect(1).to.equal(2); });
  it.skip('is skipped', () => {}); // The runner must count it.
});`;
/** Values that are neither cloned nor written as JSON, in the page or by the runner. */
const COMPARED = `
import { expect } from '@open-wc/testing';
it('elements', () => { expect(document.head).to.equal(document.body); });
it('bigints', () => { expect({ amount: 1n }).to.deep.equal({ amount: 2n }); });
it('functions', () => { expect(() => 1).to.equal(2); });`;
const BROKEN_IN_BROWSER = `import './nowhere.js';`;
const IN_NODE = `
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
describe('counted', () => {
  it('passes', () => {});
  it('fails', () => assert.equal(1, 2));
  it('is skipped', { skip: true }, () => {}); // The runner must count it.
});`;

const isRoot = process.getuid?.() === 0;

describe('a test', () => {
  const read = (file) => readFileSync(join(root, file), 'utf8');

  it('lies beside what it tests and has its name, or in a folder of tests', () => {
    const wrong = typeScriptTestFiles().filter((file) => {
      const source = join(root, dirname(file), basename(file).split('.')[0]);
      const isBeside = ['.ts', '.js', '.mjs', ''].some((end) => existsSync(source + end));
      return !isBeside && !/^test\/|\/test\//.test(file);
    });
    assert.deepEqual(wrong, []);
  });

  it('that needs no page is named `*.node.test.ts` or `*.server.test.ts`', () => {
    const wrong = typeScriptTestFiles().filter(
      (file) => needsPage(file) === read(file).includes("from '@esm-bundle/chai'"),
    );
    assert.deepEqual(wrong, []);
  });

  it('that shares a browser is in test/pages', () => {
    const wrong = nodeTestFiles().filter(
      (file) =>
        /^import \{[^}]*\blaunchBrowser\b/m.test(read(file)) && !file.startsWith('test/pages/'),
    );
    assert.deepEqual(wrong, []);
  });
});

describe('npm test', () => {
  /** In the repository, since the runner serves no other files. Other tools ignore the folder. */
  const scratch = join(root, 'node_modules', '.cache', `runner-test-${process.pid}`);
  let empty;

  before(() => {
    mkdirSync(scratch, { recursive: true });
    empty = mkdtempSync(join(tmpdir(), 'empty-path-'));
  });
  after(() => {
    rmSync(scratch, { recursive: true });
    rmSync(empty, { recursive: true });
  });

  const file = (name, text) => {
    writeFileSync(join(scratch, name), text);
    return join(scratch, name);
  };

  it('runs a single file in the browser of CHROME_PATH, and counts its tests', async () => {
    const used = join(empty, 'used');
    const wrapper = script(empty, 'wrapper', `touch "${used}"\nexec "${chromePath()}" "$@"`);
    const { code, out } = await program('test.mjs', [A_TEST], { CHROME_PATH: wrapper }).ended;
    const tests = readFileSync(join(root, A_TEST), 'utf8').match(/^ +it\(/gm).length;
    assert.match(out, new RegExp(`\\n${tests} passed, 0 failed\\n$`));
    assert.equal(code, 0);
    assert.equal(existsSync(used), true);
  });

  it('counts failures in a browser, names them at the end, and exits with 1', async () => {
    const { code, out } = await program('test.mjs', [file('a.test.ts', IN_BROWSER)]).ended;
    assert.match(
      out,
      /a\.test\.ts\n {2}counted > fails\n {2}expected 1 to equal 2\n✗ browser tests/,
    );
    assert.match(out, /\n2 passed, 1 failed\n$/);
    assert.match(out, /1 skipped/);
    assert.equal(code, 1);
  });

  it('reports at once what failed, whatever was compared', async () => {
    const { out } = await program('test.mjs', [file('c.test.ts', COMPARED)]).ended;
    for (const title of ['elements', 'bigints', 'functions'])
      assert.match(out, new RegExp(`c\\.test\\.ts\n {2}${title}\n {2}expected `));
    assert.match(out, /\n0 passed, 3 failed\n$/);
  });

  it('counts a file that does not load as a failure', async () => {
    const { code, out } = await program('test.mjs', [file('b.test.ts', BROKEN_IN_BROWSER)]).ended;
    assert.match(out, /\n0 passed, 1 failed\n$/);
    assert.equal(code, 1);
  });

  it('counts failures in Node, and exits with 1', async () => {
    const { code, out } = await program('test.mjs', [file('c.test.mjs', IN_NODE)]).ended;
    assert.match(out, /\n1 passed, 1 failed\n$/);
    assert.equal(code, 1);
  });

  it('names a missing file', async () => {
    const { code, out, error } = await program('test.mjs', ['src/gone.test.ts']).ended;
    assert.match(error, /^There is no file src\/gone\.test\.ts\./);
    assert.match(out, /\n0 passed, 1 failed\n$/);
    assert.equal(code, 1);
  });
});

describe('npm test without a browser', () => {
  let folder;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'no-browser-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  it('runs tests that need no page', async () => {
    const files = ['src/errors.node.test.ts', 'src/lib/store.node.test.ts'];
    const { code, out } = await program('test.mjs', files, nothing(folder)).ended;
    const tests = files.map((name) => readFileSync(join(root, name), 'utf8').match(/^ +it\(/gm));
    assert.match(out, new RegExp(`\\n${tests.flat().length} passed, 0 failed\\n$`));
    assert.equal(code, 0);
  });

  it('prints the command to run if there is no apt-get', async () => {
    const { code, out, error } = await program('test.mjs', [A_TEST], nothing(folder)).ended;
    assert.equal(
      error,
      'Chromium is not installed, and there is no apt-get to install it: run `npx playwright install chromium`, or set CHROME_PATH to a Chromium.\n',
    );
    assert.match(out, /\n0 passed, 1 failed\n$/);
    assert.equal(code, 1);
  });

  it('prints the command to run if only root may install it', async () => {
    mkdirSync(join(folder, 'user'));
    script(folder, 'user/apt-get', 'exit 1');
    const env = {
      ...nothing(join(folder, 'user')),
      NODE_OPTIONS: '--import=data:text/javascript,process.getuid=()=>1000',
    };
    const { code, error } = await program('test.mjs', [A_TEST], env).ended;
    assert.equal(
      error,
      'Chromium is not installed, and only root may install it: run `sudo apt-get update && sudo apt-get install -y --no-install-recommends chromium chromium-headless-shell`.\n',
    );
    assert.equal(code, 1);
  });

  it('finds the Chromium that Playwright installs', async () => {
    const env = nothing(folder);
    const path = execFileSync(
      process.execPath,
      ['-p', `require('playwright-core').chromium.executablePath()`],
      { cwd: root, env, encoding: 'utf8' },
    ).trim();
    assert.ok(path.startsWith(folder));
    mkdirSync(dirname(path), { recursive: true });
    script(folder, relative(folder, path), '');
    assert.equal(chromiumFound(env), path);
    rmSync(path);
  });

  it('rejects a CHROME_PATH that does not exist', async () => {
    const env = { CHROME_PATH: join(folder, 'nothing') };
    const { code, error } = await program('test.mjs', [A_TEST], env).ended;
    assert.match(error, /^CHROME_PATH is .+nothing, which is not a program/);
    assert.equal(code, 1);
  });

  it('installs Debian’s chromium as root', { skip: !isRoot }, async () => {
    const path = join(folder, 'bin');
    mkdirSync(path);
    const log = join(folder, 'log');
    // A fake apt-get: the real one would install nothing, since a browser is installed.
    script(
      folder,
      'bin/apt-get',
      [
        `echo "$@" >> "${log}"`,
        `[ "$1" = update ] && exit 0`,
        `printf '#!/bin/sh\\n' > "${path}/chromium-headless-shell"`,
        `/bin/chmod +x "${path}/chromium-headless-shell"`,
      ].join('\n'),
    );
    assert.equal(chromiumFound(nothing(path)), join(path, 'chromium-headless-shell'));
    assert.equal(
      readFileSync(log, 'utf8'),
      'update\ninstall -y --no-install-recommends chromium chromium-headless-shell\n',
    );
  });

  it('prints the output of a failed apt-get', { skip: !isRoot }, async () => {
    mkdirSync(join(folder, 'offline'));
    script(folder, 'offline/apt-get', 'echo "no network" >&2\nexit 100');
    const { code, error } = await program('test.mjs', [A_TEST], nothing(join(folder, 'offline')))
      .ended;
    assert.equal(error, 'Chromium is not installed, and `apt-get update` failed:\nno network\n\n');
    assert.equal(code, 1);
  });

  it('`npm run test:engines` fails, and names each engine that is missing', async () => {
    const { code, out } = await program('test-engines.mjs', [], nothing(folder)).ended;
    for (const name of ['Chromium', 'Firefox', 'WebKitGTK']) {
      assert.match(out, new RegExp(`^Not run in ${name}: ${name} is not installed`, 'm'));
    }
    assert.equal(code, 1);
  });

  /** The Chromium that the tests would use, after installing it if missing. */
  function chromiumFound(env) {
    const code = `
      const { needChromium } = await import('${root}scripts/need.mjs');
      const { chromePath } = await import('${root}scripts/chrome-path.mjs');
      needChromium();
      console.log(chromePath());`;
    const args = ['--input-type=module', '--eval', code];
    const out = execFileSync(process.execPath, args, {
      env: { ...process.env, ...env, CHROME_PATH: '' },
      encoding: 'utf8',
    });
    return out.trim().split('\n').at(-1);
  }

  /** An environment with only the programs in this folder. */
  function nothing(path) {
    return {
      PATH: path,
      CHROME_PATH: undefined,
      FIREFOX_PATH: undefined,
      PLAYWRIGHT_BROWSERS_PATH: folder,
    };
  }
});

function script(folder, name, text) {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return path;
}
