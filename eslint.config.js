import js from '@eslint/js';
import lit from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import wc from 'eslint-plugin-wc';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const TEMPLATE_EDGES = {
  selector:
    '[tag.name="html"] > * > TemplateElement:matches(:first-child[value.raw=/^ /], :last-child[value.raw=/(^|\\S) $/])',
  message: 'The build removes a space at the edge of a template: write it as a value.',
};
/** Built-ins that MooTools 1.3 to 1.5 and Prototype.js 1.6 and 1.7 replace with incomplete ones. */
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
    ':matches(:matches(ClassDeclaration, ClassExpression)[superClass.name=/^(Event|Request)$/], NewExpression[callee.name=/^(Event|Request)$/])',
    'MooTools replaces the class: use NativeEvent or CustomEvent.',
  ],
].map(([selector, reason]) => ({ selector, message: `Libraries replace it. ${reason}` }));

const SHADOWED_BY_MARKUP = {
  selector:
    'MemberExpression:matches([object.name=/^(document|ownerDocument)$/], [object.property.name=/^(document|ownerDocument)$/])[property.name!="location"]',
  message: 'Markup can shadow it: read it with native().',
};

const CHANGING_EXPORT = {
  selector: 'ExportNamedDeclaration > VariableDeclaration[kind="let"]',
  message:
    'Chunks get copies of exports (scripts/rollup-share-entry.mjs). Export a function or an object.',
};
const IN_SOURCES = [TEMPLATE_EDGES, SHADOWED_BY_MARKUP, CHANGING_EXPORT, ...REPLACED_BUILT_INS];
const DEFINITIONS = {
  selector:
    ':matches(MemberExpression:matches([property.name="define"], [property.value="define"]):matches([object.name="customElements"], [object.property.name="customElements"]), Decorator[expression.callee.name="customElement"])',
  message: 'Only modules in src/define/ define elements.',
};

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'bench/dist/',
      'test/bundlers/apps/',
      'test/bundlers/edge/',
      // Apps and types as others write them, with a TypeScript project of their own.
      'compat/test/**/*.{ts,tsx}',
      'examples/sign-in-server/recipes/',
      'compat/test/built/',
      'frameworks/built/',
      'examples/{react,vue,svelte,solid,angular,next,nuxt,sveltekit}/',
      'compat/test/drop-in/apps/',
      'coverage/',
      'screenshots/',
      'site/.vitepress/{cache,dist}/',
      'site/reference/',
      'site/public/',
      'node_modules/',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  { ignores: ['compat/dist/'] },
  js.configs.recommended,
  {
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-constant-binary-expression': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: { globals: globals.node },
  },
  {
    // Functions that these files pass to a page run in the browser.
    files: [
      'test/**/*.mjs',
      'compat/test/**/*.mjs',
      'frameworks/**/*.mjs',
      'examples/**/*.mjs',
      'bench/**/*.{js,mjs}',
      'scripts/screenshots*/**',
      'scripts/screenshots.mjs',
      'site/generate/picture.mjs',
      'site/test/**/*.mjs',
    ],
    languageOptions: { globals: globals.browser },
  },
  {
    files: [
      'demo/**/*.js',
      'scripts/screenshots/*.js',
      'site/.vitepress/theme/*.js',
      'site/generate/sample-service.js',
    ],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      // It also reports `String(value)` of a value that was narrowed manually.
      '@typescript-eslint/no-base-to-string': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // A listener may be async; it handles its own errors.
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { arguments: false, attributes: false } },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    extends: [lit.configs['flat/recommended'], wc.configs['flat/best-practice']],
    // The plugin has no preset for flat config.
    plugins: { 'lit-a11y': litA11y },
    settings: { wc: { elementBaseClasses: ['LitElement'] } },
    rules: {
      ...litA11y.configs.recommended.rules,
      'no-restricted-syntax': ['error', ...IN_SOURCES, DEFINITIONS],
      'lit/lifecycle-super': 'error',
      'lit/no-classfield-shadowing': 'error',
      'lit/no-native-attributes': 'off',
      'lit/no-template-arrow': 'off',
      'lit/prefer-nothing': 'error',
      'lit/prefer-static-styles': 'error',
      'lit/quoted-expressions': ['error', 'never'],
      'lit/ban-attributes': ['error', 'style'],
      // A class module never defines its element: src/define/ does.
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
    files: ['src/define/**/*.ts'],
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
      // Assertions of chai are typed as promises, because of `accessible()`.
      '@typescript-eslint/no-floating-promises': 'off',
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      '@typescript-eslint/only-throw-error': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/unbound-method': 'off',
      'wc/guard-define-call': 'off',
      'wc/max-elements-per-file': 'off',
      'lit-a11y/accessible-name': 'off',
    },
  },
);
