import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { withDocs } from '../../errors.js';
import { lostInJson } from './exact-json.js';
import { parseJson } from '../../lib/plain-data.js';
import { native } from '../../lib/page.js';

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

/** The declaration of a tag: its properties `method` and `params`, and its attribute `params`. */
interface Declaration {
  readonly method: string;
  readonly params: unknown;
  readonly json: string | null;
}

/**
 * Reads the params that its host declares, and reports a problem once. While the page is parsed, the host may have no
 * child yet.
 */
export class DeclaredParamsController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #declaration: () => Declaration;
  #reported = '';

  constructor(host: ReactiveControllerHost & HTMLElement, declaration: () => Declaration) {
    this.#host = host;
    this.#declaration = declaration;
    host.addController(this);
  }

  /** The params as declared now. */
  read(): DeclaredParams {
    const { method, params, json } = this.#declaration();
    if (!method) return { usable: false, problem: 'it has no attribute `method`' };
    if (params !== undefined && typeof params !== 'string') return { usable: true, params };
    return declaredParams(this.#host, params ?? json);
  }

  /** Like `read`; shows a new problem in the console, but only after the page is parsed. */
  check(): DeclaredParams {
    const declared = this.read();
    const problem = declared.usable ? '' : declared.problem;
    if (problem !== this.#reported && native(document, 'readyState') !== 'loading') {
      this.#reported = problem;
      if (problem) {
        const message = `<wallet-request-button> is disabled: ${problem}.`;
        console.error(withDocs(message, 'wallet-request-button'), this.#host);
      }
    }
    return declared;
  }

  /** Reads the children again. */
  readonly reread = (): void => this.#host.requestUpdate();

  hostConnected(): void {
    addEventListener('DOMContentLoaded', this.reread);
    this.reread();
  }

  hostDisconnected(): void {
    removeEventListener('DOMContentLoaded', this.reread);
  }
}
