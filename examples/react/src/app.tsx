import 'stacks-wallet-elements/define/ft-metadata-card';
import 'stacks-wallet-elements/define/wallet-connect-button';
import 'stacks-wallet-elements/define/wallet-sign-in';
import type {} from 'stacks-wallet-elements/tags/react';
import { TOKEN } from './token';
import { Transfer } from './transfer';

export function App() {
  return (
    <>
      <header>
        <strong>My app</strong>
        <wallet-connect-button />
      </header>
      <main>
        <h1>Send a token from your wallet</h1>
        <ft-metadata-card principal={TOKEN} variant="row" />
        <Transfer />
        <wallet-sign-in endpoint="/auth" variant="outlined" />
      </main>
    </>
  );
}
