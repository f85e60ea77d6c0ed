/*
 * In place of the modules that define elements, where React renders Server Components: package.json, "react-server". They
 * run on a server only, so their imports never reach the browser.
 */
console.error(
  'stacks-wallet-elements: a Server Component imports a module of `stacks-wallet-elements/define`, which defines no element in the browser. Import it in a file that begins with "use client", and render a component of that file. See https://stacks-wallet-elements.example/errors/#server',
);
export {};
