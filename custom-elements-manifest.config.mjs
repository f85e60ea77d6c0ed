import { basename, dirname } from 'node:path';

export default {
  globs: ['src/elements/**/*.ts', 'src/define/*.ts'],
  exclude: ['**/*.test.ts', '**/*.styles.ts'],
  litelement: true,
  outdir: '.',
  plugins: [{ name: 'what-the-analyzer-cannot-see', packageLinkPhase: complete }],
};

/**
 * The analyzer knows a tag by `customElements.define('tag', …)`, which only define/define.ts calls, and
 * takes what an event is made of for its name. The folder has the tag's name, the docblock those of the
 * events, and an event's class is called after it.
 */
function complete({ customElementsManifest: { modules } }) {
  for (const module of modules) {
    module.exports = module.exports?.filter(({ kind }) => kind !== 'custom-element-definition');
  }
  for (const { path, declarations } of modules) {
    const element = declarations.find(({ customElement }) => customElement);
    if (!element) continue;
    const tag = basename(dirname(path));
    element.tagName = tag;
    element.events = element.events
      ?.filter(({ description }) => description)
      .map((event) => ({ ...event, type: { text: `${pascalCase(event.name)}Event` } }));
    modules
      .find((module) => module.path === `src/define/${tag}.ts`)
      .exports.push({
        kind: 'custom-element-definition',
        name: tag,
        declaration: { name: element.name, module: path },
      });
  }
}

function pascalCase(name) {
  return name.replace(/(?:^|-)([a-z])/g, (_all, letter) => letter.toUpperCase());
}
