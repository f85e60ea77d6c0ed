/** Rows for Page Up and Page Down. */
const PAGE_KEY = 8;

/** `activate`: the index of the row to make active. Negative: no row; beyond the end: the last row. */
export type KeyAction = { readonly activate: number } | 'choose' | 'clear';

/** The action of a key in the field or in the list. `active`: the index of the active row, or -1. */
export function keyAction(event: KeyboardEvent, active: number): KeyAction | undefined {
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  switch (event.key) {
    case 'ArrowDown':
      return { activate: active + 1 };
    case 'ArrowUp':
      return { activate: active - 1 };
    case 'PageDown':
      return { activate: Math.max(active, 0) + PAGE_KEY };
    case 'PageUp':
      return { activate: Math.max(active - PAGE_KEY, 0) };
    case 'Enter':
      return 'choose';
    case 'Escape':
      return 'clear';
    default:
      return undefined;
  }
}
