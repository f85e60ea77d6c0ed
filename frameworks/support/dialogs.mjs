/**
 * A page with a dialog that contains the button, written with the dialog of each library. Each sets `window.isOpen`:
 * whether the dialog of the page is open.
 */
const react = (imports, dialog) => `
import { createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';
${imports}
function App() {
  const [isOpen, setOpen] = useState(true);
  window.isOpen = isOpen;
  const button = h('wallet-connect-button');
  return ${dialog};
}
createRoot(document.getElementById('app')).render(h(App));`;

export const DIALOGS = {
  Radix: react(
    `import * as Dialog from '@radix-ui/react-dialog';`,
    `h(Dialog.Root, { open: isOpen, onOpenChange: setOpen }, h(Dialog.Portal, null, h(Dialog.Overlay),
      h(Dialog.Content, { 'aria-describedby': undefined }, h(Dialog.Title, null, 'Pay'), button)))`,
  ),
  'Radix, not modal': react(
    `import * as Dialog from '@radix-ui/react-dialog';`,
    `h(Dialog.Root, { open: isOpen, onOpenChange: setOpen, modal: false }, h(Dialog.Portal, null,
      h(Dialog.Content, { 'aria-describedby': undefined }, h(Dialog.Title, null, 'Pay'), button)))`,
  ),
  'Headless UI': react(
    `import { Dialog, DialogPanel, DialogTitle } from '@headlessui/react';`,
    `h(Dialog, { open: isOpen, onClose: setOpen }, h(DialogPanel, null, h(DialogTitle, null, 'Pay'), button))`,
  ),
  MUI: react(
    `import Dialog from '@mui/material/Dialog';`,
    `h(Dialog, { open: isOpen, onClose: () => setOpen(false) }, h('h2', null, 'Pay'), button)`,
  ),
  Bootstrap: `
import { Modal } from 'bootstrap';
import 'bootstrap/dist/css/bootstrap.css';
document.getElementById('app').innerHTML =
  '<div class="modal" tabindex="-1"><div class="modal-dialog"><div class="modal-content"><wallet-connect-button></wallet-connect-button></div></div></div>';
const element = document.querySelector('.modal');
element.addEventListener('hide.bs.modal', () => (window.isOpen = false));
new Modal(element).show();
window.isOpen = true;`,
  Shoelace: `
import '@shoelace-style/shoelace/dist/components/dialog/dialog.js';
document.getElementById('app').innerHTML =
  '<sl-dialog label="Pay"><wallet-connect-button></wallet-connect-button></sl-dialog>';
const element = document.querySelector('sl-dialog');
element.addEventListener('sl-hide', () => (window.isOpen = false));
customElements.whenDefined('sl-dialog').then(() => element.updateComplete).then(() => element.show());
window.isOpen = true;`,
  'a native dialog': `
document.getElementById('app').innerHTML = '<dialog><wallet-connect-button></wallet-connect-button></dialog>';
const element = document.querySelector('dialog');
element.addEventListener('close', () => (window.isOpen = false));
element.showModal();
window.isOpen = true;`,
};
