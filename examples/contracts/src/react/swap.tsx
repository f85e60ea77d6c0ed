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
    <>
      <p>Swap sBTC for HNY. If you would get less than the page shows, nothing moves.</p>
      <dl>
        <div>
          <dt>Your sBTC</dt>
          <dd id="paid">{paid.value ?? paid.error ?? '–'}</dd>
        </div>
        <div>
          <dt>Your HNY</dt>
          <dd id="received">{received.value ?? received.error ?? '–'}</dd>
        </div>
      </dl>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (offer) void call.send(() => swap(offer, account));
        }}
      >
        <label>
          Pay in sBTC
          <input
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
            inputMode="decimal"
            required
          />
        </label>
        <p>
          You get at least <strong id="offer">{offer ? describeOffer(offer) : '–'}</strong>
        </p>
        <button disabled={!offer || call.isBusy}>Swap</button>
        <output>{error ?? call.text}</output>
      </form>
    </>
  );
}
