/** English texts of `<wallet-connect-button>`. */
export const connectMessages = {
  connectWallet: 'Connect wallet',
  connecting: 'Connecting…',
  account: 'Account {address}',
  connected: 'Wallet connected.',
  disconnected: 'Wallet disconnected.',
  connectRejected: 'Connection declined.',
  connectFailed: 'Could not connect. {reason}',
} as const;
