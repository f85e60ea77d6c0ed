import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** What answers faster needs no sign of waiting; it would only flicker. */
const PATIENCE = 100;

/** Tells when waiting has lasted long enough to be shown. */
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

  /** Called on every update with what is so now. */
  follow(busy: boolean): void {
    if (!busy) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#shown = false;
    } else {
      this.#timer ??= setTimeout(() => {
        this.#shown = true;
        this.#host.requestUpdate();
      }, PATIENCE);
    }
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.follow(false);
  }
}
