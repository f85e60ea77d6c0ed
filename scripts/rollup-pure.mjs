import MagicString from 'magic-string';

const PURE = '/* @__PURE__ */ ';

/**
 * A rollup plugin: marks the top-level expressions of a module as free of side effects, so that bundlers remove what an
 * app does not use, even if several modules are in one file. Without the mark, bundlers keep every call, and every
 * class with decorators or static fields. The modules have no side effects: package.json declares this for whole
 * files, in `sideEffects`. Not rollup-plugin-pure or babel-plugin-annotate-pure-calls: they mark calls, but not classes
 * with decorators or static fields.
 *
 * @param {(id: string) => boolean} isOurs whether a module belongs to this package
 */
export const markPure = (isOurs) => ({
  name: 'mark-pure',
  transform(code, id) {
    if (!isOurs(id)) return null;
    const text = new MagicString(code);
    const { body } = this.parse(code);
    body.forEach((statement, at) => {
      const declared = statement.declaration ?? statement;
      if (declared.type === 'VariableDeclaration') {
        for (const { init } of declared.declarations) if (init) markValue(text, init);
      }
      if (declared.type !== 'ClassDeclaration') return;
      const { name } = declared.id;
      const decorators = decoratorsOf(name, body.slice(at + 1), code);
      if (decorators.length === 0 && !hasStaticCode(declared)) return;
      text.appendLeft(declared.start, `const ${name} = ${PURE}(() => {\n`);
      text.appendRight((decorators.at(-1) ?? statement).end, `\nreturn ${name};\n})();`);
    });
    return text.hasChanged()
      ? { code: text.toString(), map: text.generateMap({ hires: 'boundary' }) }
      : null;
  },
});

/** The statements directly after a class in which the compiler applies decorators to it. */
function decoratorsOf(name, next, code) {
  const isOfClass = ({ type, start, end }) =>
    type === 'ExpressionStatement' &&
    code.startsWith('__decorate(', start) &&
    code.slice(start, end).includes(`${name}.prototype`);
  const end = next.findIndex((statement) => !isOfClass(statement));
  return next.slice(0, end < 0 ? undefined : end);
}

const hasStaticCode = ({ body }) =>
  body.body.some(
    (member) =>
      member.type === 'StaticBlock' ||
      (member.type === 'PropertyDefinition' && member.static && !isSimple(member.value)),
  );

/** Marks a call with simple arguments by a comment. Wraps any other value in a function, and marks the call of it. */
function markValue(text, value) {
  if (isSimple(value)) return;
  const isCall = value.type === 'CallExpression' || value.type === 'NewExpression';
  if (isCall && value.callee.type === 'Identifier' && value.arguments.every(isSimple)) {
    text.appendLeft(value.start, PURE);
    return;
  }
  const [before, after] = value.type === 'ObjectExpression' ? ['(', ')'] : ['', ''];
  text.appendLeft(value.start, `${PURE}(() => ${before}`);
  text.appendRight(value.end, `${after})()`);
}

/** Whether every bundler recognizes that this expression has no side effects. */
function isSimple(node) {
  if (!node) return true;
  switch (node.type) {
    case 'Literal':
    case 'Identifier':
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return true;
    case 'TemplateLiteral':
      return node.expressions.length === 0;
    case 'UnaryExpression':
      return isSimple(node.argument);
    case 'BinaryExpression':
      return isSimple(node.left) && isSimple(node.right);
    case 'ArrayExpression':
      return node.elements.every((element) => element && isSimple(element));
    case 'ObjectExpression':
      return node.properties.every(
        (property) =>
          property.type === 'Property' && !property.computed && isSimple(property.value),
      );
    default:
      return false;
  }
}
