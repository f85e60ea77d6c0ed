import { useCallback, useState } from 'react';
import {
  connectWallet,
  describeError,
  disconnectWallet,
  getSession,
  increment,
  signMessage,
  switchAccount,
  transfer,
  type Session,
} from './wallet.ts';

const RECIPIENT = 'SP2MF04VAGYHGAZWGTEDW5VYCPDWWSY08Z1QFNDSN';

export function App() {
  const [session, setSession] = useState<Session | null>(() => getSession());
  const [outcome, setOutcome] = useState('');
  const [busy, setBusy] = useState(false);

  const run = useCallback(async (action: () => Promise<string>) => {
    setBusy(true);
    setOutcome('');
    try {
      setOutcome(await action());
    } catch (error) {
      setOutcome(describeError(error));
    } finally {
      setBusy(false);
    }
  }, []);

  const handleConnect = () =>
    run(async () => {
      setSession(await connectWallet());
      return 'connected';
    });

  const handleSwitch = () =>
    run(async () => {
      setSession(await switchAccount());
      return 'switched';
    });

  const handleDisconnect = () => {
    disconnectWallet();
    setSession(getSession());
    setOutcome('disconnected');
  };

  return (
    <main>
      <h1>Counter</h1>
      {session ? (
        <>
          <p data-testid="stx">{session.stx}</p>
          <p data-testid="btc">{session.btc}</p>
          <button onClick={handleSwitch}>Switch account</button>
          <button
            disabled={busy}
            onClick={() => run(async () => `txid ${await increment(session.stx, 7)}`)}
          >
            Increment
          </button>
          <button
            disabled={busy}
            onClick={() => run(async () => `txid ${await transfer(RECIPIENT, 1_000n)}`)}
          >
            Send STX
          </button>
          <button
            disabled={busy}
            onClick={() =>
              run(async () => {
                const { signature, publicKey } = await signMessage('Hello, World!');
                return `signature ${signature} ${publicKey}`;
              })
            }
          >
            Sign message
          </button>
          <button onClick={handleDisconnect}>Disconnect</button>
        </>
      ) : (
        <button onClick={handleConnect}>Connect</button>
      )}
      <output>{outcome}</output>
    </main>
  );
}
