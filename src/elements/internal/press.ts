import { withDocs } from '../../errors.js';

let acceptsScripts = false;
const told = new Set<string>();

/** For tests of apps: `/test-setup` calls this. */
export function acceptScriptedPresses(): void {
  acceptsScripts = true;
}

/**
 * Whether a click is a press of the user. A script can make a click, also one of another frame or of markup that others wrote:
 * it must not ask a wallet. The console names such a click once for each element.
 */
export function isPress(event: MouseEvent, element: Element): boolean {
  if (event.isTrusted || acceptsScripts) return true;
  const { localName } = element;
  if (!told.has(localName)) {
    told.add(localName);
    const message = `<${localName}> ignored a click that a script has made (its \`isTrusted\` is false): only a press of the user may ask a wallet. In a test, send a real click, or import stacks-wallet-elements/test-setup first.`;
    console.warn(withDocs(message, 'scripted-click'), element);
  }
  return false;
}
