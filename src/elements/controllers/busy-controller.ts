import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Milliseconds. A faster answer shows no spinner: it would only flicker. */
export const SHOWN_AFTER = 100;

/** Makes its host show a spinner once the host has waited for `SHOWN_AFTER`. */
export class BusyController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shown = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  get shown(): boolean {
    return this.#shown;
  }

  /** Call on every update. `busy`: whether the host is waiting now. */
  follow(busy: boolean): void {
    if (!busy) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#shown = false;
    } else {
      this.#timer ??= setTimeout(() => {
        this.#shown = true;
        this.#host.requestUpdate();
      }, SHOWN_AFTER);
    }
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.follow(false);
  }
}
