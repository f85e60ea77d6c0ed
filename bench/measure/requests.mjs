import { openPage } from '../chromium.mjs';

const WARM_UP = 300;
const DURATION = 1_000;

/** Returns how many calls of `request` per second complete, one after another, with a wallet that answers at once. */
export async function requestRate(browser, { url, subject }) {
  const { page, reported, close } = await openPage(browser, subject);
  try {
    await page.goto(url);
    await reported('usable');
    return await page.evaluate(
      async ({ warmUp, duration }) => {
        const params = {
          recipient: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7',
          amount: '1000000',
        };
        const send = () =>
          window.request({ provider: window.BenchWallet }, 'stx_transferStx', params);
        for (let call = 0; call < warmUp; call++) await send();
        let calls = 0;
        const start = performance.now();
        let now = start;
        while (now - start < duration) {
          const { txid } = await send();
          if (!txid) throw new Error('The answer has no txid.');
          calls++;
          now = performance.now();
        }
        return (calls * 1000) / (now - start);
      },
      { warmUp: WARM_UP, duration: DURATION },
    );
  } finally {
    await close();
  }
}
