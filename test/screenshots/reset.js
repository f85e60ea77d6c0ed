/* Undoes what a scene changed outside of <body>, before the next scene of the page. */
const undos = [];

export function onReset(undo) {
  undos.push(undo);
}

export function reset() {
  for (const undo of undos.splice(0).reverse()) undo();
}
