import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { startServer } from '../../scripts/server.mjs';
import { launchBrowser, openPage } from '../support/browser.mjs';
import { root } from '../support/program.mjs';

const { modules } = JSON.parse(readFileSync(`${root}custom-elements.json`, 'utf8'));
const elements = modules
  .flatMap(({ declarations = [] }) => declarations)
  .filter(({ tagName }) => tagName);
const tokens = readFileSync(`${root}src/elements/styles/README.md`, 'utf8');

/** Attributes that the element sets itself, or that the page sets through a state or in the HTML. */
const NOT_SET_BY_HAND = ['status', 'wrong-network', 'open', 'params'];
const PROPERTIES = [...tokens.matchAll(/^\| `(--[\w-]+)`/gm)].map(([, name]) => name);
/** The default of each color: [light, dark]. */
const DEFAULTS = new Map(
  [...tokens.matchAll(/^\| `(--wallet-color-[\w-]+)`(.*)$/gm)].map(([, name, row]) => [
    name,
    row.match(/#\w+/g) ?? [],
  ]),
);

let server;
let browser;
let page;
let errors;
before(async () => {
  server = await startServer();
  browser = await launchBrowser();
  ({ page, errors } = await openPage(browser, `${server.url}elements.html`));
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** The content of a section loads when it is in view. */
async function section(tag) {
  const place = page.locator(`section#${tag}`);
  await place.scrollIntoViewIfNeeded();
  await place.locator('.stage').waitFor();
  return place;
}
/** The errors in the console, without that of the state with a wrong token id. */
const unexpected = () =>
  errors.filter((error) => !/^<nft-metadata-card>: `tokenId` must be .*; got "one"/.test(error));
const field = (place, name) => place.locator(`label:has(> code:text-is('${name}'))`);

describe('the elements page of the demo', () => {
  for (const { tagName, attributes = [] } of elements) {
    it(`<${tagName}>: has a field for every attribute, and shows every state`, async () => {
      const place = await section(tagName);
      for (const { name } of attributes) {
        if (NOT_SET_BY_HAND.includes(name)) continue;
        assert.equal(await field(place, name).count(), 1, name);
      }
      for (const state of await place.locator('.states button').all()) {
        await state.click();
        await place.locator(`.stage > ${tagName}`).waitFor({ state: 'attached' });
      }
      assert.deepEqual(unexpected(), []);
    });
  }

  it('shows every status of a transaction, from this server', async () => {
    const place = await section('wallet-transaction');
    for (const [state, status, text = ''] of [
      ['Live', 'pending'],
      ['Sent', 'submitted', 'not seen by the network yet'],
      ['Pending', 'pending'],
      ['Pending for long', 'pending', 'longer than usual'],
      ['Confirmed', 'confirmed'],
      ['Deep in the chain', 'confirmed', '1 of 6'],
      ['Contract refused', 'failed'],
      ['Post-condition stopped it', 'failed'],
      ['Skipped', 'failed'],
      ['Replaced', 'replaced'],
      ['Dropped', 'dropped'],
      ['Not found', 'submitted', 'not found'],
      ['Status unknown', 'unknown'],
      ['Service fails', 'submitted', 'cannot be read now'],
      ['Without an id', 'untracked'],
    ]) {
      await place.getByRole('button', { name: state, exact: true }).click();
      const shown = place.locator(`.stage > wallet-transaction[status=${status}]`);
      await shown.getByText(text).first().waitFor();
    }
    assert.deepEqual(unexpected(), []);
  });

  it('lists transactions, and tokens in every state', async () => {
    const transactions = await section('wallet-transactions');
    await transactions.getByRole('button', { name: 'With transactions' }).click();
    await transactions.locator('.stage wallet-transaction[status=confirmed]').waitFor();
    await transactions.getByRole('button', { name: 'Empty' }).click();
    await transactions.locator('.stage [part=empty]').waitFor();
    const tokens = await section('ft-list');
    for (const [state, found] of Object.entries({
      'With a chosen token': '[aria-selected=true]',
      Loading: 'ft-list[status=loading]',
      'No token': '[part=empty]',
      Error: '[part=frame]:not(:has([part=option])) [part=message]',
      'Next page fails': '[part=frame]:has([part=option]) [part=message]',
    })) {
      await tokens.getByRole('button', { name: state }).click();
      await tokens.locator(`.stage ${found}`).first().waitFor();
    }
    await tokens.getByRole('button', { name: 'Live' }).click();
    await tokens.locator('pre', { hasText: '<ft-list base-url="/"></ft-list>' }).waitFor();
    assert.deepEqual(unexpected(), []);
  });

  it('updates the element and the HTML to copy', async () => {
    const place = await section('wallet-connect-button');
    await place.locator('.states button', { hasText: 'Live' }).click();
    await field(place, 'label').locator('input').fill('Sign in & "stay"');
    await field(place, 'size').locator('select').selectOption('l');
    assert.equal(
      await place.locator('pre').textContent(),
      '<wallet-connect-button label="Sign in &amp; &quot;stay&quot;" size="l"></wallet-connect-button>',
    );
    await place.getByRole('button', { name: 'Sign in & "stay"' }).waitFor();
  });

  it('shows the modal with zero, one and ten wallets, and every result of a selection', async () => {
    const place = await section('wallet-select-modal');
    const dialog = page.getByRole('dialog');
    const open = async (state) => {
      await place.locator('.states button', { hasText: state }).click();
      await place.getByRole('button', { name: 'Open the modal' }).click();
      await dialog.waitFor();
    };
    const close = async () => {
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    };
    for (const [state, count] of Object.entries({
      'No wallet': 0,
      'One wallet': 1,
      'Ten wallets': 10,
    })) {
      await open(state);
      assert.equal(await dialog.locator('button[part~=wallet]').count(), count, state);
      await close();
    }
    const results = {
      'Will not answer': 'Confirm the connection',
      'Will be refused': 'You declined',
      'Will fail': 'unlock it first',
    };
    for (const [state, text] of Object.entries(results)) {
      await open(state);
      await dialog.locator('button[part~=wallet]').first().click();
      await dialog.getByText(text).waitFor();
      await close();
    }
  });

  it('shows the defaults of the color scheme in its color fields', async () => {
    const fields = page.locator('#theme label:has(input[type=color])');
    const shown = () =>
      fields.evaluateAll((all) => all.map((each) => `${each.textContent} ${each.control.value}`));
    for (const [column, colorScheme] of ['light', 'dark'].entries()) {
      await page.emulateMedia({ colorScheme });
      // The page reacts in the next frame.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => setTimeout(done))),
      );
      const values = await shown();
      assert.ok(values.length >= 5, values.join());
      for (const value of values) {
        const [name, color] = value.split(' ');
        assert.equal(color, DEFAULTS.get(name)[column], `${name}, ${colorScheme}`);
      }
    }
    await page.emulateMedia({ colorScheme: 'light' });
  });

  it('has a field for every --wallet property, which applies to the elements', async () => {
    assert.ok(PROPERTIES.length >= 25, PROPERTIES.join());
    const theme = page.locator('#theme');
    for (const name of PROPERTIES) {
      assert.equal(await field(theme, name).count(), 1, name);
    }
    await field(theme, '--wallet-color-accent').locator('input').fill('#0a7d5a');
    const button = (await section('wallet-connect-button')).locator('[part~=button]');
    await page.waitForFunction(
      (part) => getComputedStyle(part).backgroundColor === 'rgb(10, 125, 90)',
      await button.elementHandle(),
    );
    assert.equal(
      await page.locator('#theme-css pre').textContent(),
      ':root {\n  --wallet-color-accent: #0a7d5a;\n}',
    );
  });
});
