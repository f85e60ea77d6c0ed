/**
 * For tests of apps in jsdom, happy-dom and Cypress: import it before this package and before the development wallet. It has no
 * exports. Never import it in what you publish.
 *
 * - The buttons also act on clicks that a script has made, which are all that such a test can make.
 * - In jsdom, `TextEncoder` is missing, or makes arrays that are no `Uint8Array` of the page, which what signs refuses. In that
 *   of jest, `structuredClone` is missing, too.
 *
 * @example
 * ```ts
 * import 'stacks-wallet-elements/test-setup';
 * ```
 */
import { acceptScriptedPresses } from './elements/internal/press.js';
import { read } from './lib/safe-access.js';

interface Encoders {
  readonly TextEncoder: typeof TextEncoder;
  readonly TextDecoder: typeof TextDecoder;
}
interface Serializer {
  serialize(value: unknown): unknown;
  deserialize(bytes: unknown): unknown;
}

acceptScriptedPresses();

/** A module of Node; undefined in a browser. */
function getNode<T>(id: string): T | undefined {
  const load = read(read(globalThis, 'process'), 'getBuiltinModule');
  return typeof load === 'function' ? (load as (name: string) => T | undefined)(id) : undefined;
}

const page = globalThis as Partial<typeof globalThis>;
const util = getNode<Encoders>('node:util');
if (util && page.TextEncoder === undefined) {
  const { TextEncoder, TextDecoder } = util;
  Object.assign(globalThis, { TextEncoder, TextDecoder });
}
const v8 = getNode<Serializer>('node:v8');
if (v8 && page.structuredClone === undefined) {
  const structuredClone = (value: unknown) => v8.deserialize(v8.serialize(value));
  Object.assign(globalThis, { structuredClone });
}
// Those of Node, which all other functions of Node also return, such as those for digests.
const Bytes = new TextEncoder().encode('').constructor as typeof Uint8Array;
if (Bytes !== Uint8Array) {
  Object.assign(globalThis, { Uint8Array: Bytes, ArrayBuffer: new Bytes().buffer.constructor });
}
