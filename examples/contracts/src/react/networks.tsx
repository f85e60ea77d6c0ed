import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { getDefaultClient, isDismissed, shortAddress, toUserText } from 'stacks-wallet-elements';
import { formatUnits } from 'stacks-wallet-elements/metadata';
import {
  useBalance,
  useErrorText,
  useNetwork,
  useRequest,
  useStatusText,
  useWallet,
} from 'stacks-wallet-elements/react';
import 'stacks-wallet-elements/define/wallet-connect-button';
import 'stacks-wallet-elements/reserve.css';
import type {} from 'stacks-wallet-elements/tags/react';
import '../chain';

/** Two clients of one connection. */
const page = getDefaultClient();
const clients = {
  mainnet: page.with({ network: 'mainnet' }),
  testnet: page.with({ network: 'testnet' }),
};
type Network = keyof typeof clients;

/** The same account has another address on each network. */
const RECIPIENTS: Record<Network, string> = {
  mainnet: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7',
  testnet: 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ',
};

function App() {
  // Stored by the page: not every wallet says on which test network it is.
  const [shown, setShown] = useState<Network>(() =>
    localStorage.getItem('network') === 'testnet' ? 'testnet' : 'mainnet',
  );
  const [problem, setProblem] = useState('');
  const [isChanging, setChanging] = useState(false);
  const client = clients[shown];
  const { status } = useWallet({ client });

  async function change(name: Network) {
    setProblem('');
    setChanging(true);
    try {
      // The wallet is asked once for its addresses on that network. If the user declines, nothing changes.
      if (status === 'connected') await clients[name].connect();
      localStorage.setItem('network', name);
      setShown(name);
    } catch (error) {
      setProblem(await toUserText(error));
    }
    setChanging(false);
  }

  return (
    <main>
      <header>
        <h1>Two networks</h1>
        <wallet-connect-button client={client} />
      </header>
      <label>
        Network
        <select
          value={shown}
          disabled={isChanging}
          onChange={(event) => void change(event.target.value as Network)}
        >
          {Object.keys(clients).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <p role="status">{problem}</p>
      {status === 'connected' ? (
        <Account key={shown} shown={shown} />
      ) : (
        <p>Connect a wallet to start.</p>
      )}
    </main>
  );
}

function Account({ shown }: { shown: Network }) {
  const client = clients[shown];
  const { stxAddress = '' } = useWallet({ client });
  const { isWrongNetwork, error: networkError } = useNetwork({ client });
  const networkText = useErrorText(networkError);
  const { balance } = useBalance(stxAddress, { client });
  const { status, error, transaction, send } = useRequest('stx_transferStx', { client });
  const problem = useErrorText(isDismissed(error) ? undefined : error);
  const sent = useStatusText(transaction);
  // In some wallets, only the user changes the network.
  if (isWrongNetwork) return <p>{networkText}</p>;
  return (
    <>
      <dl>
        <div>
          <dt>Your account</dt>
          <dd id="account">{shortAddress(stxAddress)}</dd>
        </div>
        <div>
          <dt>You have</dt>
          <dd id="balance">{balance === undefined ? '–' : `${formatUnits(balance, 6)} STX`}</dd>
        </div>
      </dl>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send({ recipient: RECIPIENTS[shown], amount: 1_000_000n });
        }}
      >
        <p>
          To <strong>{shortAddress(RECIPIENTS[shown])}</strong>, on {shown}
        </p>
        <button disabled={status === 'pending'}>Send 1 STX</button>
        <output>{problem ?? sent}</output>
      </form>
    </>
  );
}

createRoot(document.querySelector('#app')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
