import { describeMint, mint, readMint } from '../mint';
import { useCall, useRead } from './hooks';

export function Mint({ account }: { account: string }) {
  const call = useCall();
  const { value: found, error } = useRead(() => readMint(account), [account, call.done]);
  const texts = found && describeMint(found);

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (found) void call.send(() => mint(found.price, account));
      }}
    >
      <h1>Mint</h1>
      <p>
        The newest hive: <span id="newest">{texts?.newest ?? error}</span>
      </p>
      <p>
        You have: <span id="balance">{texts?.balance}</span>
      </p>
      <p>
        Price: <span id="price">{texts?.price}</span>
      </p>
      <button disabled={!found || call.isBusy}>Mint</button>
      <output>{call.text}</output>
    </form>
  );
}
