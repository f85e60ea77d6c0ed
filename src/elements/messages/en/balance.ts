/** English texts of `<wallet-balance>`. */
export const balanceMessages = {
  balance: 'Balance',
  balanceFailed: 'Balance not available',
  balanceOld: 'Not up to date',
  tryAgain: 'Try again',
} as const;
