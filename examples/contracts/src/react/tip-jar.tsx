import { useState } from 'react';
import { JAR, readBalance, tip } from '../tip-jar';
import { TOKENS, type Ticker } from '../tokens';
import { useCall, useRead } from './hooks';

export function TipJar({ account }: { account: string }) {
  const [ticker, setTicker] = useState<Ticker>('HNY');
  const [amount, setAmount] = useState('1');
  const call = useCall();
  const jar = useRead(() => readBalance(ticker, JAR), [ticker, call.done]);
  const balance = useRead(() => readBalance(ticker, account), [ticker, account, call.done]);

  return (
    <>
      <p>Send a tip. Exactly the amount that you type can leave your account.</p>
      <dl>
        <div>
          <dt>In the jar</dt>
          <dd id="jar">{jar.value ?? jar.error ?? '–'}</dd>
        </div>
        <div>
          <dt>You have</dt>
          <dd id="balance">{balance.value ?? balance.error ?? '–'}</dd>
        </div>
      </dl>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void call.send(() => tip(ticker, amount, account));
        }}
      >
        <label>
          Token
          <select value={ticker} onChange={(event) => setTicker(event.target.value as Ticker)}>
            {Object.keys(TOKENS).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          Amount
          <input
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
            inputMode="decimal"
            required
          />
        </label>
        <button disabled={call.isBusy}>Tip</button>
        <output>{call.text}</output>
      </form>
    </>
  );
}
