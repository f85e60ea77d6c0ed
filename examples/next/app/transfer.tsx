'use client';
import 'stacks-wallet-elements/define/wallet-transaction';
import { useErrorText, useRequest, useWallet } from 'stacks-wallet-elements/react';
import type {} from 'stacks-wallet-elements/tags/react';
import { NETWORK, transferToken } from './token';

export function Transfer() {
  const { stxAddress } = useWallet();
  const { status, error, data, send } = useRequest('stx_callContract');
  const errorText = useErrorText(error);
  if (!stxAddress) return <p>Connect a wallet to send the smallest amount of this token.</p>;
  return (
    <section>
      <button disabled={status === 'pending'} onClick={() => void send(transferToken(stxAddress))}>
        {status === 'pending' ? 'Confirm in your wallet' : 'Transfer a token'}
      </button>
      <output>{errorText}</output>
      {data && <wallet-transaction transaction={data} network={NETWORK} />}
    </section>
  );
}
