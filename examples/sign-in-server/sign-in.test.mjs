import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/free-port.mjs';
import { launchBrowser, openPage } from '../../test/support/browser.mjs';
import { openDatabase } from './database.mjs';

const STACKS = 'SPC5KHM41H6WHAST7MWWDD807YSPRQKJ69FSH54J';
const PAYMENT = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
/** Emulation, chain, and the account that signs in. */
const WALLETS = [
  ['sip030', 'stacks', STACKS],
  ['leather', 'stacks', STACKS],
  ['leather', 'bitcoin', PAYMENT],
  ['xverse', 'stacks', STACKS],
  ['xverse', 'bitcoin', PAYMENT],
  ['fordefi', 'stacks', STACKS],
  ['fordefi', 'bitcoin', PAYMENT],
];

/** The names of the emulated wallets in the picker. The other wallets in it are not installed. */
const INSTALLED = /^(?:Development wallet|Leather|Xverse|Fordefi)/;

describe('the database of the example server', () => {
  it('deletes expired sessions when a session is created', () => {
    const { sessions } = openDatabase(':memory:');
    const expiringIn = (time) => ({
      _data: {},
      _expire: new Date(Date.now() + time).toISOString(),
    });
    sessions.createSession('expired', expiringIn(-1));
    sessions.createSession('valid', expiringIn(60_000));
    sessions.createSession('new', { _data: {}, _expire: null });
    assert.equal(sessions.getSessionById('expired'), undefined);
    assert.equal(sessions.getSessionById('valid')._id, 'valid');
    assert.equal(sessions.getSessionById('new')._id, 'new');
  });
});

describe('the example server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sign-in-'));
  let origin;
  let server;
  let browser;

  before(async () => {
    origin = `http://localhost:${await freePort()}`;
    // With a slash at the end, as users may write it.
    server = await start(`${origin}/`, join(folder, 'sign-in.db'));
    browser = await launchBrowser();
  });

  after(async () => {
    await browser?.close();
    server?.kill();
    rmSync(folder, { recursive: true });
  });

  const open = async (wallet) => {
    const opened = await openPage(browser, `${origin}/`, {
      wallet: { autoApprove: true, ...wallet },
    });
    opened.page.setDefaultTimeout(60_000);
    const { page } = opened;
    return {
      ...opened,
      button: (chain, name) => page.locator(`#${chain}`).getByRole('button', { name }),
      prompts: () =>
        page.evaluate(
          () => window.devWallet.calls.filter(({ method }) => /signMessage/i.test(method)).length,
        ),
      /** The account that is signed in on the server. */
      account: () => page.evaluate(async () => (await (await fetch('/private')).json()).account),
    };
  };
  async function connect({ page, button }, chain) {
    await button(chain, 'Connect wallet').click();
    await page.getByRole('dialog').getByRole('button', { name: INSTALLED }).first().click();
    await page.locator(`#${chain}[status=ready]`).waitFor();
  }

  for (const [as, chain, address] of WALLETS) {
    it(`signs in, survives a reload without a prompt, and signs out: ${as}, ${chain}`, async () => {
      const opened = await open({ as });
      const { page, errors, button, prompts, account, close } = opened;
      await connect(opened, chain);
      assert.equal(await prompts(), 0, 'connecting does not ask for a signature');
      await button(chain, 'Sign in').click();
      await page.locator(`#${chain}[status=signed-in]`).waitFor();
      assert.equal(await prompts(), 1);
      assert.equal((await account()).address, address);

      await page.reload();
      await page.locator(`#${chain}[status=signed-in]`).waitFor();
      assert.equal(await prompts(), 0, 'a reload does not ask for a signature');

      await button(chain, 'Sign out').click();
      await page.locator(`#${chain}[status=ready]`).waitFor();
      assert.equal(await account(), undefined);
      // The server answers 401 for /private, which the browser logs.
      assert.deepEqual(
        errors.filter((error) => !error.includes('401')),
        [],
      );
      await close();
    });
  }

  it('keeps the session of the account when the wallet changes to another', async () => {
    const opened = await open({ as: 'xverse' });
    const { page, button, prompts, account, close } = opened;
    await connect(opened, 'stacks');
    await button('stacks', 'Sign in').click();
    await page.locator('#stacks[status=signed-in]').waitFor();
    await page.evaluate(() => window.devWallet.switchAccount(1));
    await page.locator('#stacks [part=other]').waitFor();
    assert.match(await page.locator('#stacks [part=address]').innerText(), /^SPC5K/);
    assert.equal((await account()).address, STACKS);
    await button('stacks', 'Switch account').click();
    await page.locator('#stacks[status=ready]').waitFor();
    assert.equal(await prompts(), 1, 'a further press signs in');
    // Not a click: at the same place, it would be the second click of a double click, which is ignored.
    await button('stacks', 'Sign in').press('Enter');
    await page.locator('#stacks[status=signed-in]').waitFor();
    assert.notEqual((await account()).address, STACKS);
    await close();
  });

  it('shows that the user declined', async () => {
    const opened = await open({ as: 'leather' });
    const { page, button, close } = opened;
    await connect(opened, 'stacks');
    await page.evaluate(() => window.devWallet.behave({ autoApprove: false, reject: true }));
    await button('stacks', 'Sign in').click();
    await page.locator('#stacks').getByText('You declined to sign in.').first().waitFor();
    await close();
  });

  it('accepts a message once, even in two simultaneous requests, and only from the browser that requested its nonce', async () => {
    const opened = await open({ as: 'leather' });
    const { page, close } = opened;
    await connect(opened, 'stacks');
    const bodies = [];
    await page.route('**/auth/verify', (route) => {
      bodies.push(route.request().postData());
      return route.abort();
    });
    await opened.button('stacks', 'Sign in').click();
    await page.locator('#stacks[status=failed]').waitFor();
    await page.unroute('**/auth/verify');
    const [body] = bodies;
    const send = (from) =>
      from.evaluate(async (text) => {
        const answers = [1, 2].map(() =>
          fetch('/auth/verify', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: text,
          }).then((response) => response.json()),
        );
        return (await Promise.all(answers)).map(({ ok, code }) => code ?? ok);
      }, body);
    const otherBrowser = await open({ as: 'leather' });
    assert.deepEqual(await send(otherBrowser.page), ['nonce-unknown', 'nonce-unknown']);
    assert.deepEqual((await send(page)).sort(), ['nonce-unknown', true]);
    await otherBrowser.close();
    await close();
  });

  it('creates a new session id at the sign-in, and refuses other origins', async () => {
    const opened = await open({ as: 'leather' });
    const { page, close } = opened;
    const cookie = async () => (await page.context().cookies())[0];
    const early = await cookie();
    await connect(opened, 'stacks');
    await opened.button('stacks', 'Sign in').click();
    await page.locator('#stacks[status=signed-in]').waitFor();
    const late = await cookie();
    assert.notEqual(late.value, early.value);
    assert.deepEqual([late.httpOnly, late.sameSite], [true, 'Lax']);
    const send = (id, headers) =>
      fetch(`${origin}/auth/session`, {
        method: 'POST',
        headers: { cookie: `session=${id}`, 'content-type': 'application/json', ...headers },
        body: '{}',
      });
    const old = await (await send(early.value, { origin })).json();
    assert.equal(old.account, null, 'the id from before the sign-in is not signed in');
    assert.equal((await send(late.value, { origin: 'http://evil.example' })).status, 403);
    assert.equal((await send(late.value, {})).status, 403);
    const long = await fetch(`${origin}/auth/verify`, {
      ...{ method: 'POST', headers: { origin }, body: 'a'.repeat(70_000) },
    });
    assert.deepEqual([long.status, (await long.json()).code], [413, 'too-long']);
    await close();
  });
});

async function start(origin, database) {
  const server = spawn(process.execPath, [fileURLToPath(new URL('server.mjs', import.meta.url))], {
    env: { ...process.env, ORIGIN: origin, DATABASE: database },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((started, failed) => {
    server.stdout.once('data', started);
    server.once('exit', (code) => failed(new Error(`The server ended with ${code}.`)));
  });
  return server;
}
