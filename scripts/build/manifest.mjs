import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';

export default {
  globs: ['src/elements/**/*.ts'],
  exclude: ['**/*.test.ts', '**/*.styles.ts'],
  litelement: true,
  outdir: '.',
  plugins: [{ name: 'what-is-public', packageLinkPhase: complete }],
};

/**
 * Adds what the analyzer cannot find. The analyzer finds tags only in calls of `customElements.define('tag', …)`, but
 * only src/define/define.ts calls it: so the tag is the name of the folder. The analyzer uses the arguments of
 * `new Event()` as the event's name: so the names of events come from the docblock, and the class is named after the
 * event. Keeps only elements and their events, with the paths of the compiled files.
 */
function complete({ customElementsManifest: manifest }) {
  const definitions = [];
  const choices = namedChoices();
  for (const module of manifest.modules) {
    const { path } = module;
    for (const declaration of module.declarations) {
      // ElementEvent, in src/elements/internal/element.ts, adds nothing to Event.
      if (declaration.superclass?.name === 'ElementEvent') {
        declaration.superclass = { name: 'Event', module: 'global:' };
      }
    }
    const tag = basename(dirname(path));
    // A base class is not an element: its members are listed for the classes that extend it.
    const isElement = ({ name }) => basename(path) === `${tag}.ts` && name === pascalCase(tag);
    const element = module.declarations.find(isElement);
    if (element) element.customElement = true;
    module.declarations = module.declarations.filter((one) => one === element || isEvent(one));
    // The published file of an element also contains the modules of its events.
    module.path = `dist/elements/${tag}/${tag}.js`;
    module.exports = (module.exports ?? [])
      .filter(({ kind, name }) => kind === 'js' && name === element?.name)
      .map(({ kind, name }) => ({ kind, name, declaration: { name, module: module.path } }));
    for (const declaration of module.declarations) keepPublic(declaration);

    if (!element) continue;
    describe(element, tag);
    const source = readFileSync(path, 'utf8');
    for (const one of [...(element.attributes ?? []), ...element.members]) {
      if (one.type) one.type.text = choices.get(one.type.text) ?? one.type.text;
      if (/^[A-Z_]+$/.test(one.default)) one.default = constantIn(source, one.default);
    }
    if (/from '\.\.\/(styles\/tokens|cards\/.+\.styles)\.js'/.test(source)) {
      element.cssProperties = sharedProperties();
    }
    definitions.push({
      kind: 'javascript-module',
      path: `dist/elements/${tag}/define.js`,
      declarations: [],
      exports: [
        {
          kind: 'custom-element-definition',
          name: tag,
          declaration: { name: element.name, module: module.path },
        },
      ],
    });
  }
  // The analyzer reads the files in any order.
  manifest.modules = [...mergeByPath(manifest.modules), ...definitions].sort((a, b) =>
    a.path < b.path ? -1 : 1,
  );
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

function mergeByPath(modules) {
  const merged = new Map();
  for (const module of modules.filter(({ declarations }) => declarations.length > 0)) {
    const first = merged.get(module.path);
    first?.declarations.push(...module.declarations);
    first?.exports.push(...module.exports);
    merged.set(module.path, first ?? module);
  }
  return merged.values();
}

const isEvent = ({ superclass }) => superclass?.name === 'Event';

function keepPublic(declaration) {
  const isPublic = (member) => !member.privacy && !member.static;
  declaration.members = declaration.members?.filter(isPublic) ?? [];
  const { attributes, slots, cssParts, cssStates } = declaration;
  for (const one of [declaration.members, attributes, slots, cssParts, cssStates].flat()) {
    delete one?.inheritedFrom;
  }
  const fields = new Set(declaration.members.map(({ name }) => name));
  for (const attribute of declaration.attributes ?? []) {
    if (!fields.has(attribute.fieldName)) delete attribute.fieldName;
  }
}

function describe(element, tag) {
  element.tagName = tag;
  element.events = element.events
    ?.filter(({ description }) => description)
    // `input` and `change` are native events.
    .map((event) => ({
      ...event,
      type: { text: event.name.includes('-') ? `${pascalCase(event.name)}Event` : 'Event' },
    }));
}

/** The shared CSS custom properties: the rows of the tables in src/elements/styles/README.md, which documents them. */
function sharedProperties() {
  const tables = readFileSync('src/elements/styles/README.md', 'utf8');
  const rows = [...tables.matchAll(/^\| `(--[\w-]+)` +\| (.+?) +\| (.+?) +\|(?: (.+?) +\|)?$/gm)];
  return rows.map(([, name, what, first, second]) => {
    const [light, dark] = [first, second].map((text) => /^`(.+)`$/.exec(text)?.[1]);
    const value = light && dark ? `light-dark(${light}, ${dark})` : light;
    return { name, description: sentence(what), ...(value ? { default: value } : {}) };
  });
}

/** The name of the class for a tag or an event: `ft-amount` is `FtAmount`. */
const pascalCase = (name) =>
  name.replace(/(?:^|-)([a-z])/g, (_all, letter) => letter.toUpperCase());

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;
