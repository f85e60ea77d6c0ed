import type { Picker } from '../core/types.js';

/**
 * A picker in which the user picks these wallets, each after `delay` ms: the next one if a wallet fails. After the last one,
 * the user closes it.
 */
export function choosing(ids: string | readonly string[], delay = 0): Picker {
  return (choice) => {
    const left = [ids].flat();
    const next = () =>
      setTimeout(() => {
        const id = left.shift();
        if (id === undefined) choice.close();
        else choice.pick(id);
      }, delay);
    choice.subscribe(
      () => choice.state.status === 'failed' && (left.length ? next() : choice.close()),
    );
    next();
  };
}
