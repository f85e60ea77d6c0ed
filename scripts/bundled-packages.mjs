import commonjs from '@rollup/plugin-commonjs';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { rollup } from 'rollup';

/**
 * A plugin for the test runner and the dev server: serves each of these packages as one ES module. The packages
 * depend on CommonJS modules and on Node's `crypto` and `process`, which a browser cannot load.
 */
export function bundledPackages(names) {
  const bundles = new Map();
  const path = (name) => `/__bundled/${name}.js`;
  const bundleOnce = (name) => {
    if (!bundles.has(name)) bundles.set(name, bundle(name));
    return bundles.get(name);
  };
  return {
    name: 'bundled-packages',
    resolveImport: ({ source }) => (names.includes(source) ? path(source) : undefined),
    serve: (context) => {
      const name = names.find((candidate) => path(candidate) === context.path);
      return name && bundleOnce(name);
    },
  };
}

async function bundle(name) {
  const build = await rollup({
    input: name,
    onLog: () => {},
    plugins: [
      nodeResolve({
        exportConditions: ['browser', 'production'],
        browser: true,
        preferBuiltins: false,
      }),
      commonjs({ include: [/node_modules/] }),
    ],
  });
  // Libraries read `process.env.NODE_ENV`, which bundlers replace.
  const intro = "const process = { env: { NODE_ENV: 'production' } };";
  const { output } = await build.generate({ format: 'es', intro });
  await build.close();
  return output[0].code;
}
