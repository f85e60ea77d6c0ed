import type { FinishedTxData } from '@stacks/connect';
import { useEffect, useState } from 'react';
import { authenticate } from './authenticate.ts';
import { loadUser, userSession } from './session.ts';
import { send, sign } from './transactions.ts';

const RECIPIENT = 'SP2MF04VAGYHGAZWGTEDW5VYCPDWWSY08Z1QFNDSN';

export function App() {
  const [userData, setUserData] = useState(loadUser);
  const [outcome, setOutcome] = useState('');

  useEffect(() => {
    if (userSession.isSignInPending()) {
      void userSession.handlePendingSignIn().then((data) => setUserData(data));
    }
  }, []);

  const logIn = () =>
    authenticate(
      (address) => {
        setUserData(userSession.loadUserData());
        setOutcome(`signed in as ${address}`);
      },
      () => setOutcome('sign-in cancelled'),
    );

  const logOut = () => {
    userSession.signUserOut();
    setUserData(undefined);
    setOutcome('signed out');
  };

  const finished = (data: FinishedTxData) =>
    setOutcome(`txId ${data.txId} ${data.stacksTransaction ? 'parsed' : 'not parsed'}`);

  const address: string | undefined = userData?.profile?.stxAddress?.mainnet;
  return (
    <main>
      <h1>Guestbook</h1>
      {address ? (
        <>
          <p data-testid="stx">{address}</p>
          <p data-testid="testnet">{userData?.profile.stxAddress.testnet}</p>
          <button onClick={logIn}>Switch account</button>
          <button
            onClick={() =>
              sign(address, 'Grüße', {
                onFinish: finished,
                onCancel: (error) =>
                  setOutcome(`call cancelled: ${error?.message ?? 'for no reason'}`),
              })
            }
          >
            Write
          </button>
          <button
            onClick={() =>
              send(RECIPIENT, 1_000n).then(finished, (error: Error) =>
                setOutcome(`transfer cancelled: ${error.message}`),
              )
            }
          >
            Send STX
          </button>
          <button onClick={logOut}>Sign out</button>
        </>
      ) : (
        <button onClick={logIn}>Connect</button>
      )}
      <output>{outcome}</output>
    </main>
  );
}
