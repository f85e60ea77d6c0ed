import { render } from 'solid-js/web';
import 'stacks-wallet-elements/reserve.css';
import { Account } from './account';
import { Elements } from './elements';

// The development wallet: a production build leaves it out.
if (import.meta.env.DEV) void import('stacks-wallet-elements/dev-wallet/install');

function App() {
  return (
    <main>
      <h1>Solid and a Stacks wallet</h1>
      <Account />
      <Elements />
    </main>
  );
}

render(App, document.querySelector('#app')!);
