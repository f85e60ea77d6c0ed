import { fixture, html, nextFrame } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { chooseWallet, type AskWallet } from '../core/choose-wallet.js';
import type { WalletList, WalletSelection } from '../core/picker.js';
import type { WalletClient } from '../core/types.js';
import type { WalletSelectModal } from '../elements/wallet-select-modal/wallet-select-modal.js';
import '../define/wallet-select-modal.js';
import type { ProviderDescriptor } from '../wire/provider.js';

const ICON =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>';

export const JUNIPER = { id: 'JuniperProvider', name: 'Juniper', icon: ICON };
export const HARBOUR = { id: 'HarbourProvider', name: 'Harbour' };
export const XVERSE = {
  id: 'XverseProviders.BitcoinProvider',
  name: 'Xverse',
  webUrl: 'https://www.xverse.app/',
  openInWalletUrl: 'https://connect.xverse.app/browser?url={url}',
};

interface TestSelection extends WalletSelection {
  readonly ask?: AskWallet<void>;
}

/** The wallets of a page that a test may change while the modal is open. */
export class FakePage {
  #list: WalletList;
  readonly #watchers = new Set<(list: WalletList) => void>();
  readonly asked: string[] = [];

  constructor(
    installed: readonly ProviderDescriptor[] = [JUNIPER, HARBOUR],
    others: readonly ProviderDescriptor[] = [XVERSE],
  ) {
    this.#list = { installed, others };
  }

  get watchers(): number {
    return this.#watchers.size;
  }

  set list(list: WalletList) {
    this.#list = list;
    for (const watcher of [...this.#watchers]) watcher(list);
  }

  /** What is handed to a picker; `answer` is the wallet, asked when connecting. */
  selection(
    answer?: (id: string, signal: AbortSignal) => unknown,
    more: Partial<WalletSelection> = {},
  ): TestSelection {
    return {
      ...this.#list,
      signal: new AbortController().signal,
      watch: (watcher) => {
        this.#watchers.add(watcher);
        return () => this.#watchers.delete(watcher);
      },
      ...(answer && {
        ask: async (id: string, signal: AbortSignal) => {
          this.asked.push(id);
          await answer(id, signal);
        },
      }),
      ...more,
    };
  }
}

/** A client that none of these tests asks: they hand their own selection over. */
const idle = {
  state: { status: 'disconnected' },
  subscribe: () => () => {},
} as unknown as WalletClient;

export async function modalFixture(): Promise<WalletSelectModal> {
  return fixture(html`<wallet-select-modal .client=${idle}></wallet-select-modal>`);
}

/** Lets the user choose in this modal, as a client does. */
export async function chooseIn(
  modal: WalletSelectModal,
  { ask, ...selection }: TestSelection,
): Promise<{ providerId: string }> {
  const { signal } = selection;
  const open = () => modal.openPicker(selection);
  const { providerId } = await chooseWallet(open, ask, signal);
  return { providerId };
}

/** A modal, opened; `choice` never leaves a rejection unhandled. */
export async function openModal(selection: TestSelection = new FakePage().selection()) {
  const modal = await modalFixture();
  const choice = settled(chooseIn(modal, selection));
  await shown(modal);
  return { modal, choice };
}

/** The dialog stands, rows and focus are there. */
export async function shown(modal: WalletSelectModal): Promise<void> {
  await modal.updateComplete;
  await modal.updateComplete;
  await nextFrame();
}

/** Its opening animation is over. */
export async function still(modal: WalletSelectModal): Promise<void> {
  await Promise.all(
    dialogOf(modal)
      .getAnimations()
      .map(({ finished }) => finished),
  );
}

export type Outcome =
  { value: unknown } | { error: { code?: number; name: string; message: string } };

/** Counts settlements too: a promise cannot tell. */
export function settled(promise: Promise<unknown>): Promise<Outcome> {
  return promise.then(
    (value) => ({ value }),
    (error) => ({ error }),
  );
}

export function dialogOf(modal: WalletSelectModal): HTMLDialogElement {
  return modal.shadowRoot!.querySelector('dialog')!;
}

export function part(modal: Element, name: string): HTMLElement {
  const found = modal.shadowRoot!.querySelector<HTMLElement>(`[part~="${name}"]`);
  if (!found) throw new Error(`There is no part "${name}" in this view.`);
  return found;
}

export function walletButton(modal: Element, name: string): HTMLElement {
  const rows = [...modal.shadowRoot!.querySelectorAll<HTMLElement>('[part~="wallet"]')];
  const found = rows.find((row) => row.querySelector('[part="wallet-name"]')?.textContent === name);
  if (!found) throw new Error(`There is no wallet "${name}" in the list.`);
  return found;
}

/** The focused element, inside shadow roots too. */
export function focused(): Element | null {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
}

/** Compares by identity alone: a failed `equal` of elements makes the runner write out the whole page. */
export function expectFocus(element: Element): void {
  const at = focused();
  if (at !== element) throw new Error(`The focus is on ${at?.outerHTML.slice(0, 200)}.`);
}

/** A real click in the middle of an element. */
export async function clickOn(target: Element): Promise<void> {
  const { left, top, width, height } = target.getBoundingClientRect();
  await sendMouse({
    type: 'click',
    position: [Math.round(left + width / 2), Math.round(top + height / 2)],
  });
}

/** A real click on the backdrop, in the corner of the window. */
export function clickBackdrop(): Promise<void> {
  return sendMouse({ type: 'click', position: [3, 3] });
}

export const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/** Calls of a listener, by what the event says. */
export function record(target: EventTarget, type: string): Event[] {
  const events: Event[] = [];
  target.addEventListener(type, (event) => events.push(event));
  return events;
}
