import { expect, fixture, html } from '@open-wc/testing';
import { createWalletClient } from '../core/client.js';
import { getDefaultClient } from '../core/client.js';
import type { Picker, RequestOptions } from '../core/types.js';
import { fakeWallet, installWallet, memoryStorage } from '../testing/fake-wallet.js';
import { HARBOUR, JUNIPER, settled, walletButton } from '../testing/modal.js';
import { pause, waitUntil } from '../testing/wait-until.js';
import type { WalletConnectButton } from '../elements/wallet-connect-button/wallet-connect-button.js';
import type { WalletSelectModal } from '../elements/wallet-select-modal/wallet-select-modal.js';
import './picker.js';
import '../elements/wallet-connect-button/define.js';
import '../elements/wallet-select-modal/define.js';

const EXIT_ANIMATION = 300;
const ONLY_JUNIPER: RequestOptions = { approvedProviderIds: [JUNIPER.id] };
const ONLY_HARBOUR: RequestOptions = { approvedProviderIds: [HARBOUR.id] };

const modals = () => [...document.querySelectorAll('wallet-select-modal')];
const namesIn = (modal: Element) =>
  [...modal.shadowRoot!.querySelectorAll('[part=wallet-name]')].map((at) => at.textContent);

/** Resolves with the only open modal once its list starts with these wallets. */
async function offering(...names: readonly string[]): Promise<WalletSelectModal> {
  const open = () => modals().filter((modal) => modal.open);
  await waitUntil(
    () => open().length === 1 && namesIn(open()[0]!).join().startsWith(names.join()),
    `one modal offers ${names.join()}`,
  );
  return open()[0]!;
}

/** Resolves at the next call of the picker, before it opens. */
function pickerCalled(): Promise<void> {
  const client = getDefaultClient();
  const select = client.picker!;
  return new Promise((resolve) => {
    const once: Picker = (selection) => {
      client.picker = select;
      resolve();
      return select(selection);
    };
    client.picker = Object.assign(once, select);
  });
}

describe('the temporary modal of a page without <wallet-select-modal>', () => {
  const client = getDefaultClient();
  let undo: readonly (() => void)[] = [];

  beforeEach(() => {
    undo = [JUNIPER, HARBOUR].map((descriptor) => installWallet(fakeWallet(), descriptor));
  });

  afterEach(async () => {
    client.disconnect();
    for (const step of undo) step();
    await waitUntil(() => !modals().length, 'no modal is left');
  });

  /** Expects the modal to stay open through the exit animation of the one before, then connects. */
  async function staysAndConnects(
    call: Promise<unknown>,
    pick: string,
    ...names: readonly string[]
  ): Promise<void> {
    await offering(...names);
    await pause(EXIT_ANIMATION);
    walletButton(await offering(...names), pick).click();
    expect(await settled(call)).to.have.nested.property('value.addresses');
  }

  it('opens again for the second of two calls that approve different wallets', async () => {
    const first = client.connect(ONLY_JUNIPER);
    const modal = await offering('Juniper');
    const second = client.connect(ONLY_HARBOUR);
    walletButton(modal, 'Juniper').click();
    await first;
    await staysAndConnects(second, 'Harbour', 'Harbour');
  });

  it('opens again for a call made right after it was closed', async () => {
    const first = settled(client.connect(ONLY_JUNIPER));
    (await offering('Juniper')).hide();
    const second = client.connect(ONLY_HARBOUR);
    expect(await first).to.have.nested.property('error.code', -31001);
    await staysAndConnects(second, 'Harbour', 'Harbour');
  });

  it('opens again for a call made right after the first call failed', async () => {
    const calls = client.connect(ONLY_JUNIPER).catch(() => client.connect(ONLY_HARBOUR));
    (await offering('Juniper')).hide();
    await staysAndConnects(calls, 'Harbour', 'Harbour');
  });

  for (const [when, ready] of [
    ['while the picker loads', () => pickerCalled()],
    ['while the picker is open', () => offering('Juniper', 'Harbour')],
  ] as const) {
    it(`stays open when a connect button is pressed again ${when}`, async () => {
      const button = await fixture<WalletConnectButton>(
        html`<wallet-connect-button></wallet-connect-button>`,
      );
      const connects = new Promise((resolve, reject) => {
        button.addEventListener('wallet-connect', ({ addresses }) => resolve({ addresses }));
        button.addEventListener('wallet-connect-error', ({ error }) => reject(error as Error));
      });
      const again = ready();
      button.click();
      await again;
      button.click();
      await staysAndConnects(connects, 'Harbour', 'Juniper', 'Harbour');
    });
  }

  it('stays open for one client when the call of another is aborted', async () => {
    const other = createWalletClient({
      storage: memoryStorage(),
      picker: client.picker,
    });
    const abort = new AbortController();
    const first = settled(client.connect({ signal: abort.signal }));
    const second = other.connect();
    await waitUntil(() => modals().filter((modal) => modal.open).length === 2, 'two modals');
    abort.abort();
    expect(await first).to.have.nested.property('error.name', 'AbortError');
    await staysAndConnects(second, 'Harbour', 'Juniper', 'Harbour');
  });

  it('is removed when wallet-modal-show is canceled', async () => {
    document.addEventListener('wallet-modal-show', (event) => event.preventDefault(), {
      once: true,
    });
    const call = settled(client.connect());
    expect(await call).to.have.nested.property('error.code', -31001);
    await waitUntil(() => !modals().length);
  });
});
