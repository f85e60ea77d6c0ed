import type { OpenPicker } from '../client/picker.js';

/** A picker in which the user chooses these wallets, one after the other, each after `delay` ms, and then closes it. */
export function choosing(ids: string | readonly string[], delay = 0): () => OpenPicker {
  return () => {
    const left = [ids].flat();
    return {
      choice: () => new Promise((resolve) => setTimeout(() => resolve(left.shift()), delay)),
      close: () => {},
    };
  };
}
