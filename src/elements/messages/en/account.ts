/** English texts of `<wallet-account>`. */
export const accountMessages = {
  accountMenu: 'Account',
  accountOf: 'Account {address}',
  stacks: 'Stacks',
  bitcoin: 'Bitcoin',
  bitcoinPayment: 'Bitcoin payment',
  bitcoinOrdinals: 'Bitcoin ordinals',
  copyAddress: 'Copy {purpose} address',
  copied: 'Copied',
  addressCopied: '{purpose} address copied.',
  copyRefused: 'The browser refused to copy. Select the address and copy it by hand.',
  viewInExplorer: '{purpose} address in the explorer (new tab)',
  disconnect: 'Disconnect',
  notConnected: 'No wallet is connected.',
  noAddress: 'The wallet gave no address.',
} as const;
