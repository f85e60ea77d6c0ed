import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'node:test';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { name, exports: entries } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));

/** The entry points with functions for apps and servers, and their sources. */
const ENTRY_POINTS = [
  ...['.', './core', './metadata', './sign-in', './verify', './transactions'],
  ...['./clarity', './contracts', './payments', './payments/server'],
].map((entry) => [
  name + entry.slice(1),
  ROOT + entries[entry].types.replace(/^\.\/dist\/(.*)\.d\.ts$/, 'src/$1.ts'),
]);
/** The modules of which an entry point exports only the types. */
const TYPES_ONLY = ENTRY_POINTS.flatMap(([, source]) =>
  [...readFileSync(source, 'utf8').matchAll(/^export type \* from '[./]*(.*)\.js';$/gm)].map(
    ([, path]) => `/${path}.ts`,
  ),
);
const OPTIONS = {
  ...{ target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, strict: true, noEmit: true },
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  ...{ skipLibCheck: true, experimentalDecorators: true, types: [] },
  paths: Object.fromEntries(ENTRY_POINTS.map(([module, source]) => [module, [source]])),
};

/** The functions, and the interfaces with an example, of an entry point: their names and examples. */
function documented(program, source) {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(source));
  const isType = (symbol) =>
    symbol.declarations?.some((declaration) =>
      TYPES_ONLY.some((file) => declaration.getSourceFile().fileName.endsWith(file)),
    );
  return checker.getExportsOfModule(module).flatMap((symbol) => {
    const own = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const type = own.valueDeclaration && checker.getTypeOfSymbol(own);
    const isFunction = type?.getCallSignatures().length > 0 && !isType(symbol);
    const tags = own.getJsDocTags(checker).filter((tag) => tag.name === 'example');
    const examples = tags.map(({ text }) => ts.displayPartsToString(text));
    return isFunction || examples.length > 0 ? [{ function: symbol.name, examples }] : [];
  });
}

describe('the examples in docstrings', () => {
  const sources = ENTRY_POINTS.map(([, source]) => source);
  const program = ts.createProgram(sources, OPTIONS);
  const all = sources.flatMap((source) => documented(program, source));

  it('exist for every function', () => {
    const without = all.filter(({ examples }) => examples.length === 0);
    assert.deepEqual([...new Set(without.map((one) => one.function))], []);
  });

  it('compile', () => {
    // Other examples are params of methods, as JSON.
    const codes = all.flatMap((one) =>
      one.examples.flatMap((text) => {
        const code = /^```ts\n([^]*)\n```$/.exec(text)?.[1];
        return code === undefined ? [] : [{ title: one.function, code }];
      }),
    );
    const files = new Map(
      codes.map(({ title, code }, index) => [`${ROOT}src/${index}-${title}.mts`, code]),
    );
    const host = ts.createCompilerHost(OPTIONS);
    const { getSourceFile, fileExists, readFile } = host;
    host.fileExists = (file) => files.has(file) || fileExists(file);
    host.readFile = (file) => files.get(file) ?? readFile(file);
    host.getSourceFile = (file, ...rest) =>
      files.has(file)
        ? ts.createSourceFile(file, files.get(file), ts.ScriptTarget.ES2022, true)
        : getSourceFile(file, ...rest);
    const examples = ts.createProgram([...files.keys()], OPTIONS, host, program);
    const errors = [...files.keys()].flatMap((file) => {
      const source = examples.getSourceFile(file);
      return [
        ...examples.getSyntacticDiagnostics(source),
        ...examples.getSemanticDiagnostics(source),
      ];
    });
    assert.equal(ts.formatDiagnostics(errors, host), '');
  });
});
