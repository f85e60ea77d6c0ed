'use client';
import { useState } from 'react';
import { isJsonRpcError } from 'stacks-wallet-elements';
import { useWallet } from 'stacks-wallet-elements/react';

const RECIPIENT = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';

export function Account() {
  const { status, address, connect, disconnect, request } = useWallet();
  const [outcome, setOutcome] = useState('');
  const run = (action: () => Promise<string>) => () => {
    setOutcome('');
    void action().then(setOutcome, (error: unknown) => {
      if (!isJsonRpcError(error)) throw error;
      setOutcome(error.message);
    });
  };
  const send = run(async () => {
    const { txid } = await request('stx_transferStx', { recipient: RECIPIENT, amount: 1_000_000n });
    return `Sent: ${txid}`;
  });
  const sign = run(async () => {
    const { signature } = await request('stx_signMessage', { message: 'Hello' });
    return `Signed: ${signature}`;
  });

  const isConnected = status === 'connected';
  return (
    <section>
      {isConnected && (
        <>
          <p data-testid="address">{address}</p>
          <button onClick={send}>Send 1 STX</button>
          <button onClick={sign}>Sign a message</button>
        </>
      )}
      {/* One button for both: it keeps the focus. */}
      <button onClick={isConnected ? disconnect : connect}>
        {isConnected ? 'Disconnect' : 'Connect'}
      </button>
      <output>{isConnected && outcome}</output>
    </section>
  );
}
