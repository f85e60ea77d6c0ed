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
  copyRefused: 'The browser refused to copy. Select the address to copy it by hand.',
  viewInExplorer: 'Show {purpose} address in the explorer (opens a new tab)',
  disconnect: 'Disconnect',
  disconnected: 'Wallet disconnected.',
  noAddress: 'The wallet gave no address.',
} as const;
