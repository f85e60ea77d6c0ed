import { describeMint, mint, readMint } from '../mint';
import { useCall, useRead } from './hooks';

export function Mint({ account }: { account: string }) {
  const call = useCall();
  const { value: found, error } = useRead(() => readMint(account), [account, call.done]);
  const texts = found && describeMint(found);

  return (
    <>
      <p>Mint a hive. The contract can take its price at most.</p>
      <dl>
        <div>
          <dt>The newest hive</dt>
          <dd id="newest">{texts?.newest ?? '–'}</dd>
        </div>
        <div>
          <dt>You have</dt>
          <dd id="balance">{texts?.balance ?? '–'}</dd>
        </div>
        <div>
          <dt>Price</dt>
          <dd id="price">{texts?.price ?? '–'}</dd>
        </div>
      </dl>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (found) void call.send(() => mint(found.price, account));
        }}
      >
        <button disabled={!found || call.isBusy}>Mint</button>
        <output>{error ?? call.text}</output>
      </form>
    </>
  );
}
