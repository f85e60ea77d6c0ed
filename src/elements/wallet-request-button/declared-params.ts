import { lostInJson } from '../../lib/exact-json.js';

/** The params that a tag declares, or why they cannot be used. */
export type DeclaredParams =
  | { readonly usable: true; readonly params: unknown }
  | { readonly usable: false; readonly problem: string };

/** The params of a tag: its attribute, or else its child `<script type="application/json">`, or else none. */
export function declaredParams(host: Element, attribute: string | null): DeclaredParams {
  if (attribute !== null) return parse(attribute, 'the attribute `params`');
  const script = host.querySelector(':scope > script[type="application/json"]');
  if (script) return parse(script.textContent, 'its <script type="application/json">');
  return { usable: true, params: undefined };
}

function parse(text: string, source: string): DeclaredParams {
  try {
    const params: unknown = JSON.parse(text);
    const lost = lostInJson(text);
    return lost ? { usable: false, problem: `${source} has ${lost}` } : { usable: true, params };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { usable: false, problem: `${source} is no JSON (${reason})` };
  }
}
