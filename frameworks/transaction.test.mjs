import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import express from 'express';
import { approve, launchBrowser } from '../test/support/browser.mjs';
import { until } from '../test/support/until.mjs';
import { startWalletServer } from '../test/support/wallet-server.mjs';
import { APPS } from './support/apps.mjs';
import { built, home } from './support/folders.mjs';
import { chooseWallet, openPicker, openTab } from './support/page.mjs';

/** A read of transactions: of those of an account that are pending, or of one by its id. */
const READ = /\/extended\/v3\/(?:principals\/\w+\/mempool\/)?transactions/;
/** An id that is not on the chain. */
const OTHER = 'c'.repeat(64);

/** The component of the guide for React, which Preact has too, shows the words of `useStatusText`; the others the status. */
const WORDS = { pending: 'Pending', confirmed: 'Confirmed' };
const wordsOf = (app) => (/^(?:preact|react)/.test(app) ? WORDS : {});

describe('useTransaction', () => {
  let browser, server;
  before(async () => {
    server = await startWalletServer(express.static(built));
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });

  const mine = () => fetch(`${server.url}fixture/mine`, { method: 'POST' });

  for (const app of Object.keys(APPS).filter((name) => name !== 'plain')) {
    it(`shows the states of a transfer: ${app}`, async () => {
      const context = await browser.newContext();
      context.setDefaultTimeout(60_000);
      const { page, messages } = await openTab(context, `${server.url}${app}/dist/`);
      let read = [];
      page.on('request', (request) => READ.test(request.url()) && read.push(request.url()));
      const shows = (text) =>
        page
          .locator('#tip')
          .getByText(wordsOf(app)[text] ?? text, { exact: true })
          .waitFor();

      await openPicker(page, page.getByRole('button', { name: 'Connect' }));
      await chooseWallet(page);
      await shows('Tip 1 STX');
      assert.deepEqual(read, []);
      await page.getByRole('button', { name: 'Tip 1 STX' }).click();
      await approve(page);
      await shows('pending');
      await mine();
      await shows('confirmed');

      // Another transaction is tracked instead, until the components are removed.
      await page.locator('#tip button').click();
      await approve(page);
      await shows('pending');
      const ofAccount = () => read.filter((url) => url.includes('/mempool/')).length;
      read = [];
      await until(() => ofAccount() > 0);
      await page.evaluate(() => window.leave());
      await page.evaluate((other) => void window.track(other).subscribe(() => {}), OTHER);
      const othersRead = () => read.filter((url) => url.includes(OTHER)).length;
      // React removes subscriptions after painting, so one more read may start.
      await until(() => othersRead() > 0);
      read = [];
      await until(() => othersRead() > 2);
      assert.equal(ofAccount(), 0);

      await context.close();
      // The browser prints that the other id is not found.
      assert.deepEqual(
        messages.filter((message) => !message.includes('404')),
        [],
      );
    });
  }

  for (const app of Object.keys(APPS).filter((name) => wordsOf(name) === WORDS)) {
    it(`shows a state that does not change after the component is: ${app}`, async () => {
      const context = await browser.newContext();
      context.setDefaultTimeout(60_000);
      const { page } = await openTab(context, `${server.url}${app}/dist/`);
      // Nothing answers, so the state stays the first one.
      await page.route(READ, () => {});
      await page.evaluate((other) => window.showStatus(other), OTHER);
      await page.locator('#tip').getByText('submitted', { exact: true }).waitFor();
      await context.close();
    });
  }

  it('is undefined on a server, where the other functions are idle, and read nothing', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', ON_A_SERVER],
      { cwd: home, encoding: 'utf8', timeout: 60_000 },
    );
    assert.deepEqual(
      [status, stdout, stderr],
      [0, 'idle idle idle idle idle, 0 requests\n' + 'idle idle pending idle\n'.repeat(4), ''],
    );
  });
});

/** Renders each module as a server does. With a timer of a poller, the process would not exit with 0 in time. */
const ON_A_SERVER = `
  let requests = 0;
  globalThis.fetch = async () => { requests += 1; throw new Error('no network'); };
  const txid = '5a'.repeat(32);
  const text = (state) => state?.status ?? 'idle';

  const { createElement } = await import('react');
  const { renderToString } = await import('react-dom/server');
  const react = await import('stacks-wallet-elements/react');
  // A wallet may answer with any data.
  const result = { txid, fee: 5n };
  const inReact = renderToString(createElement(() => text(react.useTransaction(result))));

  const { createSSRApp, effectScope, nextTick } = await import('vue');
  const { renderToString: renderVue } = await import('vue/server-renderer');
  const vue = await import('stacks-wallet-elements/vue');
  const setup = () => {
    const state = vue.useTransaction(txid);
    return () => text(state.value);
  };
  const inVue = await renderVue(createSSRApp({ setup }));

  // As in a store, which is not a component.
  const inStore = effectScope().run(() => vue.useTransaction(txid));
  await nextTick();

  const { get } = await import('svelte/store');
  const svelte = await import('stacks-wallet-elements/svelte');
  const inSvelte = text(get(svelte.useTransaction(txid)));

  const { renderToString: renderSolid } = await import('solid-js/web');
  const solid = await import('stacks-wallet-elements/solid');
  const inSolid = renderSolid(() => text(solid.useTransaction(() => txid)()));

  // A read that will begin in the browser is pending.
  const { contract } = await import('stacks-wallet-elements/contracts');
  const who = [{ name: 'who', type: 'principal' }];
  const functions = [
    { name: 'get', access: 'read_only', args: who, outputs: { type: 'bool' } },
    { name: 'set', access: 'public', args: who, outputs: { type: 'bool' } },
  ];
  const one = contract({ functions }, { contract: 'SP000000000000000000002Q6VF78.one' });
  const args = { who: 'SP000000000000000000002Q6VF78' };
  const use = ({ useRequest, useContractCall, useContractRead }, wrap = (value) => value) => [
    useRequest('stx_transferStx'),
    useContractCall(one, 'set'),
    useContractRead(one, 'get', wrap(args)),
    useContractRead(one, 'get', wrap(undefined)),
  ];
  const actions = [
    renderToString(createElement(() => use(react).map((state) => state.status).join(' '))),
    await renderVue(createSSRApp({ setup: () => { const all = use(vue); return () => all.map(({ status }) => status.value).join(' '); } })),
    use(svelte).map((store) => get(store).status).join(' '),
    renderSolid(() => use(solid, (value) => () => value).map(({ status }) => status()).join(' ')),
  ];

  await new Promise((resolve) => setTimeout(resolve));
  console.log([inReact, inVue, text(inStore.value), inSvelte, inSolid].join(' ') + ', ' + requests + ' requests');
  console.log(actions.join('\\n'));
`;
