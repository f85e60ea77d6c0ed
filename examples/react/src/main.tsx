import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { configure } from 'stacks-wallet-elements';
import 'stacks-wallet-elements/reserve.css';
import { App } from './app';
import { ErrorBoundary } from './error-boundary';
import './style.css';
import { NETWORK } from './token';

configure({ network: NETWORK });

// The development wallet: a production build leaves it out.
if (import.meta.env.DEV) void import('stacks-wallet-elements/dev-wallet/install');

createRoot(document.querySelector('#app')!).render(
  <StrictMode>
    <ErrorBoundary>
      <App />
    </ErrorBoundary>
  </StrictMode>,
);
