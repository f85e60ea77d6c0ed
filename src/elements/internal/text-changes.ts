import { bare } from '../../lib/safe-access.js';
/** A change of nodes, or of the text of a node: `data` is the text after the next `undo` or `redo`. */
interface Change {
  readonly record: MutationRecord;
  data: string | null;
}

/**
 * What page translators and other scripts do to the texts in a shadow root: they wrap, replace or split them, or add others
 * beside them. Lit would change the replaced text, and the old address would stay on a button.
 */
export class TextChanges {
  #changes: Change[] = [];
  readonly #observer = new MutationObserver((records) => this.#add(records));

  /** Call before an update: undoes the changes. */
  undo(): void {
    this.#add(this.#observer.takeRecords());
    for (const change of this.#changes.toReversed()) {
      const { addedNodes, removedNodes } = change.record;
      apply(change, addedNodes, removedNodes);
    }
    this.#observer.takeRecords();
  }

  /** Call after the update: repeats the changes if it has changed nothing. Translators follow what it has changed. */
  redo(root: Node): void {
    if (this.#observer.takeRecords().length > 0) this.#changes = [];
    for (const change of this.#changes) {
      const { addedNodes, removedNodes } = change.record;
      apply(change, removedNodes, addedNodes);
    }
    const options = bare({ childList: true, subtree: true, characterDataOldValue: true });
    this.#observer.observe(root, options);
    this.#observer.takeRecords();
  }

  #add(records: readonly MutationRecord[]): void {
    for (const record of records) {
      const { type, oldValue, addedNodes, removedNodes } = record;
      if (type === 'characterData' || [...addedNodes, ...removedNodes].some(isText)) {
        this.#changes.push({ record, data: oldValue });
      }
    }
  }
}

const isText = ({ nodeName, nodeValue }: Node): boolean =>
  nodeName === 'FONT' || (nodeName === '#text' && nodeValue!.trim() !== '');

function apply(change: Change, removed: NodeList, added: NodeList): void {
  const { type, target, nextSibling } = change.record;
  if (type === 'characterData') {
    [target.nodeValue, change.data] = [change.data, target.nodeValue];
    return;
  }
  for (const node of removed) if (node.parentNode === target) target.removeChild(node);
  const next = nextSibling?.parentNode === target ? nextSibling : null;
  for (const node of added) target.insertBefore(node, next);
}
