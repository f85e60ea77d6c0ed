import assert from 'node:assert/strict';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import ts from 'typescript';
import { packageFile } from '../../scripts/npm.mjs';
import { root } from '../../scripts/run.mjs';
import { installPackage } from '../../test/support/installed.mjs';
import { documents, fencesOf, importsOf, needsOnlyUs } from './samples.mjs';

const require = createRequire(`${root}site/package.json`);
const fences = documents().flatMap(fencesOf);
const inLanguage = (...languages) =>
  fences.filter(({ language, info }) => languages.includes(language) && info !== 'declaration');
/** Packages of apps. Samples that import them are parsed, but not type-checked. */
const NOT_INSTALLED =
  /^(@stacks\/|stacks-wallet-elements-connect|next|nuxt|vite|@sveltejs\/|@playwright\/|express|fastify|hono|astro|node:|\.)/;

/** The types that an app gets from `vite/client`. */
const VITE_TYPES = {
  name: 'vite-client.d.ts',
  code: 'interface ImportMeta { readonly env: { readonly DEV: boolean } }',
};

describe('the samples of the README and of the site', () => {
  let app;
  before(() => {
    app = installPackage();
    linkPackages(join(app.folder, 'node_modules'));
  });
  after(() => app.remove());

  it('compile, in TypeScript and JavaScript', () => {
    const files = inLanguage('ts', 'tsx', 'js', 'vue').flatMap(
      ({ language, code, where, info }) => {
        const source = language === 'vue' ? scriptOf(code) : code;
        if (language === 'js' && !needsOnlyUs(source)) return [];
        if (importsOf(source).some((module) => NOT_INSTALLED.test(module))) return [];
        // The test of the apps of "Your server" compiles it with the types of Node.
        if (source.includes('process.env')) return [];
        // Solid has its own JSX types.
        const pragma = source.includes("/solid'") ? '/** @jsxImportSource solid-js */\n' : '';
        const extension = { tsx: 'tsx', js: 'mjs' }[language] ?? 'mts';
        return [{ name: fileName(where, extension), code: pragma + source, info }];
      },
    );
    assert.ok(files.length > 40, `${files.length} samples`);
    const all = [...files, VITE_TYPES];
    for (const { name, code } of all) writeFileSync(join(app.folder, name), code);
    const errors = typeErrors(
      app.folder,
      all.map(({ name }) => name),
    );
    assert.equal(errors, '');
  });

  it('parse, even if they import packages of an app', () => {
    const wrong = inLanguage('ts', 'tsx', 'js').flatMap(({ language, code, where }) => {
      const { diagnostics } = ts.transpileModule(code, {
        reportDiagnostics: true,
        fileName: language === 'tsx' ? 'a.tsx' : 'a.ts',
        compilerOptions: {
          target: 'esnext',
          module: ts.ModuleKind.ESNext,
          jsx: ts.JsxEmit.Preserve,
        },
      });
      return diagnostics.map(({ messageText }) => `${where}: ${messageText}`);
    });
    assert.deepEqual(wrong, []);
  });

  it('compile as components of Vue and Svelte', async () => {
    const vue = require('vue/compiler-sfc');
    const svelte = await import('svelte/compiler');
    for (const { code, where } of inLanguage('vue')) {
      const { descriptor, errors } = vue.parse(code);
      assert.deepEqual(errors, [], where);
      const script = vue.compileScript(descriptor, { id: 'sample', inlineTemplate: true });
      assert.deepEqual(script.errors ?? [], [], where);
    }
    for (const { code, where } of inLanguage('svelte')) {
      const { warnings } = svelte.compile(code, { filename: 'Sample.svelte' });
      assert.deepEqual(
        warnings.map(({ message }) => message),
        [],
        where,
      );
    }
    assert.ok(inLanguage('vue').length > 0 && inLanguage('svelte').length > 0);
  });

  it('are valid JSON, if they are marked as JSON', () => {
    for (const { code, where } of inLanguage('json')) {
      assert.doesNotThrow(() => JSON.parse(code), where);
    }
  });
});

/** Links the packages of frameworks, because the installed package imports their types. */
function linkPackages(modules) {
  for (const name of Object.keys(require('./package.json').devDependencies)) {
    const link = join(modules, name);
    if (existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(packageFile(`${root}site`, name), link);
  }
}

const scriptOf = (code) => /<script[^>]*>([^]*?)<\/script>/.exec(code)?.[1] ?? '';

const fileName = (where, extension) => `${where.replaceAll(/\W+/g, '-')}.${extension}`;

function typeErrors(folder, files) {
  const options = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    moduleDetection: ts.ModuleDetectionKind.Force,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    jsx: ts.JsxEmit.ReactJSX,
    strict: true,
    allowJs: true,
    checkJs: true,
    noEmit: true,
    skipLibCheck: true,
    experimentalDecorators: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  host.getCurrentDirectory = () => folder;
  const program = ts.createProgram(
    files.map((file) => join(folder, file)),
    options,
    host,
  );
  return ts.formatDiagnostics(ts.getPreEmitDiagnostics(program), host);
}
