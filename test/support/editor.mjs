import { readFileSync } from 'node:fs';
import ts from 'typescript';

/**
 * What the language service of TypeScript offers. In the code, `‸` is the place of the cursor.
 *
 * @param {{ folder: string, compilerOptions: import('typescript').CompilerOptions }} settings
 */
export function createEditor({ folder, compilerOptions }) {
  const options = {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    ...compilerOptions,
  };
  const file = `${folder}code.tsx`;
  let code = '';
  let version = 0;
  const service = ts.createLanguageService({
    ...ts.sys,
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: (name) => (name === file ? String(version) : '0'),
    getScriptSnapshot: (name) =>
      name === file
        ? ts.ScriptSnapshot.fromString(code)
        : ts.sys.fileExists(name)
          ? ts.ScriptSnapshot.fromString(readFileSync(name, 'utf8'))
          : undefined,
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    fileExists: (name) => name === file || ts.sys.fileExists(name),
  });
  const open = (text) => {
    code = text.replace('‸', '');
    version += 1;
    return text.indexOf('‸');
  };
  return {
    /** The names that are offered. */
    complete: (text) =>
      service
        .getCompletionsAtPosition(file, open(text), {})
        ?.entries.map(({ name }) => name.replaceAll('"', '')) ?? [],
    /** The text that is shown. */
    hover(text) {
      const info = service.getQuickInfoAtPosition(file, open(text));
      return ts.displayPartsToString([
        ...(info?.displayParts ?? []),
        { text: '\n', kind: '' },
        ...(info?.documentation ?? []),
      ]);
    },
  };
}
