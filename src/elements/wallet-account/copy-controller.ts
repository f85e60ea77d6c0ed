import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** How long the answer stays, in milliseconds. A refusal stays until the next try. */
const SHOWN = 2_000;
/** The same answer again is news again, and is spoken only where nothing stood for a moment. */
const BLANK = 60;

export type CopyAnswer = { readonly text: string; readonly copied: boolean } | undefined;

/** Copies a text and keeps the answer for as long as it is shown. */
export class CopyController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #answer: CopyAnswer;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  get answer(): CopyAnswer {
    return this.#answer;
  }

  /** True when the browser took the text; it may refuse (permission, insecure page, no focus). */
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
    this.#answer = { text, copied };
    if (copied) this.#timer = setTimeout(() => this.clear(), SHOWN);
    this.#host.requestUpdate();
    return copied;
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#answer = undefined;
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#answer = undefined;
  }
}
