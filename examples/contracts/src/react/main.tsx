import { StrictMode, useSyncExternalStore, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { useWallet } from 'stacks-wallet-elements/react';
import 'stacks-wallet-elements/define/wallet-connect-button';
import 'stacks-wallet-elements/reserve.css';
import type {} from 'stacks-wallet-elements/tags/react';
import '../chain';
import { Mint } from './mint';
import { Swap } from './swap';
import { TipJar } from './tip-jar';

const PAGES: Record<string, ComponentType<{ account: string }>> = {
  '#tip-jar': TipJar,
  '#swap': Swap,
  '#mint': Mint,
};

const subscribe = (listener: () => void) => {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
};

function App() {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  const { stxAddress } = useWallet();
  const Page = PAGES[hash] ?? TipJar;
  return (
    <main>
      <wallet-connect-button />
      {stxAddress && <Page key={stxAddress} account={stxAddress} />}
    </main>
  );
}

createRoot(document.querySelector('#app')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
