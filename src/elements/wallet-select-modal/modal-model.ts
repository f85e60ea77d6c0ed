import type { RowsController } from '../wallet-list/rows-controller.js';
import type { PickerTexts } from '../wallet-list/wallet-list.template.js';
import type { WalletRow } from '../wallet-list/wallet-row.js';
import type { ModalDialog } from './modal-dialog.js';
import type { ModalView } from './modal-view.js';
import type { QrController } from './qr-controller.js';

/** What the modal's templates read, and what they can ask for. */
export interface ModalModel {
  readonly view: ModalView;
  readonly rows: RowsController;
  readonly messages: PickerTexts;
  readonly modal: ModalDialog;
  readonly label: string;
  readonly withoutInstall: boolean;
  readonly withoutHelp: boolean;
  readonly helpHref: string;
  readonly qr: QrController;
  readonly show: (view: ModalView) => void;
  readonly pick: (wallet: WalletRow) => void;
  readonly cancel: () => void;
  readonly close: () => void;
}
