import { readFileSync } from 'node:fs';
import { readElements } from '../../scripts/demo-data.mjs';
import { root } from '../../scripts/run.mjs';
import { cell, code, page, prose, section, table } from './markdown.mjs';

/** A page for each element of the manifest: [path, text]. */
export function elementPages() {
  const { modules } = JSON.parse(readFileSync(`${root}custom-elements.json`, 'utf8'));
  const elements = modules
    .flatMap(({ declarations = [] }) => declarations)
    .filter(({ tagName }) => tagName)
    .sort((a, b) => (a.tagName < b.tagName ? -1 : 1));
  const examples = new Map(readElements().map(({ tag, example }) => [tag, example]));
  return elements.map((element) => [
    `elements/${element.tagName}.md`,
    elementPage(element, examples.get(element.tagName)),
  ]);
}

function elementPage(element, example) {
  const { tagName: tag, description, members = [], attributes = [], events = [] } = element;
  const { slots = [], cssParts = [], cssStates = [], cssProperties = [] } = element;
  const open = members.filter(({ privacy, static: isStatic }) => !privacy && !isStatic);
  const fields = open.filter(({ kind, attribute }) => kind === 'field' && !attribute);
  const methods = open.filter(({ kind }) => kind === 'method');
  const attributeOf = (field) => open.find(({ attribute }) => attribute === field.name) ?? {};
  return page(
    `---\ntitle: '<${tag}>'\n---`,
    `# \`<${tag}>\``,
    prose(description),
    '## Example',
    `\`\`\`html live\n${example}\n\`\`\``,
    'The wallet of the example is the development wallet, and the answers of services are samples. In an app:',
    `\`\`\`js\nimport 'stacks-wallet-elements/define/${tag}';\n\`\`\``,
    section(
      '## Attributes and properties',
      table(
        ['Attribute', 'Type', 'Effect'],
        [
          ...attributes.map((attribute) => [
            attribute.name === attribute.fieldName || !attribute.fieldName
              ? code(attribute.name)
              : `${code(attribute.name)}, property ${code(attribute.fieldName)}`,
            code(attribute.type?.text),
            cell(attribute.description) + (attributeOf(attribute).reflects ? ' Reflected.' : ''),
          ]),
          ...fields.map((field) => [
            `property ${code(field.name)}`,
            code(field.type?.text),
            cell(field.description),
          ]),
        ],
      ),
    ),
    section(
      '## Methods',
      table(
        ['Method', 'Effect'],
        methods.map(({ name, parameters = [], description: text, return: result }) => [
          code(`${name}(${parameters.map(parameter).join(', ')}): ${result?.type?.text ?? 'void'}`),
          cell(text),
        ]),
      ),
    ),
    list('## Events', 'Event', events, (event) => event.type?.text),
    list(
      '## Slots',
      'Slot',
      slots.map((slot) => ({ ...slot, name: slot.name || '(default)' })),
    ),
    list('## Parts', 'Part', cssParts),
    list(
      '## States',
      'State',
      cssStates.map((state) => ({ ...state, name: `:state(${state.name})` })),
    ),
    list('## CSS properties', 'Property', cssProperties, undefined, ({ default: value }) => value),
    cssProperties.length > 0 && 'How to use them: [Theming](/guide/theming).',
  );
}

const parameter = ({ name, type, optional }) =>
  `${name}${optional ? '?' : ''}${type ? `: ${type.text}` : ''}`;

function list(title, head, entries, typeOf = () => '', defaultOf = () => '') {
  const rows = entries.map((entry) => [
    code(entry.name),
    code(typeOf(entry)),
    cell(entry.description),
    code(defaultOf(entry)),
  ]);
  return section(title, table([head, 'Class', 'Meaning', 'Default'], rows));
}
