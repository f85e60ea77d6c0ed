import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { launchBrowser } from '../../test/support/browser.mjs';
import { FIRST, openApp, SECOND } from './support/app.mjs';
import { ALIASED } from './support/folders.mjs';
import { startServer } from './support/server.mjs';

/**
 * With 8.2.7 itself, `doOpenAuth()` calls `showBlockstackConnect`, which is undefined there, and `useConnect` throws
 * in a component outside of `Connect`. That build is only type-checked.
 */
const VARIANTS = { [ALIASED]: 'of the drop-in', react: 'of @stacks/connect-react 23.1.7' };

for (const [name, whose] of Object.entries(VARIANTS)) {
  describe(`Connect and useConnect ${whose}, over the drop-in`, () => {
    let browser, server, app;
    const open = (query) =>
      openApp(browser, { url: server.url, subject: 'drop-in', app: name, query });
    before(async () => (browser = await launchBrowser()));
    after(() => browser?.close());
    beforeEach(async () => {
      app = undefined;
      server = await startServer();
    });
    afterEach(async () => {
      await app?.close();
      server.close();
      assert.deepEqual(app?.errors, []);
    });
    const broadcast = async () =>
      (await (await fetch(`${server.url}fixture/transactions`)).json())[0];

    it('write into the session of @stacks/auth before `onFinish`, which reloads the page', async () => {
      app = await open();
      await app.connect();
      assert.equal(await app.shown(), FIRST);
      const { version, userData } = (await app.stored())['blockstack-session'];
      assert.equal(version, '1.0.0');
      assert.equal(userData.profile.stxAddress.mainnet, FIRST);
      await app.press('Sign out');
      assert.ok(await app.isSignedOut());
    });

    it('call a contract', async () => {
      app = await open();
      await app.connect();
      await app.press('Vote');
      await app.approve();
      const outcome = await app.outcome(/^contract_call txId/);
      const { txid, decoded } = await broadcast();
      assert.equal(outcome, `contract_call txId ${txid}`);
      assert.equal(decoded.contract, `${SECOND}.voting`);
      assert.equal(decoded.postConditions[0].asset, `${SECOND}.honey::honey`);
    });

    it('pass an error to `onCancel`', async () => {
      app = await open();
      await app.connect();
      await app.press('Vote');
      await app.reject();
      await app.outcome(/^cancelled: .*reject/i);
    });

    it('sign a message', async () => {
      app = await open();
      await app.connect();
      await app.press('Sign message');
      await app.approve();
      await app.outcome(/^signature 0x[0-9a-f]{130}$/);
    });

    if (name === ALIASED) {
      it('work in a component that no `Connect` contains', async () => {
        app = await open('?outside');
        await app.connect();
        await app.shown();
        await app.press('Donate');
        await app.approve();
        await app.page.waitForFunction(() => document.title.startsWith('txId 0x'));
        assert.equal((await broadcast()).decoded.amount, '1000');
      });
    }
  });
}
