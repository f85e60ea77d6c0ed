import { nextFrame } from '@open-wc/testing';
import type { WalletSelectModal } from '../elements/wallet-select-modal/wallet-select-modal.js';
import { part, press } from './element-helpers.js';
import { waitUntil } from './wait-until.js';
import {
  type ChoiceOptions,
  FakePage,
  JUNIPER,
  openModal,
  shown,
  spinners,
  still,
  walletButton,
  XVERSE,
} from './modal.js';

const ANDROID = 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36';

const never = () => new Promise<void>(() => {});
const fail = (code: number) => () => {
  throw { code, message: 'The wallet said so, and at some length: unlock it, then try once more.' };
};

type More = ChoiceOptions;

type IsShown = (modal: WalletSelectModal) => boolean;

const hasState =
  (name: string): IsShown =>
  (modal) =>
    modal.matches(`:state(${name})`);
const hasSpinner: IsShown = (modal) => spinners(modal).length > 0;
const hasCode: IsShown = (modal) => modal.shadowRoot!.querySelector('[role=img]') !== null;

async function connecting(answer: () => unknown, isShown: IsShown, more?: More) {
  const opened = await openModal(new FakePage().selection(answer, more));
  await pressWhenStill(opened.modal, walletButton(opened.modal, 'Juniper'));
  await shows(opened.modal, isShown);
  return opened;
}

async function pressed(
  control: (modal: WalletSelectModal) => HTMLElement,
  isShown: IsShown,
  more?: More,
) {
  const opened = await openModal(new FakePage().selection(undefined, more));
  await pressWhenStill(opened.modal, control(opened.modal));
  await shows(opened.modal, isShown);
  return opened;
}

/** Resolves when the modal shows a view, and the previous one has faded out. */
const shows = (modal: WalletSelectModal, isShown: IsShown) =>
  waitUntil(() => isShown(modal), 'the view');

/** A trusted click after the opening animation. */
async function pressWhenStill(modal: WalletSelectModal, control: HTMLElement) {
  await still(modal);
  control.scrollIntoView({ block: 'nearest' });
  await press(control);
}

/** The list on a phone outside of a wallet, with links to the wallet's own browser and to the app store. */
async function onPhone(more?: More) {
  Object.defineProperty(navigator, 'userAgent', { value: ANDROID, configurable: true });
  try {
    const store = 'https://play.google.com/store/apps/details?id=xverse';
    const others = [{ ...XVERSE, googlePlayStoreUrl: store }];
    return await openModal(new FakePage([], others).selection(undefined, more));
  } finally {
    Reflect.deleteProperty(navigator, 'userAgent');
  }
}

export const helpButton = (modal: Element) => part(modal, 'footer').querySelector('button')!;
export const scanButton = (modal: Element) =>
  modal.shadowRoot!.querySelector<HTMLElement>('button[title]')!;

/** Opens the modal in each view with trusted clicks. `more`: additional fields of the selection. */
export const VIEWS: Readonly<Record<string, (more?: More) => ReturnType<typeof openModal>>> = {
  list: (more) =>
    openModal(new FakePage().selection(undefined, { lastProviderId: JUNIPER.id, ...more })),
  'list on a phone': onPhone,
  'nothing installed': (more) => openModal(new FakePage([]).selection(undefined, more)),
  connecting: (more) => connecting(never, hasSpinner, more),
  rejected: (more) => connecting(fail(4001), hasState('rejected'), more),
  failed: (more) => connecting(fail(-32603), hasState('failed'), more),
  help: (more) => pressed(helpButton, hasState('help'), more),
  phone: (more) => pressed(scanButton, hasCode, more),
};

/** Calls `check` in each view after its animations, and removes the modal before the next one. */
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

/** All buttons and links of the modal, without slotted ones. */
export function controls(modal: Element): HTMLElement[] {
  return [...modal.shadowRoot!.querySelectorAll<HTMLElement>('button, a')];
}

/** The text of the dialog's title. */
export const titleOf = (modal: Element) => part(modal, 'title').textContent.trim();
