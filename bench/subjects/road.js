/** The params of the requests of the page, which are the same for each library. */
export const ACCOUNT = 'SPC5KHM41H6WHAST7MWWDD807YSPRQKJ69FSH54J';
export const RECIPIENT = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';
export const TOKEN = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token';
export const ASSET = 'honey';
export const AMOUNT = 2_500_000;
export const MESSAGE = 'Message of the benchmark';

/**
 * A page of an app whose user has connected before. The button sends the request whose name is in `location.hash`. The page
 * sets the marks `usable` and `bench-settled`, or `bench-failed` with the message.
 */
export function createApp(request, { Cl, Pc }) {
  const requests = {
    transfer: () =>
      request('stx_transferStx', {
        recipient: RECIPIENT,
        amount: String(AMOUNT),
        network: 'mainnet',
      }),
    call: () =>
      request('stx_callContract', {
        contract: TOKEN,
        functionName: 'transfer',
        functionArgs: [
          Cl.uint(AMOUNT),
          Cl.standardPrincipal(ACCOUNT),
          Cl.standardPrincipal(RECIPIENT),
          Cl.none(),
        ],
        postConditions: [Pc.principal(ACCOUNT).willSendEq(AMOUNT).ft(TOKEN, ASSET)],
        postConditionMode: 'deny',
        network: 'mainnet',
      }),
    message: () => request('stx_signMessage', { message: MESSAGE }),
    psbt: () =>
      request('signPsbt', {
        psbt: window.benchPsbt,
        signInputs: [{ index: 0, address: window.benchBitcoinAddress }],
      }),
  };
  document.getElementById('send').onclick = async () => {
    try {
      const result = await requests[location.hash.slice(1)]();
      if (!result.txid && !result.signature && !result.psbt)
        throw new Error('The answer is empty.');
      performance.mark('bench-settled');
    } catch (error) {
      performance.mark('bench-failed', { detail: String(error?.message) });
    }
  };
  performance.mark('usable');
}
