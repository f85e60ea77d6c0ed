/** What a tag says to send, or why it cannot be sent. */
export type DeclaredParams =
  | { readonly usable: true; readonly params: unknown }
  | { readonly usable: false; readonly problem: string };

/** The params of a tag: its attribute, else its child `<script type="application/json">`, else none. */
export function declaredParams(host: Element, attribute: string | null): DeclaredParams {
  if (attribute !== null) return parse(attribute, 'the attribute `params`');
  const script = host.querySelector(':scope > script[type="application/json"]');
  if (script) return parse(script.textContent, 'its <script type="application/json">');
  return { usable: true, params: undefined };
}

function parse(text: string, source: string): DeclaredParams {
  try {
    return { usable: true, params: JSON.parse(text) as unknown };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { usable: false, problem: `${source} is no JSON (${reason})` };
  }
}
