'use client';
import { useRequest, useWallet } from 'stacks-wallet-elements/react';
import { transferToken } from './token';

export function Transfer() {
  const { stxAddress } = useWallet();
  const { status, error, transaction, send } = useRequest('stx_callContract');
  if (!stxAddress) return <p>Connect a wallet to send one base unit of the token.</p>;
  return (
    <section>
      <button disabled={status === 'pending'} onClick={() => void send(transferToken(stxAddress))}>
        Transfer a token
      </button>
      <output>{error instanceof Error ? error.message : transaction?.status}</output>
    </section>
  );
}
