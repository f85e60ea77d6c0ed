/* A classic script: the options are set before the development wallet is installed. */
window.devWalletOptions = {
  as: new URLSearchParams(location.search).get('as') ?? 'sip030',
  autoApprove: true,
  chainUrl: '/',
};
/* Asigna shows pages in a frame, and injects nothing there: the wallet of the page around it answers. */
if (window.top !== window) window.devWallet = { id: 'AsignaProvider' };
