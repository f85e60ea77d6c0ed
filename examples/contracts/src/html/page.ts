import { getDefaultClient } from 'stacks-wallet-elements';
import 'stacks-wallet-elements/define/wallet-connect-button';
import 'stacks-wallet-elements/reserve.css';
import '../chain';
import { explainError, follow } from '../follow';

const client = getDefaultClient();
const form = document.querySelector('form')!;
const button = form.querySelector('button')!;
const outcome = form.querySelector('output')!;

/** The value of a field of the form. */
export const field = (name: string) =>
  (form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement).value;

interface Shown {
  /** By the ids of elements. */
  readonly texts: Readonly<Record<string, string>>;
  /** What the button sends: with the values that the page shows. */
  readonly call: () => Promise<{ txid: string }>;
}

/** Shows what `read` returns. Reads again when the form or the account changes, and after a call. */
export function start(read: (account: string) => Promise<Shown>) {
  let reads = 0;
  let account: string | undefined;
  let call: Shown['call'];
  const say = (text: string) => (outcome.textContent = text);

  async function show() {
    const own = ++reads;
    button.disabled = true;
    const { stxAddress } = client.state;
    if (stxAddress !== account) say('');
    account = stxAddress;
    if (!stxAddress) return say('Connect a wallet to start.');
    try {
      const shown = await read(stxAddress);
      if (own !== reads) return;
      call = shown.call;
      for (const [id, text] of Object.entries(shown.texts)) {
        document.getElementById(id)!.textContent = text;
      }
      button.disabled = false;
    } catch (error) {
      if (own === reads) say(explainError(error));
    }
  }

  form.addEventListener('input', () => {
    say('');
    void show();
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    await follow(call, say);
    await show();
  });
  client.subscribe(show);
  void show();
}
