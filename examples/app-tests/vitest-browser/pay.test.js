import { installDevWallet } from 'stacks-wallet-elements/dev-wallet';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { showApp } from '../pay.js';

it('connects and pays', async () => {
  const wallet = installDevWallet();
  showApp(document.body);
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  await page.getByRole('button', { name: 'Development wallet' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect.element(page.getByRole('dialog')).toHaveTextContent('1 STX');
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect.poll(() => wallet.broadcasts).toHaveLength(1);
  wallet.confirm(wallet.broadcasts[0].txid);
  await expect.element(page.getByText('Paid')).toBeVisible();
  wallet.uninstall();
});
