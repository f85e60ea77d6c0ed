import { DestroyRef, inject, Injectable, signal } from '@angular/core';
import { walletSnapshot, watchWallet } from 'stacks-wallet-elements/state';

@Injectable({ providedIn: 'root' })
export class Wallet {
  readonly state = signal(walletSnapshot());
  constructor() {
    inject(DestroyRef).onDestroy(watchWallet((wallet) => this.state.set(wallet)));
  }
}
