import { join } from 'node:path';
import ts from 'typescript';
import { root } from './program.mjs';

/** The compiler's own declarations, such as those of the DOM, which are the same for all options. */
const LIBRARIES = `${root}node_modules/typescript/lib/`;
const libraries = new Map();

/**
 * The compiler's errors in the files of each program. Files with different imports belong in different programs,
 * since the global types that one file imports apply to all files of its program. Shared files are parsed once, and
 * files of packages are checked once: in the program with the fewest files, which has the fewest global types.
 * `ofPackages`: whether files of packages are checked, too. `parsed`: the files that an earlier call with the same options
 * has parsed.
 */
export function typeErrors(
  folder,
  programs,
  compilerOptions,
  { ofPackages = true, parsed = new Map() } = {},
) {
  const { options, errors } = ts.convertCompilerOptionsFromJson(compilerOptions, folder);
  const host = ts.createCompilerHost(options);
  host.getCurrentDirectory = () => folder;
  const parse = host.getSourceFile;
  host.getSourceFile = (path, ...how) => {
    const files = path.startsWith(LIBRARIES) ? libraries : parsed;
    if (!files.has(path)) files.set(path, parse(path, ...how));
    return files.get(path);
  };
  const checked = new Set();
  const found = programs
    .map((files) =>
      ts.createProgram(
        files.map((file) => join(folder, file)),
        options,
        host,
      ),
    )
    .sort((one, other) => one.getSourceFiles().length - other.getSourceFiles().length)
    .flatMap((program) => {
      const files = program
        .getSourceFiles()
        .filter((file) => !checked.has(file))
        .filter(({ fileName }) => ofPackages || !fileName.includes('/node_modules/'));
      for (const file of files) checked.add(file);
      return [
        ...program.getOptionsDiagnostics(),
        ...program.getGlobalDiagnostics(),
        ...files.flatMap((file) => [
          ...program.getSyntacticDiagnostics(file),
          ...program.getSemanticDiagnostics(file),
          ...(options.declaration ? program.getDeclarationDiagnostics(file) : []),
        ]),
      ];
    });
  return ts.formatDiagnostics(ts.sortAndDeduplicateDiagnostics([...errors, ...found]), host);
}
