import MagicString from 'magic-string';

/** As tsc writes it at the head of every module that has a decorator. */
const HELPER = /^var __decorate = [^]*?^};$/m;

/** A rollup plugin: modules share the one `__decorate` of `tslib`. */
export const shareDecorators = {
  name: 'share-decorators',
  transform(code) {
    const [helper] = HELPER.exec(code) ?? [];
    if (!helper) return null;
    const text = new MagicString(code).replace(helper, "import { __decorate } from 'tslib';");
    return { code: text.toString(), map: text.generateMap({ hires: true }) };
  },
};
