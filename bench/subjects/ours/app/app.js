import { connect, request } from 'stacks-wallet-elements';

document.getElementById('open').onclick = () => {
  connect({ forceWalletSelect: true }).catch(() => {});
};
window.request = request;
performance.mark('usable');
