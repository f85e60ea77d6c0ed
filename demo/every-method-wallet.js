/* A classic script: the options are set before the development wallet is installed. */
window.devWalletOptions = {
  as: new URLSearchParams(location.search).get('as') ?? 'sip030',
  autoApprove: true,
  chainUrl: '/',
};
/* Asigna shows pages in a frame, and injects nothing into it: the wallet in the parent page answers. */
if (window.top !== window) window.devWallet = { id: 'AsignaProvider' };
