import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { NetworkName } from '../../methods/values.js';

/** Milliseconds until a name that could not be read is asked for again. */
const RETRY = 30_000;
/** Milliseconds until a name is read again. */
const FRESH = 600_000;

/** The name of an account (BNS), which is read only while an address is followed: a service sees that address. */
export class NameController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #key = '';
  #name: string | undefined;
  #nextAt = 0;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** Undefined if there is none, and until it has loaded. */
  get name(): string | undefined {
    return this.#name;
  }

  /** Call on every update. Undefined: no name. */
  follow(address: string | undefined, network: NetworkName | undefined): void {
    const key = address ? `${network} ${address}` : '';
    if (key === this.#key && Date.now() < this.#nextAt) return;
    if (key !== this.#key) this.#name = undefined;
    this.#key = key;
    this.#nextAt = Infinity;
    if (address) void this.#load(key, address, network);
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  async #load(key: string, address: string, network: NetworkName | undefined): Promise<void> {
    // Offline, or an address that the wallet made up: the same as an answer that says nothing.
    const found = await import('../../contracts/names.js')
      .then(({ getName }) => getName(address, { network }))
      .catch(() => undefined);
    if (this.#key !== key) return;
    const isKnown = found !== undefined && found.status !== 'unknown';
    this.#nextAt = Date.now() + (isKnown ? FRESH : RETRY);
    if (isKnown) this.#name = found.status === 'found' ? found.name : undefined;
    this.#host.requestUpdate();
  }
}
