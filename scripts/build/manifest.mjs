import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';

export default {
  globs: ['src/elements/**/*.ts'],
  exclude: ['**/*.test.ts', '**/*.styles.ts'],
  litelement: true,
  outdir: '.',
  plugins: [{ name: 'what-is-public', packageLinkPhase: keepPublic }],
};

/**
 * Keeps only elements, their events and the modules that define them, with the paths of the compiled files, and adds
 * what the analyzer cannot find: the tag, which is the name of the folder, since only src/define/define.ts calls
 * `customElements.define()`; the classes of events, which are named after the events; and the values of named types.
 */
function keepPublic({ customElementsManifest: manifest }) {
  const choices = namedChoices();
  for (const module of manifest.modules) {
    const [tag, file] = [basename(dirname(module.path)), basename(module.path, '.ts')];
    const source = readFileSync(module.path, 'utf8');
    const folder = `dist/elements/${tag}`;
    module.path = `${folder}/${file}.js`;
    const isElement = ({ name }) => file === tag && name === pascalCase(tag);
    // Base classes are not listed: their members are listed for the classes that extend them.
    module.declarations = module.declarations.filter((one) => isElement(one) || isEvent(one));
    for (const one of module.declarations) keepPublicMembers(one);
    const element = module.declarations.find(isElement);
    if (element) describe(element, { tag, source, choices });
    const declaration = { name: pascalCase(tag), module: `${folder}/${tag}.js` };
    module.exports = [
      ...(element ? [{ kind: 'js', name: element.name, declaration }] : []),
      ...(file === 'define' ? [{ kind: 'custom-element-definition', name: tag, declaration }] : []),
    ];
  }
  // The analyzer reads the files in any order.
  manifest.modules = manifest.modules
    .filter(({ declarations, exports }) => declarations.length + exports.length > 0)
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The base class ElementEvent adds nothing to Event. */
const isEvent = ({ superclass }) => superclass?.name === 'ElementEvent';

function keepPublicMembers(declaration) {
  if (isEvent(declaration)) declaration.superclass = { name: 'Event', module: 'global:' };
  const { members = [], attributes = [], slots, cssParts, cssStates } = declaration;
  declaration.members = members.filter((member) => !member.privacy && !member.static);
  for (const one of [declaration.members, attributes, slots, cssParts, cssStates].flat()) {
    delete one?.inheritedFrom;
  }
  const fields = new Set(declaration.members.map(({ name }) => name));
  for (const attribute of attributes) {
    if (!fields.has(attribute.fieldName)) delete attribute.fieldName;
  }
}

function describe(element, { tag, source, choices }) {
  Object.assign(element, { tagName: tag, customElement: true });
  element.events = element.events
    ?.filter(({ description }) => description)
    // `input` and `change` are native events.
    .map((event) => ({
      ...event,
      type: { text: event.name.includes('-') ? `${pascalCase(event.name)}Event` : 'Event' },
    }));
  for (const one of [...(element.attributes ?? []), ...element.members]) {
    if (one.type) one.type.text = choices.get(one.type.text) ?? one.type.text;
    if (/^[A-Z_]+$/.test(one.default)) one.default = constantIn(source, one.default);
  }
  if (
    /import \{ base \}|from '\.\.\/(cards\/.+\.styles|internal\/button-element)\.js'/.test(source)
  ) {
    element.cssProperties = sharedProperties();
  }
}

/**
 * The types `type A = 'one' | 'two'` and `type A = (typeof LIST)[number]`, by name. Editors offer their values, so the
 * manifest has these instead of the name.
 */
function namedChoices() {
  const choices = new Map();
  for (const file of readdirSync('src', { recursive: true })) {
    if (!/(?<!\.test)\.ts$/.test(file)) continue;
    const source = readFileSync(`src/${file}`, 'utf8');
    for (const [, name, type] of source.matchAll(/^export type (\w+) =\s+([^;]+);$/gm)) {
      const list = /^\(typeof (\w+)\)\[number\]$/.exec(type)?.[1];
      const values = list ? constantIn(source, list)?.match(/^\[([^]*)\] as const$/)?.[1] : type;
      if (!/^(?:\s*[|,]?\s*'[^']*')+,?\s*$/.test(values ?? '')) continue;
      const union = values.match(/'[^']*'/g).join(' | ');
      if ((choices.get(name) ?? union) !== union) throw new Error(`There are two types ${name}.`);
      choices.set(name, union);
    }
  }
  return choices;
}

/** The value of a constant, as it is written. */
const constantIn = (source, name) =>
  new RegExp(`^(?:export )?const ${name} = ([^;]+);$`, 'm').exec(source)?.[1];

/** The shared CSS custom properties: the rows of the tables in src/elements/styles/README.md, which documents them. */
function sharedProperties() {
  const tables = readFileSync('src/elements/styles/README.md', 'utf8');
  const rows = [...tables.matchAll(/^\| `(--[\w-]+)` +\| (.+?) +\| (.+?) +\|(?: (.+?) +\|)?$/gm)];
  return rows.map(([, name, what, first, second]) => {
    const [light, dark] = [first, second].map((text) => /^`(.+)`$/.exec(text)?.[1]);
    const value = light && dark ? `light-dark(${light}, ${dark})` : light;
    return {
      name,
      description: `${what[0].toUpperCase()}${what.slice(1)}.`,
      ...(value ? { default: value } : {}),
    };
  });
}

/** The name of the class for a tag or an event: `ft-amount` is `FtAmount`. */
const pascalCase = (name) =>
  name.replace(/(?:^|-)([a-z])/g, (_all, letter) => letter.toUpperCase());
