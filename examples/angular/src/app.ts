import { Component, computed, CUSTOM_ELEMENTS_SCHEMA, inject, signal } from '@angular/core';
import { connect, disconnect, isJsonRpcError, request } from 'stacks-wallet-elements';
import 'stacks-wallet-elements/define/ft-metadata-card';
import 'stacks-wallet-elements/define/wallet-account';
import 'stacks-wallet-elements/define/wallet-connect-button';
import 'stacks-wallet-elements/define/wallet-context';
import 'stacks-wallet-elements/define/wallet-request-button';
import { Wallet } from './wallet';

const RECIPIENT = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';

@Component({
  selector: 'app-root',
  templateUrl: './app.html',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
})
export class App {
  readonly wallet = inject(Wallet).state;
  readonly isConnected = computed(() => this.wallet().status === 'connected');
  readonly outcome = signal('');
  readonly token = 'SP3K8BC0PPEVCV7NZ6QSRWPQ2JE9E5B6N3PA0KBR9.age000-governance-token';
  readonly hello = { message: 'Hello' };

  toggle() {
    if (this.isConnected()) return disconnect();
    connect().catch((error: unknown) => {
      if (!isJsonRpcError(error)) throw error;
      // The picker has shown the error, or the user closed the picker.
    });
  }

  send() {
    void this.run(async () => {
      const params = { recipient: RECIPIENT, amount: 1_000_000n };
      const { txid } = await request('stx_transferStx', params);
      return `Sent: ${txid}`;
    });
  }

  sign() {
    void this.run(async () => {
      const { signature } = await request('stx_signMessage', { message: 'Hello' });
      return `Signed: ${signature}`;
    });
  }

  private async run(action: () => Promise<string>) {
    this.outcome.set('');
    try {
      this.outcome.set(await action());
    } catch (error) {
      if (!isJsonRpcError(error)) throw error;
      this.outcome.set(error.message);
    }
  }
}
