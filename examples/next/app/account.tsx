'use client';
import { useState } from 'react';
import { isJsonRpcError } from 'stacks-wallet-elements';
import { useTransaction, useWallet } from 'stacks-wallet-elements/react';
import { transferToken } from './token';

export function Account() {
  const { status, stxAddress, connect, disconnect, request } = useWallet();
  const [outcome, setOutcome] = useState('');
  const [sent, setSent] = useState<object>();
  const transaction = useTransaction(sent);

  const run = (action: () => Promise<string>) => () => {
    setOutcome('');
    void action().then(setOutcome, (error: unknown) => {
      if (!isJsonRpcError(error)) throw error;
      setOutcome(error.message);
    });
  };
  const call = run(async () => {
    const result = await request('stx_callContract', transferToken(stxAddress!));
    setSent(result);
    return `Sent: ${result.txid}`;
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
          <p data-testid="address">{stxAddress}</p>
          <button onClick={call}>Transfer a token</button>
          <button onClick={sign}>Sign a message</button>
        </>
      )}
      {/* One button for both: it keeps the focus. */}
      <button onClick={isConnected ? disconnect : connect}>
        {isConnected ? 'Disconnect' : 'Connect'}
      </button>
      <output>{isConnected && outcome}</output>
      {isConnected && transaction && <p>Transaction: {transaction.status}</p>}
    </section>
  );
}
