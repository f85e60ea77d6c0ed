'use client';

/** Next shows this if a component fails, instead of an empty page. */
export default function Failed({ reset }: { reset: () => void }) {
  return (
    <main role="alert">
      <h1>This page has failed</h1>
      <p>What you have confirmed in your wallet is not lost: the wallet lists it.</p>
      <button onClick={reset}>Try again</button>
    </main>
  );
}
