import type { OpenPicker } from '../core/picker.js';

/** A user who chooses these wallets, one after the other, each after `delay` ms; then they close the picker. */
export function choosing(ids: string | readonly string[], delay = 0): () => OpenPicker {
  return () => {
    const left = [ids].flat();
    return {
      choice: () => new Promise((resolve) => setTimeout(() => resolve(left.shift()), delay)),
      close: () => {},
    };
  };
}
