/** English texts of `<wallet-connect-button>`. */
export const connectMessages = {
  connectWallet: 'Connect wallet',
  connecting: 'Connecting…',
  account: 'Account',
  connected: 'Wallet connected.',
  disconnected: 'Wallet disconnected.',
  connectRejected: 'Connection declined.',
  connectFailed: 'Couldn’t connect. {reason}',
  menuFailed: 'The account menu couldn’t be loaded. Check your connection and try again.',
} as const;
