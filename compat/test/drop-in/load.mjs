/** `import()` from this folder, where `@stacks/connect` is the drop-in. */
export const load = (specifier) => import(specifier);
