import commonjs from '@rollup/plugin-commonjs';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { rollup } from 'rollup';

/**
 * A plugin of the test runner: serves each of these packages as one ES module. Below them stand CommonJS
 * modules and Node's `crypto` and `process`, which a browser cannot load one by one.
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
  // What bundlers put in place of it: libraries read `process.env.NODE_ENV`.
  const intro = "const process = { env: { NODE_ENV: 'production' } };";
  const { output } = await build.generate({ format: 'es', intro });
  await build.close();
  return output[0].code;
}
