import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import 'stacks-wallet-elements/reserve.css';
import { Account } from './account';
import { Elements } from './elements';

// The development wallet: a production build leaves it out.
if (import.meta.env.DEV) void import('stacks-wallet-elements/dev-wallet/install');

createRoot(document.querySelector('#app')!).render(
  <StrictMode>
    <main>
      <h1>React and a Stacks wallet</h1>
      <Account />
      <Elements />
    </main>
  </StrictMode>,
);
