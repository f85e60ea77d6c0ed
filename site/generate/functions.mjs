import ts from 'typescript';
import { cell, code, declaration, page, prose, section, table } from './markdown.mjs';
import {
  checker,
  docOf,
  entryPoints,
  exportsOf,
  isInternal,
  methodTypes,
  propertyTable,
  tagsOf,
} from './program.mjs';

/** More types than these have a page of their own. */
const MOST_TYPES = 40;

/** A page for each entry point with functions, and one for its types if it has many: [path, text]. */
export function functionPages() {
  const methods = new Set(methodTypes().map(({ name }) => name));
  const elsewhere = new Set(
    entryPoints
      .filter(({ name }) => !FRAMEWORKS.includes(name))
      .flatMap(({ file, module }) => exportsOf(file, module).map(({ symbol }) => symbol)),
  );
  return entryPoints.flatMap(({ name, file, module }) => {
    // The methods have pages of their own.
    const exported = exportsOf(file, module).filter(
      ({ symbol, name: own }) => !isInternal(symbol) && !methods.has(own),
    );
    const isElsewhere = ({ symbol }) => FRAMEWORKS.includes(name) && elsewhere.has(symbol);
    return entryPages(name, exported.sort(byName), isElsewhere);
  });
}

const byName = (a, b) => (a.name < b.name ? -1 : 1);

/** They also export the types that their hooks mention, which the entry points of these describe: 50 kB in each. */
const FRAMEWORKS = ['react', 'vue', 'svelte', 'solid'];

function entryPages(name, exported, isElsewhere) {
  const isFunction = ({ symbol }) => callsOf(symbol).length > 0;
  const isClass = ({ symbol, isValue }) => isValue && symbol.flags & ts.SymbolFlags.Class;
  const functions = exported.filter(isFunction);
  const classes = exported.filter((one) => isClass(one) && !isFunction(one));
  const values = exported.filter(
    (one) => one.isValue && one.symbol.valueDeclaration && !isFunction(one) && !isClass(one),
  );
  const types = exported.filter(
    (one) => ![functions, classes, values].some((of) => of.includes(one)),
  );
  const path = name.replaceAll('/', '-');
  const isApart = types.length > MOST_TYPES;
  const own = types.filter((one) => !isElsewhere(one));
  const sections = own.map(typeSection).filter(Boolean);
  const others =
    own.length < types.length &&
    'It also exports the types of [/core](/reference/core-types), [/contracts](/reference/contracts-types), [/metadata](/reference/metadata), [/transactions](/reference/transactions) and [/sign-in](/reference/sign-in) that its functions mention.';
  const entry = page(
    `---\ntitle: /${name}\n---`,
    `# \`stacks-wallet-elements/${name}\``,
    name === 'core' &&
      'The functions of wallets. `stacks-wallet-elements` exports all of it, with the picker of the elements, and `createMetadataClient` and `getFtMetadata` of [/metadata](/reference/metadata). Every method that `request` sends is described in [Methods](/reference/methods), every error code in [Errors](/errors/).',
    name !== 'core' &&
      contentsOf([...functions, ...classes, ...values], `The types of \`/${name}\`.`),
    section('## Functions', functions.map(functionText).join('\n\n')),
    section('## Classes', classes.map(classText).join('\n\n')),
    section('## Values', values.map(valueText).join('\n\n')),
    isApart
      ? `[The types of \`/${name}\`](/reference/${path}-types)`
      : section('## Types', sections.join('\n\n')),
  );
  if (!isApart) return [[`${path}.md`, entry]];
  const title = `# Types of \`stacks-wallet-elements/${name}\``;
  return [
    [`${path}.md`, entry],
    [
      `${path}-types.md`,
      page(
        `---\ntitle: Types of /${name}\noutline: false\n---`,
        title,
        `The types of \`/${name}\`, in alphabetical order.`,
        others,
        ...sections.map((text) => text.replace('###', '##')),
      ),
    ],
  ];
}

/** The first sentence of a page. */
const contentsOf = (named, without) =>
  named.length > 0
    ? `What it exports: ${named.map(({ name }) => `\`${name}\``).join(', ')}.`
    : without;

function callsOf(symbol) {
  if (!symbol.valueDeclaration || symbol.flags & ts.SymbolFlags.Class) return [];
  return checker.getTypeOfSymbol(symbol).getCallSignatures();
}

function functionText({ name, symbol }) {
  const signatures = callsOf(symbol).map(
    (signature) => `declare function ${name}${signatureText(signature)};`,
  );
  const tags = tagsOf(symbol);
  const texts = (tag) => tags.filter((one) => one.name === tag).map(({ text }) => text);
  return page(
    `### ${name}`,
    declaration(signatures.join('\n')),
    prose(docOf(symbol)),
    table(
      ['Param', 'Meaning'],
      texts('param').map((text) => {
        const [param, ...words] = text.split(/\s+/);
        return [code(param), cell(words.join(' '))];
      }),
    ),
    ...texts('returns').map((text) => `Returns ${prose(text)}.`.replace('..', '.')),
    ...texts('throws').map((text) => `Errors: ${prose(text)}.`.replace('..', '.')),
  ).trim();
}

const signatureText = (signature) =>
  checker.signatureToString(signature, undefined, ts.TypeFormatFlags.NoTruncation);

function classText({ name, symbol }) {
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  const constructors = checker.getTypeOfSymbol(symbol).getConstructSignatures();
  return page(
    `### ${name}`,
    declaration(constructors.map(constructorText(name)).join('\n')),
    prose(docOf(symbol)),
    propertyTable(ownProperties(type)),
  ).trim();
}

const constructorText = (name) => (signature) =>
  `declare class ${name} { constructor${signatureText(signature).replace(/: [^)]*$/, '')}; }`;

const ownProperties = (type) => ({ getProperties: () => type.getProperties().filter(isOwn) });

/** True for a property that is not declared in a built-in class, such as Error. */
const isOwn = (property) =>
  (property.declarations ?? []).some(
    (node) => !/[\\/]lib\..*\.d\.ts$/.test(node.getSourceFile().fileName),
  );

function valueText({ name, symbol }) {
  return page(
    `### ${name}`,
    prose(docOf(symbol)),
    propertyTable(
      { getProperties: () => checker.getTypeOfSymbol(symbol).getProperties().filter(isOwn) },
      'Key',
    ),
  ).trim();
}

function typeSection({ name, symbol }) {
  const node = symbol.declarations?.[0];
  if (!node) return '';
  const isRecord =
    (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) &&
    checker.getDeclaredTypeOfSymbol(symbol).getCallSignatures().length === 0;
  const text = isRecord
    ? propertyTable(ownProperties(checker.getDeclaredTypeOfSymbol(symbol)))
    : declaration(definitionOf(name, symbol, node));
  return page(`### ${name}`, prose(docOf(symbol)), folded(text)).trim();
}

/** A type as it is written, or its members, if it is written with the name of a value that is not exported. */
function definitionOf(name, symbol, node) {
  const text = node.getText().replace(/^export (declare )?/, '');
  if (!/\btypeof \w/.test(text) || node.typeParameters) return text;
  const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias;
  const type = checker.typeToString(checker.getDeclaredTypeOfSymbol(symbol), undefined, flags);
  return `type ${name} = ${type};`;
}

/** A long definition, closed: pages of many types would be very long. */
const folded = (text) =>
  text.split('\n').length > 6
    ? `<details>\n<summary>Definition</summary>\n\n${text}\n\n</details>`
    : text;
