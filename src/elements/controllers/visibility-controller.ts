import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Undo } from '../../wire/provider.js';
import { watchNear } from '../internal/watch-near.js';
import { reorder } from './update-queue.js';

/** Whether the host is near the viewport. Updates the host each time that it comes near. */
export class VisibilityController implements ReactiveController {
  /** Whether the host is near the viewport now; undefined until the observer has reported. Set by the controller. */
  near: boolean | undefined;
  readonly #host: ReactiveControllerHost & HTMLElement;
  #seen = false;
  #waiting: (() => void)[] = [];
  #undo: Undo | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  /** Whether the host has been near the viewport since it was attached. */
  get seen(): boolean {
    return this.#seen;
  }

  /** Resolves as soon as the host is near the viewport. */
  whenNear(): Promise<void> {
    return new Promise((resolve) => {
      if (this.near) resolve();
      else this.#waiting.push(resolve);
    });
  }

  hostConnected(): void {
    this.near = undefined;
    this.#undo = watchNear(this.#host, (isNear) => {
      this.near = isNear;
      reorder(this.#host, isNear);
      if (!isNear) return;
      for (const resolve of this.#waiting.splice(0)) resolve();
      this.#host.requestUpdate();
      this.#seen = true;
    });
  }

  hostDisconnected(): void {
    this.#undo?.();
  }
}
