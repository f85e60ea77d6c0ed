/** What `cy.click()` does: it makes the events of a click in the page. */
import { expect, test as base } from '@playwright/test';
import { walletFixtures } from 'stacks-wallet-elements/dev-wallet/playwright';

const test = base.extend(walletFixtures);
test.use({ walletOptions: { autoApprove: true } });

const clickByScript = (locator) => locator.dispatchEvent('click');

async function connectAndPay(page) {
  await page.goto('http://localhost:3000/');
  await clickByScript(page.getByRole('button', { name: 'Connect wallet' }));
  await clickByScript(page.getByRole('button', { name: 'Development wallet' }));
  await clickByScript(page.getByRole('button', { name: 'Pay' }));
}

test('clicks of a script pay if the app has loaded test-setup for Cypress', async ({
  page,
  wallet,
}) => {
  await page.addInitScript(() => (window.Cypress = {}));
  await connectAndPay(page);
  await expect.poll(() => wallet.broadcasts()).toHaveLength(1);
});

test('clicks of a script pay nothing otherwise, and the console says so', async ({
  page,
  wallet,
}) => {
  const told = page.waitForEvent('console', (message) => message.text().includes('test-setup'));
  await connectAndPay(page);
  await told;
  expect(await wallet.broadcasts()).toEqual([]);
});
