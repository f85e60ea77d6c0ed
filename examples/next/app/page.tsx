import { Suspense } from 'react';
import { Account } from './account';
import { Elements } from './elements';
import { Supply } from './supply';

export default function Page() {
  return (
    <main>
      <h1>Next and a Stacks wallet</h1>
      <Account />
      <Elements />
      <Suspense fallback={<p>Total supply: …</p>}>
        <Supply />
      </Suspense>
    </main>
  );
}
