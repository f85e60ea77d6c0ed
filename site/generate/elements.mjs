import { readFileSync } from 'node:fs';
import { catalogue } from '../../demo/catalogue.js';
import { root } from '../../scripts/run.mjs';
import { cell, code, page, prose, section, table } from './markdown.mjs';

const TOKEN = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token';
/** Examples that need more than the tag itself. The others are generated from the demo's list of elements. */
const EXAMPLES = {
  'wallet-account': `<wallet-connect-button without-menu></wallet-connect-button>
<wallet-account inline></wallet-account>`,
  'wallet-select-modal': `<button type="button" onclick="document.querySelector('wallet-select-modal').show()">
  Choose a wallet
</button>
<wallet-select-modal></wallet-select-modal>`,
  'wallet-context': `<style>
  .members { display: none; }
  wallet-context[status='connected'] .members { display: block; }
</style>
<wallet-context network="testnet">
  <wallet-connect-button></wallet-connect-button>
  <p class="members">Only while connected.</p>
</wallet-context>`,
  'wallet-sign-in': `<wallet-sign-in endpoint="/auth"></wallet-sign-in>`,
  'wallet-transactions': `<wallet-connect-button></wallet-connect-button>
<wallet-transactions></wallet-transactions>`,
  'ft-amount': `<ft-amount value="123456789012345678901234" decimals="6" symbol="HNY"></ft-amount>
<ft-amount value="2500000" principal="${TOKEN}"></ft-amount>`,
};

/** A page for each element of the manifest: [path, text]. */
export function elementPages() {
  const { modules } = JSON.parse(readFileSync(`${root}custom-elements.json`, 'utf8'));
  const elements = modules
    .flatMap(({ declarations = [] }) => declarations)
    .filter(({ tagName }) => tagName)
    .sort((a, b) => (a.tagName < b.tagName ? -1 : 1));
  return elements.map((element) => [`elements/${element.tagName}.md`, elementPage(element)]);
}

function elementPage(element) {
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
    `\`\`\`html live\n${exampleOf(tag)}\n\`\`\``,
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

export function exampleOf(tag) {
  if (EXAMPLES[tag]) return EXAMPLES[tag];
  const { attributes = [], content = [] } = catalogue.find((entry) => entry.tag === tag) ?? {};
  const written = attributes
    .filter(({ name, always }) => always && name !== 'base-url')
    .map(({ name, value }) => ` ${name}="${value}"`);
  const inner = content.map((part) => {
    if (typeof part === 'string') return `\n  ${part}`;
    if (part.tag) return `\n  <${part.tag}></${part.tag}>`;
    return `\n  <script type="application/json">\n    ${part.script}\n  </script>`;
  });
  return `<${tag}${written.join('')}>${inner.join('')}${inner.length > 0 ? '\n' : ''}</${tag}>`;
}
