import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { root } from '../../scripts/run.mjs';
import { cell, code, table } from './markdown.mjs';

const { exports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
/** Entry points that define elements or are described elsewhere. */
const OTHERS = /^\.$|^\.\/(define|cdn|jsx|elements\/\*)|\*|\.(?:js(?:on)?|css)$/;

/** The entry points with functions: `{ name, file, module }`. */
export const entryPoints = Object.entries(exports)
  .filter(([path, target]) => target?.types && !OTHERS.test(path))
  .map(([path, { types, default: module }]) => ({
    name: path.slice(2),
    file: root + types.slice(2),
    module: root + module.slice(2),
  }))
  .filter(({ file }) => existsSync(file));

const methodsFile = `${root}dist/methods/index.d.ts`;
const program = ts.createProgram([...entryPoints.map(({ file }) => file), methodsFile], {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  skipLibCheck: true,
  strict: true,
  types: [],
});
export const checker = program.getTypeChecker();

/**
 * What a page can import from a file, with resolved aliases. `isValue`: false for what is only a type there, such as a class of
 * `export type *`. What is no type and only of such an export is left out: nothing can be done with it.
 */
export function exportsOf(file, module = file.replace(/\.d\.ts$/, '.js')) {
  const values = valuesOf(module);
  return checker
    .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)))
    .map((symbol) => ({
      ...{ name: symbol.name, symbol: resolved(symbol) },
      isValue: values.has(symbol.name),
    }))
    .filter(({ symbol, isValue }) => isValue || symbol.flags & ts.SymbolFlags.Type);
}

/** The names that a module in JavaScript exports. */
function valuesOf(file) {
  const { statements } = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ESNext); // prettier-ignore
  const names = statements.flatMap((node) => {
    if (ts.isExportDeclaration(node)) {
      const { exportClause: clause, moduleSpecifier } = node;
      if (!clause) return [...valuesOf(join(dirname(file), moduleSpecifier.text))];
      return (clause.elements ?? [clause]).map(({ name }) => name.text);
    }
    const isExported = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    const declared = node.declarationList?.declarations ?? [node];
    return isExported ? declared.map(({ name }) => name.text) : [];
  });
  return new Set(names);
}

/** The methods of the type `Methods`: each with its definition, and the types of its params and result. */
export function methodTypes() {
  const methods = exportsOf(methodsFile).find(({ name }) => name === 'Methods').symbol;
  const all = exportsOf(`${root}dist/methods/index.d.ts`.replace('index', 'all'));
  return checker
    .getDeclaredTypeOfSymbol(methods)
    .getProperties()
    .map((property) => {
      const pair = checker.getTypeOfSymbol(property);
      const typeOf = (name) => checker.getTypeOfSymbol(pair.getProperty(name));
      const { symbol } = all.find(({ name }) => name === property.name);
      return { name: property.name, symbol, params: typeOf('params'), result: typeOf('result') };
    });
}

const resolved = (symbol) =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

export const docOf = (symbol) => ts.displayPartsToString(symbol.getDocumentationComment(checker));

export const isInternal = (symbol) =>
  symbol.getJsDocTags(checker).some(({ name }) => name === 'internal');

/** The tags of a docstring: `{ name, text }`. */
export const tagsOf = (symbol) =>
  symbol
    .getJsDocTags(checker)
    .map(({ name, text }) => ({ name, text: ts.displayPartsToString(text) }));

export const typeText = (type) =>
  checker.typeToString(
    type,
    undefined,
    ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope,
  );

/**
 * A row for each property of a type, with its name, type and description. The properties of records in a list follow
 * the row of the list.
 */
export function propertyTable(type, head = 'Property') {
  return table([head, 'Type', 'Meaning'], rowsOf(type, '', head === 'Param'));
}

function rowsOf(type, prefix, marksRequired) {
  return type
    .getProperties()
    .filter(
      (property) =>
        !isInternal(property) && !/^(?:__|#)/.test(property.name) && !isAlwaysAbsent(property),
    )
    .flatMap((property) => {
      const isOptional = property.flags & ts.SymbolFlags.Optional;
      const name = code(prefix + property.name);
      const inner = recordIn(checker.getTypeOfSymbol(property));
      return [
        [
          isOptional || !marksRequired ? name : `${name} (required)`,
          code(typeOf(property)),
          cell(docOf(property) || docOfAlias(property)),
        ],
        ...(inner ? rowsOf(inner, `${prefix}${property.name}[].`, marksRequired) : []),
      ];
    });
}

/** True for a property that exists only so that TypeScript can distinguish the members of a union. */
const isAlwaysAbsent = (property) =>
  property.valueDeclaration?.type?.kind === ts.SyntaxKind.UndefinedKeyword && !docOf(property);

/** The description of a named type, for a property without a description, such as `network: NetworkName`. */
function docOfAlias(property) {
  let node = property.valueDeclaration?.type;
  if (node && ts.isUnionTypeNode(node)) [node] = node.types;
  if (!node || !ts.isTypeReferenceNode(node)) return '';
  const alias = checker.getSymbolAtLocation(node.typeName);
  const isOurs =
    alias && !alias.declarations?.some((one) => /[\\/]lib\./.test(one.getSourceFile().fileName));
  return isOurs ? docOf(resolved(alias)) : '';
}

/** The type as it is written in the source, with the names of its parts. */
function typeOf(property) {
  const methods = (property.declarations ?? []).filter(
    (node) => ts.isMethodSignature(node) || ts.isMethodDeclaration(node),
  );
  if (methods.length > 0) return methods.map(methodText).join('; ');
  const node = property.valueDeclaration?.type;
  const text = node ? node.getText() : typeText(checker.getTypeOfSymbol(property));
  return text.replace(/\s*\|\s*undefined$/, '');
}

function methodText({ parameters, type }) {
  const texts = parameters
    .map((parameter) => parameter.getText())
    .filter((text) => !/^this\b/.test(text));
  return `(${texts.join(', ')}) => ${type?.getText() ?? 'void'}`.replace(/\s+/g, ' ');
}

/** The type of the records in a list, if this package declares it; undefined for any other type. */
function recordIn(type) {
  const { types = [type] } = type;
  for (const member of types) {
    if (!checker.isArrayType(member) && member.symbol?.name !== 'ReadonlyArray') continue;
    const [element] = checker.getTypeArguments(member);
    const records = (element.types ?? [element]).filter(({ symbol }) =>
      symbol?.declarations?.some(
        (node) =>
          ts.isInterfaceDeclaration(node) && !/[\\/]lib\./.test(node.getSourceFile().fileName),
      ),
    );
    if (records.length === 1) return records[0];
  }
  return undefined;
}
