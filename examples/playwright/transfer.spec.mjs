import { expect, test } from '@playwright/test';

const wallet = 'node_modules/stacks-wallet-elements/dist/dev-wallet/dev-wallet.js';
const params = { amount: '1000000', recipient: 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH' };
const send = (sent) => window.devWallet.provider.request('stx_transferStx', sent);

test('sends a transfer', async ({ page }) => {
  await page.route('http://localhost/', (route) => route.fulfill({ contentType: 'text/html' }));
  await page.addInitScript({ path: wallet });
  await page.goto('http://localhost/');
  const response = page.evaluate(send, params);
  const dialog = page.getByRole('dialog', { name: 'Send 1 STX' });
  await expect(dialog).toContainText(params.recipient);
  await dialog.getByRole('button', { name: 'Approve' }).click();
  const { result } = await response;
  const [sent] = await page.evaluate(() => window.devWallet.broadcasts);
  expect(sent).toMatchObject({ txid: result.txid, raw: result.transaction, network: 'mainnet' });
});
