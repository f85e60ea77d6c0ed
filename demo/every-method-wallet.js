/* A classic script: the options are set before the development wallet is installed. */
window.devWalletOptions = {
  as: new URLSearchParams(location.search).get('as') ?? 'sip030',
  autoApprove: true,
  chainUrl: '/',
};
