/** English texts about errors: what happened, whether something may have been sent, and what to do. */
export const errorMessages = {
  errorDeclined: 'You declined in your wallet. Nothing was sent.',
  errorCancelled: 'Cancelled. Nothing was sent.',
  errorAborted: 'Cancelled on this page. If your wallet still asks, decline there.',
  errorUnsupported: 'Your wallet cannot do this. Nothing was sent. Try another wallet.',
  errorInvalid: 'This page asked for something invalid. Nothing was sent. Tell the website.',
  errorRecipient:
    'This recipient is not a valid address. Nothing was sent. Check it, and try again.',
  errorNetwork:
    'Your wallet is on {network}, but this page uses {page}. Nothing was sent. Switch to {page} in your wallet.',
  errorNoNetwork: 'Your wallet does not support {page}. Nothing was sent. Try another wallet.',
  networkDiffers: 'Your wallet is on {network}, but this page uses {page}.',
  networkRemedy: 'Switch to {page} in your wallet.',
  mainnet: 'mainnet',
  testnet: 'testnet',
  errorUnverified:
    'The answer of your wallet could not be verified. Something may have been sent: check your wallet before you try again.',
  errorOtherAccount:
    'Another account of your wallet has signed. Something may have been sent: check your wallet, then connect again.',
  errorNoWallet:
    'No wallet is available. Nothing was sent. Install or connect one, then try again.',
  errorWallet: 'Your wallet failed. Check your wallet before you try again.',
  errorWalletSays: 'Your wallet says: “{reason}” Check your wallet before you try again.',
  errorLoading: 'Something could not be loaded. Nothing was sent. Try again.',
  errorAccount: 'Your wallet now uses another account. Nothing was sent. Connect again.',
  errorAccess: 'Your wallet is not connected to this page. Nothing was sent. Connect again.',
  errorContract: 'The contract could not be read.',
  errorAddress: 'This address is on {network}, but this page uses {page}.',
  errorRead: 'Something could not be loaded. Try again later.',
  errorService: 'The service couldn’t be reached. Try again later.',
  errorBusy: 'The service is busy. Try again later.',
  errorAnswer: 'The answer of the service cannot be used. Try again later.',
  errorTxFailed: 'The transaction failed. Only the network fee was charged.',
  errorTxStopped:
    'Not executed: it would have moved more than allowed. Only the network fee was charged.',
  errorTxReplaced: 'Another transaction took the place of this one. Check your wallet.',
  errorTxDropped: 'The network dropped the transaction. Nothing was sent. You can try again.',
  errorTxWaiting: 'Not confirmed yet, but it still may be. Do not send it again.',
  errorUnknown: 'Something went wrong. Check your wallet before you try again.',
  amountEmpty: 'Enter an amount.',
  amountDigits: 'Enter the amount in digits.',
  amountSeparator:
    'This amount can be read in two ways. Write it like {example}, without other separators.',
  amountDecimals: 'This amount has too many decimals.',
  amountNegative: 'Enter an amount of 0 or more.',
  amountSmall: 'Enter at least {limit}.',
  amountLarge: 'Enter at most {limit}.',
  amountLong: 'This amount is too long.',
} as const;
