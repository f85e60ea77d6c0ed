import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { launchBrowser } from '../../test/support/browser.mjs';
import { FIRST, openApp, WALLETS } from './support/app.mjs';
import { startServer } from './support/server.mjs';

const LEAVE = { requests: 'Disconnect', callbacks: 'Sign out' };
const CALL = { requests: 'Increment', callbacks: 'Write' };
const DIRECTIONS = [
  ['@stacks/connect 8.2.7', 'real', 'the drop-in', 'drop-in'],
  ['the drop-in', 'drop-in', '@stacks/connect 8.2.7', 'real'],
];

describe('a session in one browser profile', { concurrency: 2 }, () => {
  let browser;
  before(async () => (browser = await launchBrowser()));
  after(() => browser?.close());

  for (const [made, maker, used, user] of DIRECTIONS) {
    describe(`made by ${made} and used by ${used}`, { concurrency: 1 }, () => {
      // Each direction has its own chain, since the wallet requests the next nonce from it.
      let server;
      before(async () => (server = await startServer()));
      after(() => server?.close());

      for (const as of Object.keys(WALLETS)) {
        for (const name of Object.keys(CALL)) {
          describe(`in the app ${name}, with the development wallet as ${as}`, () => {
            let app;
            beforeEach(async () => {
              app = await openApp(browser, { url: server.url, subject: maker, app: name, as });
              await app.connect();
              await app.shown();
              await app.switchTo(user);
            });
            afterEach(() => app.close());

            it('is connected, and sends to the same wallet without a picker', async () => {
              assert.equal(await app.shown(), FIRST);
              await app.press(CALL[name]);
              await app.approve();
              await app.outcome(/^tx/);
            });

            it('ends for both', async () => {
              await app.press(LEAVE[name]);
              assert.ok(await app.isSignedOut());
              await app.switchTo(maker);
              // `signUserOut` of 8.2.7 does not delete the addresses that the drop-in stored.
              if (name === 'callbacks' && user === 'real') assert.equal(await app.shown(), FIRST);
              else assert.ok(await app.isSignedOut());
            });
          });
        }
      }
    });
  }

  for (const name of Object.keys(LEAVE)) {
    it(`stays ended, if the user ended it with @stacks/connect 8.2.7 in the app ${name}`, async () => {
      const server = await startServer();
      const app = await openApp(browser, { url: server.url, subject: 'real', app: name });
      try {
        await app.connect();
        await app.press(LEAVE[name]);
        assert.ok(await app.isSignedOut());
        await app.switchTo('drop-in');
        assert.ok(await app.isSignedOut());
      } finally {
        await app.close();
        server.close();
      }
    });
  }
});
