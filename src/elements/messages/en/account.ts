/** English texts of `<wallet-account>`. */
export const accountMessages = {
  account: 'Account',
  connectedWith: 'Connected with {wallet}',
  stacks: 'Stacks',
  bitcoin: 'Bitcoin',
  bitcoinPayment: 'Bitcoin payment',
  bitcoinOrdinals: 'Bitcoin ordinals',
  copyAddress: 'Copy {purpose} address',
  addressCopied: '{purpose} address copied.',
  copied: 'Copied',
  copyRefused: 'Couldn’t copy. Select the address and copy it manually.',
  viewInExplorer: 'View {purpose} address in explorer (new tab)',
  disconnect: 'Disconnect',
  disconnected: 'Wallet disconnected.',
  noAddress: 'The wallet gave no address.',
  wrongNetwork: 'Wrong network',
  networkDiffers: 'Your wallet is on {network}, but this page uses {page}.',
} as const;
