import { DestroyRef, inject, Injectable, signal } from '@angular/core';
import { getDefaultClient } from 'stacks-wallet-elements';

@Injectable({ providedIn: 'root' })
export class Wallet {
  readonly state = signal(getDefaultClient().state);
  constructor() {
    const client = getDefaultClient();
    inject(DestroyRef).onDestroy(client.subscribe(() => this.state.set(client.state)));
  }
}
