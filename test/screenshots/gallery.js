/* The page of the screenshots. It shows one scene after another. */
import { listScenes } from './list-scenes.js';
import { pickerScenes } from './picker-scenes.js';
import { reset } from './reset.js';
import { sessionScenes } from './session-scenes.js';
import { payScenes } from './pay-scenes.js';
import { signInScenes } from './sign-in-scenes.js';
import { tokenScenes } from './token-scenes.js';
import { transactionScenes } from './transaction-scenes.js';
import { walletScenes } from './wallet-scenes.js';

/* The modes in which the scenes have the same content. */
const SAME = {
  // The screenshot has the whole page, so the height of the window changes only dialogs and popovers.
  inPage: ['320x256'],
  // On a phone, links are shown instead of the QR code.
  code: ['phone'],
  // The development wallet is always in English and left-to-right.
  wallet: ['rtl', 'ar', 'de', '320-de-dark'],
};

const { 'modal-phone': phone, 'modal-phone-refused': refused, ...others } = pickerScenes;
const groups = [
  [others, []],
  [{ 'modal-phone': phone, 'modal-phone-refused': refused }, SAME.code],
  [sessionScenes, SAME.inPage],
  [payScenes, SAME.inPage],
  [signInScenes, SAME.inPage],
  [listScenes, SAME.inPage],
  [tokenScenes, SAME.inPage],
  [transactionScenes, SAME.inPage],
  [walletScenes, SAME.wallet],
];
/* Scenes that change after seconds: they are shown again for every mode. */
const BRIEF = ['account-copied', 'wallet-list-connected'];

const start = document.body.innerHTML;

window.gallery = {
  scenes: groups.flatMap(([scenes, without]) =>
    Object.keys(scenes).map((name) => ({ name, without, brief: BRIEF.includes(name) })),
  ),
  /** Resolves with the selectors of the elements that must still be clicked. */
  async show(name, { lang, dir }) {
    reset();
    Object.assign(document.documentElement, { lang, dir });
    document.body.innerHTML = start;
    scrollTo(0, 0);
    const scenes = Object.assign({}, ...groups.map(([group]) => group));
    const clicks = await scenes[name]();
    return Array.isArray(clicks) ? clicks : [];
  },
};
