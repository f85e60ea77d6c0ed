import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startServer } from '../../scripts/server.mjs';
import { launchBrowser, openPage } from '../support/browser.mjs';

let server;
let browser;
let page;
let errors;
before(async () => {
  server = await startServer();
  browser = await launchBrowser();
  ({ page, errors } = await openPage(browser, `${server.url}tokens.html`));
  await page.locator('#tokens ft-metadata-card[status=ready]').first().waitFor();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

const cards = (place) => page.locator(`#${place} ft-metadata-card:visible`);
const named = (name) => page.locator(`ft-metadata-card[principal$='.${name}']`);

describe('the token page of the demo', () => {
  it('searches by name, symbol and principal', async () => {
    const all = await cards('tokens').count();
    assert.ok(all >= 20, String(all));
    for (const text of ['honey', 'HNY', 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE']) {
      await page.fill('[name=search]', text);
      assert.equal(await cards('tokens').count(), 1, text);
    }
    await page.fill('[name=search]', 'nothing has this name');
    assert.ok(await page.locator('#empty').isVisible());
    await page.fill('[name=search]', '');
    assert.equal(await cards('tokens').count(), all);
  });

  it('shows the results of a search from the middle of the page, below the filter', async () => {
    await page.locator('#hostile').scrollIntoViewIfNeeded();
    await page.fill('[name=search]', 'honey');
    const tops = await page.evaluate(() =>
      ['#filter', '#tokens-heading', '#hostile'].map(
        (selector) => document.querySelector(selector).getBoundingClientRect().top,
      ),
    );
    const { height } = await page.locator('#filter').boundingBox();
    assert.ok(tops[0] + height <= tops[1] && tops[1] < 300, tops.join());
    await page.fill('[name=search]', '');
  });

  it('switches the locale of all cards, and the language of the page', async () => {
    const name = named('honey-token').locator('[part=name]');
    await page.selectOption('[name=locale]', 'ja');
    await name.getByText('はちみつ').waitFor();
    await page.selectOption('[name=locale]', '');
    await page.selectOption('[name=lang]', 'es');
    await name.getByText('Miel').waitFor();
    await named('honey-token').getByText('Suministro total').waitFor();
    await page.selectOption('[name=lang]', 'en');
    await name.getByText('Honey').waitFor();
  });

  it('has a space between an amount and its symbol', async () => {
    const supply = named('honey-token').locator('dd', { hasText: 'HNY' }).first();
    assert.match((await supply.textContent()).trim(), /^[\d,.]+ HNY$/);
    const amount = await page.evaluate(async () => {
      const element = document.createElement('ft-amount');
      Object.assign(element, { value: '1500000', decimals: 6, symbol: 'HNY' });
      document.body.append(element);
      await element.updateComplete;
      return element.shadowRoot.textContent;
    });
    assert.equal(amount, '1.5 HNY');
  });

  it('shows the status of each failure', async () => {
    const statuses = {
      'lost-document': 'error',
      'sleeping-server': 'error',
      'no-such-token': 'not-found',
      'fresh-mint': 'pending',
    };
    for (const [token, status] of Object.entries(statuses)) {
      await named(token).scrollIntoViewIfNeeded();
      await page.locator(`[principal$='.${token}'][status=${status}]`).waitFor();
    }
  });

  it('shows the hostile tokens, which run no script', async () => {
    for (const card of await cards('hostile').all()) {
      await card.scrollIntoViewIfNeeded();
      await card.locator('[part=principal]').waitFor();
    }
    await page.locator("[principal$='.hostile-identity'][status=error]").waitFor();
    await page.locator("[principal$='.hostile-markup'][status=ready]").waitFor();
    assert.equal(await page.locator('#ran').textContent(), '0');
    assert.equal(
      await page.evaluate(() => (alert('seen'), document.querySelector('#ran').value)),
      '1',
    );
  });

  it('lists the hostile tokens only under Security', async () => {
    const first = (list) => page.locator(`${list} [role=option]`).first();
    await page.locator('#picker').scrollIntoViewIfNeeded();
    await first('#picker').waitFor();
    assert.match(await first('#picker').textContent(), /Arweave Archive/);
    assert.ok(await page.locator('#hostile + p + #hostile-list').count());
    await page.locator('#hostile-list').scrollIntoViewIfNeeded();
    await first('#hostile-list').waitFor();
    assert.match(await first('#hostile-list').textContent(), /hostile-markup/);
  });

  it('has one error in its console, about a wrong token id, although tokens and images fail', async () => {
    const cards = await page.locator('ft-metadata-card, nft-metadata-card').all();
    for (const card of cards) {
      await card.scrollIntoViewIfNeeded();
      await card.locator('[part=principal]').first().waitFor();
    }
    await page.locator("[principal$='.busy-bee'][status=pending]").waitFor();
    await page.locator("[principal$='.ipfs-garden'] img").first().waitFor();
    assert.equal(errors.length, 1, errors.join('\n'));
    assert.match(errors[0], /^<nft-metadata-card>: `tokenId` must be .*; got "one"/);
  });

  it('shows no image when images are off', async () => {
    await page.uncheck('[name=images]');
    // The cards update in turn.
    await page.locator('ft-metadata-card img').first().waitFor({ state: 'detached' });
  });

  it('sends an NFT with the principal and the token id of its card', async () => {
    const card = page.locator('nft-metadata-card').first();
    await card.scrollIntoViewIfNeeded();
    const button = card.locator('wallet-request-button:not([disabled])');
    await button.waitFor();
    const request = button.evaluate(
      (element) =>
        new Promise((resolve) => {
          const canceled = (event) => {
            event.preventDefault();
            resolve(event.params);
          };
          element.addEventListener('wallet-before-request', canceled, { once: true });
        }),
    );
    await button.click();
    const principal = await card.getAttribute('principal');
    const { asset, assetId } = await request;
    assert.equal(asset, `${principal}::bee`);
    assert.deepEqual(assetId, { type: 'uint', value: '1' });
  });

  it('sends an NFT with the development wallet, whose signature the chain verifies', async () => {
    const button = page.locator('nft-metadata-card').first().locator('wallet-request-button');
    await button.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Development wallet' }).click();
    const transfer = page.locator('#dev-wallet-approval', { hasText: 'bee-portraits' });
    await transfer.getByRole('button', { name: 'Approve' }).click();
    await page.locator('wallet-request-button[status=success]').waitFor();
    // The chain accepts only a transaction that its account has signed.
    const [{ decoded }] = await (await fetch(`${server.url}fixture/transactions`)).json();
    assert.match(JSON.stringify(decoded), /bee-portraits.*transfer/);
  });
});
