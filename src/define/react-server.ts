/*
 * Replaces the modules that define elements where React renders Server Components (the condition "react-server" in
 * package.json). Server Components run only on a server, so their imports never reach the browser.
 */
console.error(
  'stacks-wallet-elements: a Server Component imports a module of `stacks-wallet-elements/define`, which defines no element in the browser. Import it in a file that begins with "use client", and render a component of that file. See node_modules/stacks-wallet-elements/docs/errors.md#server',
);
export {};
