import type { FtListItem } from '../../tokens/metadata-types.js';
import { NativeEvent, bubbling } from '../internal/element.js';

/** The user chose a token in a list. */
export class FtSelectEvent extends NativeEvent {
  /** The principal of the token's contract. */
  readonly principal: string;
  /** The token's data from the metadata service: name, symbol, decimals and more. Each field may be absent. */
  readonly token: FtListItem;

  constructor(token: FtListItem) {
    super('ft-select', bubbling);
    this.principal = token.principal;
    this.token = token;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'ft-select': FtSelectEvent;
  }
}
