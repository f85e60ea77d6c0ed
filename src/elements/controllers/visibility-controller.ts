import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Unsubscribe } from '../../wallets/provider.js';
import { watchNear } from '../internal/watch-near.js';
import { prioritize } from './update-queue.js';

/** Whether the host is near the viewport. Updates the host when it comes near for the first time. */
export class VisibilityController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  /** Undefined until the observer has reported. */
  #near: boolean | undefined;
  #seen = false;
  #waiting: (() => void)[] = [];
  #undo: Unsubscribe | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  /** Whether the host has been near the viewport since it was attached. */
  get seen(): boolean {
    return this.#seen;
  }

  /** Whether the host is near the viewport now. */
  get near(): boolean {
    return this.#near === true;
  }

  /** Whether the host is known not to be near the viewport. */
  get far(): boolean {
    return this.#near === false;
  }

  /** Resolves as soon as the host is near the viewport. */
  whenNear(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#near) resolve();
      else this.#waiting.push(resolve);
    });
  }

  hostConnected(): void {
    this.#near = undefined;
    this.#undo = watchNear(this.#host, (isNear) => {
      this.#near = isNear;
      if (!isNear) return;
      prioritize(this.#host);
      for (const resolve of this.#waiting.splice(0)) resolve();
      if (!this.#seen) this.#host.requestUpdate();
      this.#seen = true;
    });
  }

  hostDisconnected(): void {
    this.#undo?.();
  }
}
