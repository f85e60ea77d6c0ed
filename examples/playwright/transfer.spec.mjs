import { expect, test as base } from '@playwright/test';
import { walletFixtures } from 'stacks-wallet-elements/dev-wallet/playwright';

const test = base.extend(walletFixtures);
const recipient = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';
/** A page, so that this test needs no server. In your tests, `page.goto` opens your app. */
const app = `<!doctype html><html lang="en">
<script type="module" src="/cdn/stacks-wallet-elements.js"></script>
<wallet-request-button track method="stx_transferStx" params='{ "amount": "1000000", "recipient": "${recipient}" }'>Send 1 STX</wallet-request-button>`;

test.beforeEach(async ({ page }) => {
  const folder = 'node_modules/stacks-wallet-elements/dist';
  await page.route('http://localhost/cdn/**', (route) =>
    route.fulfill({ path: folder + new URL(route.request().url()).pathname }),
  );
  await page.route('http://localhost/', (route) =>
    route.fulfill({ contentType: 'text/html', body: app }),
  );
  await page.goto('http://localhost/');
});

test('sends a transfer, which is confirmed', async ({ page, wallet }) => {
  await page.getByRole('button', { name: 'Send 1 STX' }).click();
  await page.getByRole('button', { name: 'Development wallet' }).click();
  await expect(wallet.dialog).toContainText(recipient);
  await wallet.approve();
  await expect(page.getByText('Pending').last()).toBeVisible();
  await wallet.confirm();
  await expect(page.getByText('Confirmed').last()).toBeVisible({ timeout: 15_000 });
});

test.describe('with a wallet that rejects', () => {
  test.use({ walletOptions: { as: 'leather', reject: true } });
  test('sends nothing', async ({ page, wallet }) => {
    await page.getByRole('button', { name: 'Send 1 STX' }).click();
    await page.getByRole('button', { name: 'Leather' }).click();
    await expect(page.getByText('You declined').last()).toBeVisible();
    expect(await wallet.broadcasts()).toEqual([]);
  });
});
