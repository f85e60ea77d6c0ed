import type { ReactiveController, ReactiveControllerHost, SVGTemplateResult } from 'lit';
import { copyIcon, doneIcon, refusedIcon } from '../internal/icons.js';

/** Milliseconds for which "Copied" is shown. A refusal is shown until the next copy. */
const SHOWN = 2_000;
/** Milliseconds for which the live region is empty between two results: it announces only changed text. */
const BLANK = 60;

export type CopyResult = { readonly text: string; readonly copied: boolean } | undefined;

export const copyResultIcon = (result: CopyResult): SVGTemplateResult =>
  !result ? copyIcon : result.copied ? doneIcon : refusedIcon;

/** Copies a text and keeps the result for as long as it is shown. */
export class CopyController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #result: CopyResult;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  get result(): CopyResult {
    return this.#result;
  }

  /** Resolves to true if the browser copied the text. It may refuse (permission, insecure page, no focus). */
  async copy(text: string): Promise<boolean> {
    let copied = true;
    this.clear();
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      copied = false;
    }
    await new Promise((resolve) => setTimeout(resolve, BLANK));
    this.clear();
    this.#result = { text, copied };
    if (copied) this.#timer = setTimeout(() => this.clear(), SHOWN);
    this.#host.requestUpdate();
    return copied;
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#result = undefined;
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#result = undefined;
  }
}
