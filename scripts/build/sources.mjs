import { eachMapping, TraceMap } from '@jridgewell/trace-mapping';
import { gzipSync } from 'node:zlib';

/**
 * The sources of chunks, largest first: packages and our own folders, each with its share of the bytes after gzip.
 * A chunk is compressed as a whole, so the bytes are shared by the amount of minified code, from its source map.
 *
 * @param {Iterable<import('rollup').OutputChunk>} chunks with source maps
 * @returns {readonly (readonly [source: string, gzip: number])[]}
 */
export function sourcesOf(chunks) {
  const total = new Map();
  for (const { code, map } of chunks) {
    const gzipPerCharacter = gzipSync(code, { level: 9 }).length / code.length;
    for (const [source, characters] of charactersBySource(code, map)) {
      total.set(source, (total.get(source) ?? 0) + characters * gzipPerCharacter);
    }
  }
  return [...total].sort(([, a], [, b]) => b - a);
}

/** Each mapping lasts until the next one, or to the end of its line. */
function charactersBySource(code, map) {
  const lengths = code.split('\n').map((line) => line.length);
  const characters = new Map();
  let last;
  const until = (end) => {
    if (!last) return;
    const source = group(last.source);
    characters.set(source, (characters.get(source) ?? 0) + end - last.generatedColumn);
  };
  eachMapping(new TraceMap(map), (mapping) => {
    until(
      mapping.generatedLine === last?.generatedLine
        ? mapping.generatedColumn
        : lengths[last?.generatedLine - 1],
    );
    last = mapping;
  });
  until(lengths[last?.generatedLine - 1]);
  return characters;
}

/** `lit-html` or `@lit/context` for a package; `core` or `elements/styles` for one of our own modules. */
function group(source) {
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source ?? '');
  if (inPackage) return inPackage[1];
  const path = (source ?? 'other')
    .replace(/^(?:\.\.\/)*(?:(?:dist|src)\/)?(?:\.build\/modules\/)?/, '')
    .split('/');
  return path.length > 1 ? path.slice(0, Math.min(2, path.length - 1)).join('/') : path[0];
}
