/* The page of the screenshots. It shows one scene after the other. */
import { listScenes } from './list-scenes.js';
import { pickerScenes } from './picker-scenes.js';
import { reset } from './reset.js';
import { sessionScenes } from './session-scenes.js';
import { signInScenes } from './sign-in-scenes.js';
import { tokenScenes } from './token-scenes.js';
import { transactionScenes } from './transaction-scenes.js';
import { walletScenes } from './wallet-scenes.js';

/* The modes that do not change what the scenes show. */
const SAME = {
  // The whole page is captured, so a low window makes no difference to what is in the page itself.
  inPage: ['320x256'],
  // A phone shows links in place of the code to scan.
  code: ['phone'],
  // The development wallet is always in English and left-to-right.
  wallet: ['rtl', 'ar', 'de', '320-de-dark'],
};

const { 'modal-phone': phone, 'modal-phone-refused': refused, ...others } = pickerScenes;
const groups = [
  [others, []],
  [{ 'modal-phone': phone, 'modal-phone-refused': refused }, SAME.code],
  [sessionScenes, SAME.inPage],
  [signInScenes, SAME.inPage],
  [listScenes, SAME.inPage],
  [tokenScenes, SAME.inPage],
  [transactionScenes, SAME.inPage],
  [walletScenes, SAME.wallet],
];
/* Scenes that last only for seconds: every mode needs its own. */
const BRIEF = ['account-copied', 'wallet-list-connected'];

const start = document.body.innerHTML;

window.gallery = {
  scenes: groups.flatMap(([scenes, without]) =>
    Object.keys(scenes).map((name) => ({ name, without, brief: BRIEF.includes(name) })),
  ),
  /** Resolves with the selectors of what is still to be clicked. */
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
