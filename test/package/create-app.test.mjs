import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { filesIn } from '../../scripts/build/files.mjs';
import { root } from '../support/program.mjs';

/** Characters that a terminal obeys, or that nobody sees, but for the ends of lines. */
const HIDDEN = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const TEMPLATES = ['react', 'vue', 'svelte', 'next', 'html'];

/** `npm run test:apps examples` builds the examples and uses them in a browser. */
describe('create-stacks-wallet-app, as npm packs it', () => {
  let folder;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'create-'));
    const source = `${root}create-stacks-wallet-app`;
    const out = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
      cwd: source,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [{ filename }] = JSON.parse(out.slice(out.indexOf('[')));
    execFileSync('tar', ['-xzf', join(folder, filename), '-C', folder]);
  });
  after(() => rmSync(folder, { recursive: true }));

  const create = (...args) =>
    spawnSync(process.execPath, [join(folder, 'package/index.mjs'), ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, npm_config_user_agent: 'pnpm/10.0.0' },
    });

  for (const template of TEMPLATES) {
    it(`creates the example, with the name of the app: ${template}`, () => {
      const name = `My ${template} App`;
      const { status, stdout, stderr } = create(name, '--template', template);
      assert.equal(status, 0, stderr);
      assert.match(stdout, /pnpm run dev/);
      const example = `${root}examples/${template}/`;
      const tracked = execFileSync(
        'git',
        ['ls-files', '--cached', '--others', '--exclude-standard'],
        {
          cwd: example,
          encoding: 'utf8',
        },
      );
      const app = join(folder, name);
      const created = filesIn(app).map((file) => relative(app, file));
      const own = ['.gitignore', 'README.md'];
      assert.deepEqual(created.sort(), [...tracked.trim().split('\n'), ...own].sort());
      for (const file of created.filter((one) => ![...own, 'package.json'].includes(one))) {
        assert.equal(readFileSync(join(app, file), 'utf8'), readFileSync(example + file, 'utf8'));
      }
      const { name: packageName, dependencies } = JSON.parse(
        readFileSync(join(app, 'package.json'), 'utf8'),
      );
      assert.equal(packageName, `my-${template}-app`);
      assert.equal(dependencies['stacks-wallet-elements'], '^1.0.0');
    });
  }

  it('says where to set the chain of sign-ins for a test network: in the file of the README', () => {
    for (const [template, file] of [
      ['react', 'auth.ts'],
      ['next', 'app/auth.ts'],
    ]) {
      const name = `testnet-${template}`;
      assert.equal(create(name, '--template', template).status, 0);
      const readme = readFileSync(join(folder, name, 'README.md'), 'utf8');
      assert.match(readme, RegExp(`On a test network, also\\s+set \`chains\` in \`${file}\``));
      assert.match(readFileSync(join(folder, name, file), 'utf8'), /chains: \['stacks:testnet'\]/);
    }
  });

  it('has the licence', () => {
    assert.match(readFileSync(join(folder, 'package/LICENSE'), 'utf8'), /^MIT License/);
  });

  it('needs no answers without a terminal, and takes another version of the library', () => {
    const { status } = create('--library', '../library.tgz');
    assert.equal(status, 0);
    const manifest = JSON.parse(readFileSync(join(folder, 'my-app/package.json'), 'utf8'));
    assert.equal(manifest.dependencies['stacks-wallet-elements'], '../library.tgz');
    assert.ok(manifest.dependencies.react);
  });

  it('gives the package no name of what it depends on: npm could not add that', () => {
    for (const [name, template, expected] of [
      ['react', 'react', 'react-app'],
      ['Stacks Wallet Elements', 'html', 'stacks-wallet-elements-app'],
      ['vite', 'vue', 'vite-app'],
      ['react-', 'html', 'react'],
    ]) {
      const { status, stderr } = create(name, '--template', template);
      assert.equal(status, 0, stderr);
      const manifest = readFileSync(join(folder, name, 'package.json'), 'utf8');
      assert.equal(JSON.parse(manifest).name, expected);
    }
  });

  it('prints no control, bidi or other invisible characters of what it is given', () => {
    const hidden = 'a\u001b[31m\u202eb\u200b\u0085\u2066c\nd';
    mkdirSync(join(folder, `full${hidden}`));
    writeFileSync(join(folder, `full${hidden}`, 'a.txt'), '');
    for (const args of [
      [`new${hidden}`, '--template', 'html'],
      [`full${hidden}`],
      ['one', hidden],
      ['one', '--template', hidden],
      ['one', `--${hidden}`],
    ]) {
      const { stdout, stderr } = create(...args);
      assert.doesNotMatch(stdout + stderr, HIDDEN);
      assert.match(stdout + stderr, /a\\u\{1b\}\[31m\\u\{202e\}b\\u\{200b\}.*c\\u\{a\}d/);
    }
  });

  it('says what is wrong, and changes nothing', () => {
    mkdirSync(join(folder, 'full'));
    writeFileSync(join(folder, 'full/a.txt'), '');
    for (const [args, message] of [
      [['full'], /is not empty/],
      [['new', '--template', 'angular'], /no template angular\. Templates: react, vue/],
      [['new', 'other'], /also got other/],
      [['new', '--framework', 'vue'], /--framework/],
    ]) {
      const { status, stderr } = create(...args);
      assert.equal(status, 1);
      assert.match(stderr, message);
    }
    assert.deepEqual(filesIn(join(folder, 'new')), []);
    assert.match(create('--help').stdout, /--template NAME/);
  });
});
