import lit from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import wc from 'eslint-plugin-wc';
import { parser } from 'typescript-eslint';

const TEMPLATE_EDGES = {
  // The last one: a space before an expression that ends the template.
  selector:
    '[tag.name="html"] > * > :matches(TemplateElement:matches(:first-child[value.raw=/^ /], :last-child[value.raw=/(^|\\S) $/]), TemplateElement[value.raw=/\\S +$/] + TemplateElement:last-child[value.raw=/^\\s*$/])',
  message: 'The build removes a space at the edge of a template: write it as a value.',
};
/** Built-ins that MooTools 1.3 to 1.5 and Prototype.js 1.6 and 1.7 replace with incomplete versions. */
const REPLACED_BUILT_INS = [
  ['MemberExpression[object.name="Array"][property.name="from"]', 'Use spread, or a loop.'],
  [
    'MemberExpression[object.name="Object"][property.name=/^(keys|values)$/]',
    'Prototype.js includes inherited fields: use Object.entries.',
  ],
  [
    'CallExpression[callee.property.name="entries"][callee.object.name!="Object"]',
    'For an array, Prototype.js returns only the values: use map with the index, or a loop.',
  ],
  [
    'CallExpression[callee.property.name=/^(map|filter|find|every|some)$/] > :function[params.length>2]',
    'Prototype.js passes only the value and the index.',
  ],
  [
    'CallExpression[callee.property.name=/^(starts|ends)With$/][arguments.length>1]',
    'Prototype.js ignores the second argument.',
  ],
  [
    'CallExpression[callee.property.name="bind"][arguments.length>1]',
    'MooTools treats the second argument as a list of arguments.',
  ],
  [
    'CallExpression[callee.object.name="JSON"][callee.property.name="stringify"][arguments.length=1]',
    'Prototype.js 1.6 gives arrays a `toJSON`: pass the replacer `keepArrays`.',
  ],
  [
    ':matches(:matches(ClassDeclaration, ClassExpression)[superClass.name="Request"], NewExpression[callee.name="Request"])',
    'MooTools replaces the class.',
  ],
].map(([selector, reason]) => ({ selector, message: `Libraries replace it. ${reason}` }));

const SHADOWED_BY_MARKUP = {
  selector:
    'MemberExpression:matches([object.name=/^(document|ownerDocument)$/], [object.property.name=/^(document|ownerDocument)$/])[property.name!="location"]',
  message: 'Markup can shadow it: read it with native().',
};

/** Objects of the browser have inherited properties; others may have what a page added to `Object.prototype`. */
const INHERITED = {
  selector: 'BinaryExpression[operator="in"][left.type="Literal"]',
  message: 'It also finds what a page added to `Object.prototype`: use has(), or Object.hasOwn.',
};
const NEW_SIGNALS = {
  selector: 'MemberExpression[object.name="AbortSignal"][property.name=/^(any|timeout)$/]',
  message: 'Older versions of Safari lack it: use anySignal() or within().',
};

const IN_SOURCES = [
  TEMPLATE_EDGES,
  SHADOWED_BY_MARKUP,
  INHERITED,
  NEW_SIGNALS,
  ...REPLACED_BUILT_INS,
];
const DEFINITIONS = {
  selector:
    ':matches(MemberExpression:matches([property.name="define"], [property.value="define"]):matches([object.name="customElements"], [object.property.name="customElements"]), Decorator[expression.callee.name="customElement"])',
  message: 'Only src/define/define.ts defines elements.',
};

/** Rules for templates and elements, and rules of this project. Rules for JavaScript and TypeScript: .oxlintrc.json */
export default [
  { ignores: ['**/*.{js,mjs}', 'dist/', 'compat/', 'examples/', 'frameworks/', 'site/'] },
  {
    files: ['**/*.ts'],
    languageOptions: { parser },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
  },
  {
    files: ['src/**/*.ts'],
    plugins: { lit, 'lit-a11y': litA11y, wc },
    settings: { wc: { elementBaseClasses: ['LitElement'] } },
    rules: {
      ...lit.configs['flat/recommended'].rules,
      ...litA11y.configs.recommended.rules,
      ...wc.configs['flat/best-practice'].rules,
      'no-restricted-syntax': ['error', ...IN_SOURCES, DEFINITIONS],
      'lit/lifecycle-super': 'error',
      'lit/no-classfield-shadowing': 'error',
      'lit/no-native-attributes': 'off',
      'lit/no-template-arrow': 'off',
      'lit/prefer-nothing': 'error',
      'lit/prefer-static-styles': 'error',
      'lit/quoted-expressions': ['error', 'never'],
      'lit/ban-attributes': ['error', 'style'],
      // A class module never defines its element: its define.ts does.
      'wc/define-tag-after-class-definition': 'off',
      'wc/expose-class-on-global': 'off',
      'wc/no-exports-with-element': 'off',
      'wc/tag-name-matches-class': 'off',
      'wc/file-name-matches-element': 'off',
      // LitElement implements every lifecycle callback.
      'wc/guard-super-call': 'off',
      'wc/no-constructor-params': 'off',
      'wc/no-method-prefixed-with-on': 'off',
    },
  },
  {
    files: ['src/define/define.ts'],
    rules: { 'no-restricted-syntax': ['error', ...IN_SOURCES] },
  },
  {
    files: ['fixtures/dev-wallet/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', SHADOWED_BY_MARKUP] },
  },
  {
    files: [
      'src/**/*.test.ts',
      'src/testing/**/*.ts',
      'fixtures/**/*.test.ts',
      'fixtures/dev-wallet/testing/**/*.ts',
      'test/**/*.ts',
    ],
    rules: {
      'no-restricted-syntax': ['error', TEMPLATE_EDGES],
      'wc/guard-define-call': 'off',
      'wc/max-elements-per-file': 'off',
      'lit-a11y/accessible-name': 'off',
    },
  },
];
