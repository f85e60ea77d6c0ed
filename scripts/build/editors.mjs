import { readFileSync, writeFileSync } from 'node:fs';
import { generateJetBrainsWebTypes } from 'custom-element-jet-brains-integration';
import { root } from '../run.mjs';

/**
 * Writes files for editors and compilers from the custom elements manifest: `html-custom-data.json` for Visual
 * Studio Code, `web-types.json` for the editors of JetBrains, and `jsx.d.ts`, the types of the tags, from which
 * `src/tags/` derives those for each framework. custom-element-vuejs-integration 1.4.0, -svelte-integration 1.2.0 and
 * -solidjs-integration 1.9.0 do not import the types that they name, use the class of an event as the `detail` of a
 * CustomEvent, and omit the attributes of every HTML element.
 */
export function writeForEditors(dist, manifest) {
  const modules = withWrittenTypes(manifest.modules);
  writeWebTypes(dist, modules);
  const described = modules.flatMap(({ path, declarations }) =>
    declarations.filter(({ tagName }) => tagName).map((element) => ({ ...element, path })),
  );
  const fired = new Set(
    described.flatMap(({ events = [] }) => events.map(({ type }) => type.text)),
  );
  const events = modules.flatMap(({ path, declarations }) =>
    declarations.filter(({ name }) => fired.has(name)).map(({ name }) => ({ name, path })),
  );
  writeFileSync(`${dist}/html-custom-data.json`, JSON.stringify(htmlData(described)));
  writeFileSync(`${dist}/jsx.d.ts`, jsxTypes(described, events));
}

/** The types that attributes have by name, as editors need them: their values. */
const NAMED = {
  NetworkName: /type NetworkName = ([^;]*?)\s*\|\s*\(string & \{\}\)/.exec(
    readFileSync(`${root}src/stacks/address.ts`, 'utf8'),
  )[1],
  MethodName: [...readFileSync(`${root}src/methods/all.ts`, 'utf8').matchAll(/'\.\/(\w+)\.js'/g)]
    .map(([, name]) => `'${name}'`)
    .join(' | '),
};

/** The manifest with the values of its named types in the types of attributes. */
function withWrittenTypes(modules) {
  const inPlace = structuredClone(modules);
  const attributes = inPlace.flatMap(({ declarations }) =>
    declarations.flatMap((one) => one.attributes ?? []),
  );
  for (const { type } of attributes) {
    if (!type) continue;
    for (const [name, values] of Object.entries(NAMED)) {
      type.text = type.text.replace(name, values);
    }
  }
  return inPlace;
}

/** The manifest without the attributes that an element sets itself, and without the tables in its descriptions. */
function writeWebTypes(outdir, modules) {
  const { name, version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const declared = structuredClone(modules).map((module) => ({
    ...module,
    declarations: module.declarations.map((one) => ({
      ...one,
      ...(one.attributes && { attributes: one.attributes.filter(isWritten) }),
    })),
  }));
  // Version 1.8.0 prints a line even with `hideLogs`.
  const { log } = console;
  console.log = () => {};
  generateJetBrainsWebTypes(
    { schemaVersion: '1.0.0', modules: declared },
    {
      outdir,
      packageJson: false,
      hideLogs: true,
      hideSlotDocs: true,
      hideEventDocs: true,
      hideCssPropertiesDocs: true,
      hideCssPartsDocs: true,
      hideMethodDocs: true,
    },
  );
  console.log = log;
  const file = `${outdir}/web-types.json`;
  const written = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...written, name, version }));
}

/**
 * Written here, because custom-element-vs-code-integration 1.5.0 offers the names of types (`readonly string[]`) as
 * values, and completes `disabled` to `disabled=""`.
 */
function htmlData(elements) {
  return {
    version: 1.1,
    tags: elements.map(({ tagName, description, attributes = [] }) => ({
      name: tagName,
      description: { kind: 'markdown', value: description },
      attributes: attributes.filter(isWritten).map((attribute) => ({
        name: attribute.name,
        description: { kind: 'markdown', value: attribute.description },
        ...valuesOf(attribute.type?.text),
      })),
    })),
  };
}

function valuesOf(type = '') {
  // `v`: the attribute has no value.
  if (type === 'boolean') return { valueSet: 'v' };
  const names = choicesOf(type).filter(Boolean);
  return names.length > 0 ? { values: names.map((name) => ({ name })) } : {};
}

/** The values of a type such as `'one' | 'two'`; empty for any other type. */
export const choicesOf = (type = '') =>
  // A type may also accept other texts, and be absent.
  /^'[^[]+'$/.test(type.replaceAll(/ \| (?:\(string & \{\}\)|undefined)/g, ''))
    ? [...type.matchAll(/'([^']*)'/g)].map(([, value]) => value)
    : [];

/**
 * Written here, because @wc-toolkit/jsx-types 1.8.2 does not import the classes of events, accepts neither a string
 * for a number attribute nor React's `useRef()`, and offers attributes that the element itself sets.
 */
function jsxTypes(elements, events) {
  const imports = [...elements, ...events].map(
    ({ name, path }) => `import type { ${name} } from './${path.replace(/^dist\//, '')}';`,
  );
  return `${imports.join('\n')}

type Props<Base, Own> = Omit<Base, keyof Own> & Own;

/** Every tag with its attributes, properties and events, in addition to those of all tags (\`Base\`). */
export interface WalletElements<Base> {
${elements.map(jsxTag).join('\n')}
}
`;
}

function jsxTag({ tagName, name, description, attributes = [], members, events = [] }) {
  const properties = members.filter(
    (member) => member.kind === 'field' && !member.readonly && isWritten(member),
  );
  const known = new Set(properties.map((property) => property.name));
  const lines = [
    ...properties.map((one) => jsxLine(one, `${name}['${one.name}']`)),
    ...attributes
      .filter((one) => isWritten(one) && !known.has(one.name))
      .map((one) => jsxLine(one, attributeType(one.type?.text))),
    ...events.map((one) =>
      jsxLine({ ...one, name: `on${one.name}` }, `((event: ${one.type.text}) => void)`),
    ),
  ];
  return `  /** ${inOneLine(description)} */\n  '${tagName}': Props<Base, {\n${lines.join('\n')}\n  }>;`;
}

const inOneLine = (text) => text.replace(/\s+/g, ' ');

const jsxLine = ({ name, description }, type) =>
  `    /** ${inOneLine(description)} */\n    '${name}'?: ${type} | undefined;`;

function attributeType(type = '') {
  if (type === 'boolean') return 'boolean';
  const choices = choicesOf(type).map((choice) => `'${choice}'`);
  if (choices.length > 0)
    return [...choices, ...(type.includes('string &') ? ['(string & {})'] : [])].join(' | ');
  return type.includes('number') ? 'number | string' : 'string';
}

/** Whether the page sets an attribute or a property, not the element itself. */
export const isWritten = ({ description }) => !/Set\s+by\s+the\s+element\.$/.test(description);
