import { Suspense } from 'react';
import { ConnectButton, SignIn, TokenCard } from './elements';
import { Supply } from './supply';
import { Transfer } from './transfer';

export default function Page() {
  return (
    <>
      <header>
        <strong>My app</strong>
        <ConnectButton />
      </header>
      <main>
        <h1>Send a token from your wallet</h1>
        <TokenCard />
        <Suspense fallback={<p>Total supply: …</p>}>
          <Supply />
        </Suspense>
        <Transfer />
        <SignIn />
      </main>
    </>
  );
}
