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

const PAGES: Record<string, { title: string; Page: ComponentType<{ account: string }> }> = {
  '#tip-jar': { title: 'Tip jar', Page: TipJar },
  '#swap': { title: 'Swap', Page: Swap },
  '#mint': { title: 'Mint', Page: Mint },
};

const subscribe = (listener: () => void) => {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
};

function App() {
  const hash = useSyncExternalStore(subscribe, () => location.hash || '#tip-jar');
  const { stxAddress } = useWallet();
  const { title, Page } = PAGES[hash] ?? PAGES['#tip-jar']!;
  return (
    <main>
      <nav>
        {Object.entries(PAGES).map(([href, page]) => (
          <a key={href} href={href} aria-current={href === hash ? 'page' : undefined}>
            {page.title}
          </a>
        ))}
      </nav>
      <header>
        <h1>{title}</h1>
        <wallet-connect-button />
      </header>
      {stxAddress ? (
        <Page key={stxAddress} account={stxAddress} />
      ) : (
        <p>Connect a wallet to start.</p>
      )}
    </main>
  );
}

createRoot(document.querySelector('#app')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
