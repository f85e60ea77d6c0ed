import { nextFrame } from '@open-wc/testing';
import type { WalletSelection } from '../core/picker.js';
import type { WalletSelectModal } from '../elements/wallet-select-modal/wallet-select-modal.js';
import {
  clickOn,
  FakePage,
  HARBOUR,
  JUNIPER,
  openModal,
  part,
  pause,
  shown,
  still,
  walletButton,
  XVERSE,
} from './modal.js';

const ANDROID = 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36';

const never = () => new Promise<void>(() => {});
const fail = (code: number) => () => {
  throw { code, message: 'The wallet said so, and at some length: unlock it, then try once more.' };
};

type More = Partial<WalletSelection>;

async function asked(answer: () => unknown, more?: More) {
  const opened = await openModal(new FakePage().selection(answer, more));
  await press(opened.modal, walletButton(opened.modal, 'Juniper'));
  await pause(200);
  return opened;
}

async function pressed(control: (modal: WalletSelectModal) => HTMLElement, more?: More) {
  const opened = await openModal(new FakePage().selection(undefined, more));
  await press(opened.modal, control(opened.modal));
  await pause(200);
  return opened;
}

/** A real click on what is not in motion any more. */
async function press(modal: WalletSelectModal, control: HTMLElement) {
  await still(modal);
  control.scrollIntoView({ block: 'nearest' });
  await clickOn(control);
}

/** The list as a phone has it: links that open the wallet's own browser, and the store beside them. */
async function onPhone(more?: More) {
  Object.defineProperty(navigator, 'userAgent', { value: ANDROID, configurable: true });
  try {
    const store = 'https://play.google.com/store/apps/details?id=xverse';
    const others = [{ ...XVERSE, googlePlayStoreUrl: store }];
    return await openModal(new FakePage([JUNIPER, HARBOUR], others).selection(undefined, more));
  } finally {
    Reflect.deleteProperty(navigator, 'userAgent');
  }
}

export const helpButton = (modal: Element) =>
  modal.shadowRoot!.querySelector<HTMLElement>('.help button')!;
export const scanButton = (modal: Element) =>
  modal.shadowRoot!.querySelector<HTMLElement>('button[title]')!;

/** Every view, as a user comes to it: with the pointer, on a real page. `more`: what its caller says besides. */
export const VIEWS: Readonly<Record<string, (more?: More) => ReturnType<typeof openModal>>> = {
  list: (more) =>
    openModal(new FakePage().selection(undefined, { lastProviderId: JUNIPER.id, ...more })),
  'list on a phone': onPhone,
  'nothing installed': (more) => openModal(new FakePage([]).selection(undefined, more)),
  connecting: (more) => asked(never, more),
  rejected: (more) => asked(fail(4001), more),
  failed: (more) => asked(fail(-32603), more),
  help: (more) => pressed(helpButton, more),
  phone: (more) => pressed(scanButton, more),
};

/** Each view in turn, at rest; gone before the next one comes. */
export async function inEveryView(
  check: (modal: WalletSelectModal, name: string) => unknown,
): Promise<void> {
  for (const [name, open] of Object.entries(VIEWS)) {
    const { modal } = await open();
    await shown(modal);
    await still(modal);
    await check(modal, name);
    modal.remove();
    await nextFrame();
  }
}

/** All that can be pressed, the page's own slotted content aside. */
export function controls(modal: Element): HTMLElement[] {
  return [...modal.shadowRoot!.querySelectorAll<HTMLElement>('button, a')];
}

/** The words of the dialog's title: what it is called. */
export const titleOf = (modal: Element) => part(modal, 'title').textContent.trim();
