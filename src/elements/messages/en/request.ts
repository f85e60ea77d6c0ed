/** English texts of `<wallet-request-button>`. */
export const requestMessages = {
  sendRequest: 'Send request',
  waitingForWallet: 'Waiting for the wallet…',
  requestDone: 'Done',
  requestRejected: 'You declined the request.',
  requestFailed: 'The request failed. {reason}',
  tryAgain: 'Try again',
  requestUnusable: 'This request is not set up correctly.',
} as const;
