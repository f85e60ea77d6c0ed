import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { chromePath } from '../../scripts/chrome-path.mjs';
import { installPackage } from '../support/installed.mjs';
import { root } from '../support/program.mjs';

const SPEC = 'transfer.spec.mjs';
/** A test that asks for the end of a transaction before its request is approved. */
const EARLY = `
import { expect, test as base } from '@playwright/test';
import { walletFixtures } from 'stacks-wallet-elements/dev-wallet/playwright';
const test = base.extend(walletFixtures);
test('confirms', async ({ page, wallet }) => {
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto('http://localhost/');
  const params = { recipient: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', amount: '1' };
  await page.evaluate((sent) => {
    window.sent = devWallet.provider.request('stx_transferStx', sent);
  }, params);
  const confirmed = wallet.confirm();
  await wallet.approve();
  await confirmed;
  // It is not pending any more.
  await expect(wallet.confirm()).rejects.toThrow('the id of a pending transaction');
});
`;
/** A test that decides a transaction after the page has navigated, and while it navigates. */
const NAVIGATED = `
import { expect, test as base } from '@playwright/test';
import { walletFixtures } from 'stacks-wallet-elements/dev-wallet/playwright';
const test = base.extend(walletFixtures);
test.use({ walletOptions: { autoApprove: true, confirmAfter: Infinity } });
test('confirms', async ({ page, wallet }) => {
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto('http://localhost/');
  const params = { recipient: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', amount: '1' };
  const send = () =>
    page.evaluate((sent) => devWallet.provider.request('stx_transferStx', sent), params);
  await send();
  await page.goto('http://localhost/order');
  await wallet.confirm();
  await send();
  await wallet.behave({ delay: 60_000 });
  await page.evaluate((sent) => {
    void devWallet.provider.request('stx_transferStx', sent);
    setTimeout(() => location.assign('/paid'), 500);
  }, params);
  await wallet.drop();
  expect(page.url()).toBe('http://localhost/paid');
});
`;
/** A test of pages with frames, and of a page on another host. */
const FRAMES = `
import { expect, test as base } from '@playwright/test';
import { walletFixtures } from 'stacks-wallet-elements/dev-wallet/playwright';
const test = base.extend(walletFixtures);
test('has no errors', async ({ page, wallet }) => {
  const errors = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const frames = '<iframe src="https://captcha.example/"></iframe><iframe sandbox="allow-scripts" srcdoc="a"></iframe>';
  await page.route('**/*', (route) => {
    const body = route.request().url() === 'http://localhost/' ? frames : '';
    return route.fulfill({ contentType: 'text/html', body });
  });
  await page.goto('http://localhost/');
  expect(await wallet.accounts()).toHaveLength(3);
  expect(page.frames()).toHaveLength(3);
  expect(errors).toEqual([]);
  await page.goto('https://app.example/');
  expect(errors).toEqual([expect.stringContaining('this page is on "app.example"')]);
});
`;
/** A test with options of the wallet. */
const withOptions = (options) => `
import { expect, test as base } from '@playwright/test';
import { walletFixtures } from 'stacks-wallet-elements/dev-wallet/playwright';
const test = base.extend(walletFixtures);
test.use({ walletOptions: ${options} });
test('has the options', async ({ page }) => {
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto('http://localhost/');
  const [stx, confirmAfter, thrown] = await page.evaluate(() => {
    const { balances, confirmAfter, throws } = devWalletOptions;
    return [balances.stx, confirmAfter, throws instanceof Error && throws.message];
  });
  expect([stx, confirmAfter, thrown]).toEqual([5n, Infinity, 'Locked']);
});
`;
const RUNNER = `${root}node_modules/@playwright/test`;
/** The browser of this project's tests, instead of one downloaded by Playwright. */
const launchOptions = {
  executablePath: chromePath(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
};

describe('examples/playwright', () => {
  let app;
  before(() => {
    app = installPackage();
    mkdirSync(join(app.folder, 'node_modules/@playwright'));
    symlinkSync(RUNNER, join(app.folder, 'node_modules/@playwright/test'));
    copyFileSync(`${root}examples/playwright/${SPEC}`, join(app.folder, SPEC));
    writeFileSync(
      join(app.folder, 'playwright.config.mjs'),
      // Time limits far longer than the defaults, which a busy machine exceeds.
      `export default ${JSON.stringify({ use: { launchOptions }, timeout: 120_000, expect: { timeout: 30_000 } })};`,
    );
  });
  after(() => app?.remove());

  const run = (spec) =>
    spawnSync(process.execPath, [join(RUNNER, 'cli.js'), 'test', spec, '--reporter=list'], {
      cwd: app.folder,
      encoding: 'utf8',
    });

  it('passes unchanged in an app that has the package installed', () => {
    const { status, stdout, stderr } = run(SPEC);
    assert.equal(status, 0, stdout + stderr);
    assert.match(stdout, /2 passed/);
  });

  it('confirms the newest transaction once its request is answered', () => {
    writeFileSync(join(app.folder, 'early.spec.mjs'), EARLY);
    const { status, stdout, stderr } = run('early.spec.mjs');
    assert.equal(status, 0, stdout + stderr);
  });

  it('confirms the newest transaction also after the page has navigated, and meanwhile', () => {
    writeFileSync(join(app.folder, 'navigated.spec.mjs'), NAVIGATED);
    const { status, stdout, stderr } = run('navigated.spec.mjs');
    assert.equal(status, 0, stdout + stderr);
  });

  it('installs no wallet in frames of other hosts, without an error, and throws on a page of another host', () => {
    writeFileSync(join(app.folder, 'frames.spec.mjs'), FRAMES);
    const { status, stdout, stderr } = run('frames.spec.mjs');
    assert.equal(status, 0, stdout + stderr);
  });

  it('gives the page the options of a test, also a bigint, Infinity and an error', () => {
    const options =
      "{ balances: { stx: 5n }, confirmAfter: Infinity, throws: new Error('Locked') }";
    writeFileSync(join(app.folder, 'options.spec.mjs'), withOptions(options));
    const { status, stdout, stderr } = run('options.spec.mjs');
    assert.equal(status, 0, stdout + stderr);
  });

  it('refuses an option that is a function, and says what to use', () => {
    writeFileSync(join(app.folder, 'reads.spec.mjs'), withOptions('{ reads() {} }'));
    const { status, stdout } = run('reads.spec.mjs');
    assert.equal(status, 1);
    assert.match(stdout, /walletOptions\.reads is a function.*page\.route\(\)/);
  });

  it('refuses an option that is another object than a plain one, and names it', () => {
    writeFileSync(join(app.folder, 'map.spec.mjs'), withOptions('{ balances: new Map() }'));
    const { status, stdout } = run('map.spec.mjs');
    assert.equal(status, 1);
    assert.match(stdout, /walletOptions\.balances is an instance of Map/);
  });
});
