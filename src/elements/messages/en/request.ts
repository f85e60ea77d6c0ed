/** English texts of `<wallet-request-button>`. */
export const requestMessages = {
  sendRequest: 'Send request',
  waitingForWallet: 'Waiting for the wallet…',
  requestDone: 'Done',
  requestProposed: 'Proposed to the other signers',
  requestSigned: 'Signed, not sent',
  requestPossiblySent: 'Signed, possibly sent',
  requestRejected: 'You declined the request.',
  requestFailed: 'The request failed. {reason}',
  tryAgain: 'Try again',
  requestUnusable: 'This action is unavailable.',
} as const;
