import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import ts from 'typescript';

/**
 * From the bottom up: a module imports from its own layer or from a lower one. Names on one line do not
 * import each other, except where `ALLOWED_BESIDE` says so.
 */
const LAYERS = [
  ['wire', 'errors'],
  ['lib'],
  ['methods'],
  ['wallets'],
  ['core', 'metadata'],
  ['elements'],
  ['define'],
  ['index'],
  ['cdn'],
];
const ALLOWED_BESIDE = new Set(['wire>errors', 'errors>wire']);

/** Tests, and what only they import, are not shipped: the order does not bind them. */
const isTest = (file) => file.endsWith('.test.ts') || file.startsWith('testing/');

/**
 * Every break of the rules of imports in a tree of TypeScript sources, as sentences that name the file.
 *
 * @param {string} root the folder of the sources
 * @returns {string[]} empty where all is well
 */
export function layerBreaks(root) {
  const modules = new Map(sourceFiles(root).map((file) => [file, readModule(root, file)]));
  const breaks = [];
  for (const [file, { imports, defines }] of modules) {
    if (isTest(file)) continue;
    if (layerOf(file) === -1) breaks.push(`${file} is in no layer: ${nameOf(file)} is not listed`);
    if (defines && !file.startsWith('define/')) {
      breaks.push(`${file} calls customElements.define: only src/define/ does`);
    }
    for (const specifier of imports) {
      breaks.push(...importBreaks(file, specifier, modules));
    }
  }
  return [...breaks, ...cycles(modules)];
}

/**
 * The imports between the layers of a tree of sources, as a Mermaid flowchart: an arrow for each pair, with the
 * number of files that import.
 *
 * @param {string} root the folder of the sources
 */
export function architecture(root) {
  const names = LAYERS.flat();
  const counts = new Map();
  for (const file of sourceFiles(root).filter((each) => !isTest(each))) {
    const targets = readModule(root, file)
      .imports.filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => nameOf(resolve(file, specifier)));
    for (const target of new Set(targets)) {
      const arrow = `  ${nameOf(file)} --> ${target}`;
      if (nameOf(file) !== target) counts.set(arrow, (counts.get(arrow) ?? 0) + 1);
    }
  }
  const rank = (arrow) => names.indexOf(arrow.trim().split(' ')[0]);
  const arrows = [...counts]
    .sort(([a], [b]) => rank(b) - rank(a) || a.localeCompare(b))
    .map(([arrow, count]) => arrow.replace('-->', `-->|${count}|`));
  return ['flowchart TD', ...arrows].join('\n');
}

function importBreaks(file, specifier, modules) {
  if (!specifier.startsWith('.')) return [];
  const target = resolve(file, specifier);
  if (!modules.has(target)) return [`${file} imports ${specifier}, which is not there`];
  if (isTest(target)) return [`${file} is shipped and imports ${target}, which is not`];
  if (isOwnIndex(file, target)) return [`${file} imports ${target}, the index of its own folder`];
  const [from, to] = [layerOf(file), layerOf(target)];
  if (to > from) {
    return [`${file} imports ${target}: ${nameOf(file)} is below ${nameOf(target)}`];
  }
  const beside = `${nameOf(file)}>${nameOf(target)}`;
  if (to === from && nameOf(file) !== nameOf(target) && !ALLOWED_BESIDE.has(beside)) {
    return [`${file} imports ${target}: ${nameOf(file)} and ${nameOf(target)} stand apart`];
  }
  return [];
}

/** `src/index.ts` is a door and a layer of its own, not the index of a folder. */
function isOwnIndex(file, target) {
  const isIndex = posix.basename(target) === 'index.ts' && target !== 'index.ts';
  return isIndex && file.startsWith(`${posix.dirname(target)}/`);
}

function nameOf(file) {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : file.replace(/\.ts$/, '');
}

function layerOf(file) {
  return LAYERS.findIndex((names) => names.includes(nameOf(file)));
}

function resolve(file, specifier) {
  return posix.join(posix.dirname(file), specifier).replace(/\.js$/, '.ts');
}

/** Every circle of imports, once, in the order in which it is walked. */
function cycles(modules) {
  const found = [];
  const done = new Set();
  const walk = (file, path) => {
    const start = path.indexOf(file);
    if (start !== -1) {
      found.push(`a cycle: ${[...path.slice(start), file].join(' -> ')}`);
      return;
    }
    if (done.has(file)) return;
    for (const specifier of modules.get(file)?.imports ?? []) {
      if (specifier.startsWith('.')) walk(resolve(file, specifier), [...path, file]);
    }
    done.add(file);
  };
  for (const file of modules.keys()) walk(file, []);
  return found;
}

function sourceFiles(root) {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** What a module imports, in every form that names another module, and whether it defines an element. */
function readModule(root, file) {
  const path = join(root, ...file.split('/'));
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  const imports = new Set();
  let defines = false;
  const visit = (node) => {
    const specifier = specifierOf(node);
    if (specifier && ts.isStringLiteralLike(specifier)) imports.add(specifier.text);
    if (isDefinition(node)) defines = true;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { imports: [...imports], defines };
}

function specifierOf(node) {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node)) return node.argument.literal;
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    return node.arguments[0];
  }
  return undefined;
}

/** `customElements.define`, however it is reached, and Lit's decorator for it. */
function isDefinition(node) {
  if (ts.isDecorator(node)) {
    const { expression } = node;
    return ts.isCallExpression(expression) && named(expression.expression, 'customElement');
  }
  if (ts.isPropertyAccessExpression(node)) {
    return node.name.text === 'define' && named(node.expression, 'customElements');
  }
  if (ts.isElementAccessExpression(node)) {
    return (
      named(node.expression, 'customElements') &&
      ts.isStringLiteralLike(node.argumentExpression) &&
      node.argumentExpression.text === 'define'
    );
  }
  return false;
}

function named(expression, name) {
  if (ts.isIdentifier(expression)) return expression.text === name;
  return ts.isPropertyAccessExpression(expression) && expression.name.text === name;
}
