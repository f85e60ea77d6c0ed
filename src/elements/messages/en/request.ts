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
  requestNotConnected: 'Your wallet is no longer connected to this page.',
  connectAgain: 'Connect again',
  connectedAgain: 'Connected. You can try again now.',
  requestUnsupported: '{wallet} does not support this action.',
  requestUnusable: 'This action is unavailable.',
} as const;
