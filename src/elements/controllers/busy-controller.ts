import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Milliseconds. What answers faster shows no spinner, which would only flicker. */
const SHOWN_AFTER = 100;

/** Says when the host has waited long enough to show it. */
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

  /** Called on every update with whether the host waits now. */
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
