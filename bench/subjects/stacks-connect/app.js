import { connect, request } from '@stacks/connect';

document.getElementById('open').onclick = () => {
  connect({ forceWalletSelect: true }).catch(() => {});
};
window.request = request;
performance.mark('usable');
