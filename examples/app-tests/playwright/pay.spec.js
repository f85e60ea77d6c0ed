import { expect, test as base } from '@playwright/test';
import { walletFixtures } from 'stacks-wallet-elements/dev-wallet/playwright';

const test = base.extend(walletFixtures);
test.use({ walletOptions: { as: 'leather' } }); // optional

test('pays', async ({ page, wallet }) => {
  await page.goto('http://localhost:3000/');
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  await page.getByRole('button', { name: 'Leather' }).click();
  await wallet.approve();
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(wallet.dialog).toContainText('1 STX');
  await wallet.approve(); // or wallet.reject()
  await wallet.confirm(); // or wallet.fail(), wallet.drop()
  await expect(page.getByText('Paid')).toBeVisible();
});
