import { parseJson } from '../../lib/safe-access.js';

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
    const params = parseJson(text);
    const lost = lostInJson(text);
    return lost ? { usable: false, problem: `${source} has ${lost}` } : { usable: true, params };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { usable: false, problem: `${source} is no JSON (${reason})` };
  }
}

/** The strings (a key if a colon follows), numbers and braces of well-formed JSON. */
const TOKENS = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|-?\d[\d.e+-]*|[{}]/gi;

/**
 * Describes what JSON.parse would lose: a number that a double cannot represent exactly, or the first of two
 * fields with the same name. Undefined if nothing is lost.
 */
function lostInJson(json: string): string | undefined {
  const objects: Set<unknown>[] = [];
  for (const [token, text, colon] of json.matchAll(TOKENS)) {
    if (token === '{') objects.push(new Set());
    else if (token === '}') objects.pop();
    else if (text === undefined) {
      const double = Number(token);
      if (normalized(token) !== normalized(`${double}`)) {
        return `the number ${token}, which JavaScript reads as ${double}; write it in quotes`;
      }
    } else if (colon) {
      const name: unknown = JSON.parse(text);
      const names = objects.at(-1);
      if (names?.has(name)) return `the field ${text} twice`;
      names?.add(name);
    }
  }
  return undefined;
}

/** The same text for every notation of an absolute value: digits without leading or trailing zeros, and an exponent. */
function normalized(number: string): string | undefined {
  const match = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number);
  if (!match) return undefined; // Infinity
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  const zeros = digits.length - significant.length;
  return significant && `${significant}e${Number(exponent) - fraction.length + zeros}`;
}
