import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { WalletChoice, type AskWallet, type ChoiceDeps } from '../core/choice.js';
import type { WalletClient, WalletList } from '../core/types.js';
import { toJsonRpcError } from '../core/raw.js';
import type { WalletSelectModal } from '../elements/wallet-select-modal/wallet-select-modal.js';
import '../elements/wallet-select-modal/define.js';
import { loadModule } from '../lib/promises.js';
import { part } from './element-helpers.js';
import './one-update.js';
import type { ProviderDescriptor } from '../wallets/wallet.js';

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

/** What a test may set for a choice. */
export interface ChoiceOptions {
  readonly lastProviderId?: string;
  readonly signal?: AbortSignal;
}

/** A choice of the wallets of a page. `connect` is called in place of a wallet. */
interface TestSelection extends ChoiceOptions {
  readonly page: FakePage;
  readonly connect: ((id: string, signal: AbortSignal) => unknown) | undefined;
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

  get list(): WalletList {
    return this.#list;
  }

  watch(watcher: (list: WalletList) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** `answer` is called to connect, in place of a wallet. Without it, the choice ends when a wallet is picked. */
  selection(
    answer?: (id: string, signal: AbortSignal) => unknown,
    more: ChoiceOptions = {},
  ): TestSelection {
    return { page: this, connect: answer, ...more };
  }
}

/** A client for tests that pass their own selection, and so never use it. */
const idle = {
  state: { status: 'disconnected' },
  subscribe: () => () => {},
} as unknown as WalletClient;

export async function modalFixture(): Promise<WalletSelectModal> {
  return fixture(html`<wallet-select-modal .client=${idle}></wallet-select-modal>`);
}

/** Delays `choose()` of a client, as while its code loads, until the returned function is called. */
export function delayChoose(client: WalletClient): () => void {
  const { choose } = client;
  let load!: () => void;
  const loaded = new Promise<void>((resolve) => (load = resolve));
  client.choose = async (options) => {
    await loaded;
    return choose(options);
  };
  return load;
}

/** Lets the next `choose()` of a client fail, as if its code cannot be loaded. */
export function failToChoose(client: WalletClient): void {
  const { choose } = client;
  client.choose = () => {
    client.choose = choose;
    return loadModule('lets the user choose a wallet', () =>
      Promise.reject(new TypeError('Failed to fetch')),
    );
  };
}

/** Lets the user choose in this modal, as a client does. */
export async function chooseIn(
  modal: WalletSelectModal,
  { page, connect, lastProviderId, signal }: TestSelection,
): Promise<{ providerId: string }> {
  const deps = {
    discovery: {
      list: () => page.list,
      watch: (watcher: (list: WalletList) => void) => page.watch(watcher),
      provider: () => ({ request: () => Promise.reject(new Error('unused')) }),
    },
    session: { providerId: lastProviderId },
  } as unknown as ChoiceDeps;
  const ask: AskWallet = async ({ id }, sending) => {
    page.asked.push(id!);
    try {
      await connect!(id!, sending!);
    } catch (error) {
      throw toJsonRpcError(error);
    }
  };
  const choice = new WalletChoice(deps, {}, connect && ask);
  const abort = () => choice.fail(signal!.reason);
  signal?.addEventListener('abort', abort);
  try {
    modal.showChoice(choice);
    choice.opened();
  } catch (error) {
    choice.fail(error);
  }
  try {
    return { providerId: await choice.finished };
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/** An open modal and the outcome of the choice, which never rejects. */
export async function openModal(selection: TestSelection = new FakePage().selection()) {
  const modal = await modalFixture();
  const choice = settled(chooseIn(modal, selection));
  await shown(modal);
  return { modal, choice };
}

/** Resolves when the dialog is open, with its rows and the focus. */
export async function shown(modal: WalletSelectModal): Promise<void> {
  await modal.updateComplete;
  await modal.updateComplete;
  await nextFrame();
}

/** Resolves when the animations of the dialog and of its view have ended, apart from endless ones. */
export async function still(modal: WalletSelectModal): Promise<void> {
  const ending = dialogOf(modal)
    .getAnimations({ subtree: true })
    .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
  // An animation that is canceled rejects.
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

export type Outcome =
  | { value: unknown }
  | { error: { code?: number; name: string; message: string } };

/** The outcome of a promise, as a promise that never rejects. */
export function settled(promise: Promise<unknown>): Promise<Outcome> {
  return promise.then(
    (value) => ({ value }),
    (error) => ({ error }),
  );
}

export function dialogOf(modal: WalletSelectModal): HTMLDialogElement {
  return modal.shadowRoot!.querySelector('dialog')!;
}

export function walletButton(modal: Element, name: string): HTMLElement {
  const rows = [...modal.shadowRoot!.querySelectorAll<HTMLElement>('[part~="wallet"]')];
  const found = rows.find((row) => row.querySelector('[part="wallet-name"]')?.textContent === name);
  if (!found) throw new Error(`There is no wallet "${name}" in the list.`);
  return found;
}

/** The visible spinners of a modal or a list. They have no public name: only this module selects them by class. */
export function spinners(host: Element): Element[] {
  return [...host.shadowRoot!.querySelectorAll('.spinner')].filter((spinner) =>
    spinner.checkVisibility({ visibilityProperty: true }),
  );
}

/**
 * Milliseconds after which the visible spinner appears, without a clock: begins its animations again, expects that it is
 * hidden now, and reads the delay of the animation that hides it.
 */
export function spinnerDelay(host: Element): number | undefined {
  const [spinner] = spinners(host) as HTMLElement[];
  spinner!.style.animation = 'none';
  spinner!.getAnimations();
  spinner!.style.animation = '';
  expect(spinners(host), 'a spinner that has just begun').to.have.lengthOf(0);
  const effects = spinner!.getAnimations().map(({ effect }) => effect as KeyframeEffect);
  return effects.find((effect) => effect.getKeyframes()[0]!['visibility'] === 'hidden')?.getTiming()
    .delay;
}

/** The tick of a connected wallet. It has no public name: only this module selects it by class. */
export function tick(host: Element): Element | null {
  return host.shadowRoot!.querySelector('.sign.success, .row-tick');
}

/** The icons that are mirrored in a right-to-left page. No public name: only this module selects them by class. */
export function mirroredIcons(root: ParentNode): Element[] {
  return [...root.querySelectorAll('.directional')];
}

/** The dialog, its body, and every element between them. */
export function boxesOf(modal: WalletSelectModal): HTMLElement[] {
  const boxes = [part(modal, 'body')];
  while (boxes[0] !== dialogOf(modal)) boxes.unshift(boxes[0]!.parentElement!);
  return boxes;
}

/** The focused element, also inside shadow roots. */
export function focused(): Element | null {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
}

/** Expects the focus on an element. A failed `equal` of elements would print the whole page. */
export function expectFocus(element: Element): void {
  const at = focused();
  if (at !== element) throw new Error(`The focus is on ${at?.outerHTML.slice(0, 200)}.`);
}

/** A trusted click on the backdrop, in the corner of the window. */
export function clickBackdrop(): Promise<void> {
  return sendMouse({ type: 'click', position: [3, 3] });
}

/** The events of this type that are dispatched from now on. */
export function record(target: EventTarget, type: string): Event[] {
  const events: Event[] = [];
  target.addEventListener(type, (event) => events.push(event));
  return events;
}
