import { Injectable, signal } from '@angular/core';
import { getDefaultClient } from 'stacks-wallet-elements';

@Injectable({ providedIn: 'root' })
export class Wallet {
  readonly #client = getDefaultClient();
  readonly state = signal(this.#client.state);
  readonly ngOnDestroy = this.#client.subscribe(() => this.state.set(this.#client.state));
}
