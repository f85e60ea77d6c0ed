import { useState } from 'react';
import { describeOffer, readOffer, swap } from '../swap';
import { readBalance } from '../tip-jar';
import { useCall, useRead } from './hooks';

export function Swap({ account }: { account: string }) {
  const [amount, setAmount] = useState('0.01');
  const call = useCall();
  const paid = useRead(() => readBalance('sBTC', account), [account, call.done]);
  const received = useRead(() => readBalance('HNY', account), [account, call.done]);
  const { value: offer, error } = useRead(() => readOffer(amount), [amount, call.done]);

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (offer) void call.send(() => swap(offer, account));
      }}
    >
      <h1>Swap</h1>
      <p>
        You have: <span id="paid">{paid.value ?? paid.error}</span> and{' '}
        <span id="received">{received.value ?? received.error}</span>
      </p>
      <label>
        Pay in sBTC{' '}
        <input
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          inputMode="decimal"
          required
        />
      </label>
      <p>
        You get at least <span id="offer">{offer ? describeOffer(offer) : error}</span>, or nothing
        moves.
      </p>
      <button disabled={!offer || call.isBusy}>Swap</button>
      <output>{call.text}</output>
    </form>
  );
}
