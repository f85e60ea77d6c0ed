import { TransactionTypes } from '@stacks/connect';
import { useConnect } from '@stacks/connect-react';
import { Cl, Pc, PostConditionMode } from '@stacks/transactions';
import { useState } from 'react';
import { userSession } from './session.ts';

const OWNER = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';

export function App() {
  const { doOpenAuth, doContractCall, sign, authOptions } = useConnect();
  const [outcome, setOutcome] = useState('');

  if (!userSession.isUserSignedIn()) {
    return (
      <main>
        <h1>{authOptions.appDetails?.name}</h1>
        <button onClick={() => doOpenAuth()}>Connect</button>
        <output>{outcome}</output>
      </main>
    );
  }

  const address: string = userSession.loadUserData().profile.stxAddress.mainnet;
  const vote = () =>
    doContractCall({
      contractAddress: OWNER,
      contractName: 'voting',
      functionName: 'vote',
      functionArgs: [Cl.uint(7), Cl.principal(address)],
      postConditions: [Pc.principal(address).willSendEq(5).ft(`${OWNER}.honey`, 'honey')],
      postConditionMode: PostConditionMode.Deny,
      network: 'mainnet',
      onFinish: ({ txId }) => setOutcome(`${TransactionTypes.ContractCall} txId ${txId}`),
      onCancel: (error) => setOutcome(`cancelled: ${error?.message ?? 'for no reason'}`),
    });
  const signIn = () =>
    void sign({
      message: 'Hello, World!',
      onFinish: ({ signature }) => setOutcome(`signature ${signature}`),
      onCancel: () => setOutcome('not signed'),
    });

  return (
    <main>
      <p data-testid="stx">{address}</p>
      <button onClick={vote}>Vote</button>
      <button onClick={signIn}>Sign message</button>
      <button onClick={() => userSession.signUserOut(window.location.href)}>Sign out</button>
      <output>{outcome}</output>
    </main>
  );
}
