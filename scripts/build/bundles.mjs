import { rmSync } from 'node:fs';
import { rollup } from 'rollup';
import { devWallet, modules, oneFile, parts } from '../../rollup.config.mjs';

/** Writes `dist/cdn`: the code-split bundle, the single file, and the parts of both. Returns rollup's output. */
export async function bundleForScriptTags(dist) {
  rmSync(`${dist}/cdn`, { recursive: true, force: true });
  return {
    modules: await write(modules),
    parts: (await Promise.all(parts.map(write))).flat(),
    oneFile: await write(oneFile),
  };
}

/** Writes the development wallet, as a module and as a script. */
export async function bundleDevWallet() {
  for (const options of devWallet) await write(options);
}

/** Bundles in memory, without writing files. */
export async function generate(options) {
  const bundle = await rollup(options);
  const { output } = await bundle.generate(options.output);
  await bundle.close();
  return output;
}

async function write(options) {
  const bundle = await rollup(options);
  const { output } = await bundle.write(options.output);
  await bundle.close();
  return output;
}
