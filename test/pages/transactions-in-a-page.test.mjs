import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { launchBrowser, openPage } from '../support/browser.mjs';
import { startMiningChain } from '../support/mining-chain.mjs';
import { until } from '../support/until.mjs';
import { startWalletServer } from '../support/wallet-server.mjs';

const FRIEND = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';
const STX = 'SPC5KHM41H6WHAST7MWWDD807YSPRQKJ69FSH54J';
const params = JSON.stringify({ recipient: FRIEND, amount: '5' });
const CALL = JSON.stringify({
  contract: `${FRIEND}.token`,
  functionName: 'mint',
  functionArgs: [],
});

const PAYMENT = JSON.stringify({
  recipients: [{ address: 'bc1qku0qh0mc00y8tk0n65x2tqw4trlspak0fnjmfz', amount: '40000' }],
});

const EMPTY = '<!doctype html><link rel="icon" href="data:,">';
/** A page whose elements read the simulated chain of its server. */
const pageWith = (body, settings) => `<!doctype html>
  <html lang="en"><head><meta charset="utf-8"><title>Transactions</title>
    <link rel="icon" href="data:,">
    <script type="module">
      import { configure } from '/dist/core/index.js';
      const transactions = ${JSON.stringify(settings)};
      const stacksApi = location.origin;
      configure({ stacksApi, bitcoinApi: stacksApi + '/api', transactions });
      await import('/dist/cdn/stacks-wallet-elements.js');
    </script></head><body>${body}</body></html>`;
const QUICK = { pace: 0.02, perMinute: 100_000 };
const WALLET = `<script src="/dist/dev-wallet/dev-wallet.js" data-chain-url="/" data-auto-approve></script>
  <wallet-connect-button transactions></wallet-connect-button>
  <wallet-request-button id="send" method="stx_transferStx" params='${params}' track require-connect>Send</wallet-request-button>
  <wallet-request-button id="call" method="stx_callContract" params='${CALL}' track require-connect>Call</wallet-request-button>
  <wallet-request-button id="pay" method="sendTransfer" params='${PAYMENT}' track require-connect>Pay</wallet-request-button>
  <wallet-transactions confirmations="20"></wallet-transactions>`;
/** Twenty sent transactions that are not on the chain. */
const TWENTY = `<div id="all"></div><script type="module">
  for (let at = 0; at < 20; at += 1) {
    const element = document.createElement('wallet-transaction');
    const txid = '0x' + String(at).padStart(64, 'c');
    const sentAt = Date.now() - 3_000;
    element.transaction = { txid, chain: 'stacks', network: 'mainnet', method: 'x', account: '${STX}', sentAt };
    document.querySelector('#all').append(element);
  }
</script>`;

describe('transactions in a page', { concurrency: 1 }, () => {
  let server, browser, page, errors;
  /** The HTML of the page, and the times of its readings: each begins with the list of the account. */
  let html;
  const reads = [];
  before(async () => {
    server = await startWalletServer((req, res, next) => {
      if (req.method === 'GET' && req.path.endsWith('/mempool/transactions'))
        reads.push(Date.now());
      if (req.path === '/tx.html') res.send(html);
      else if (req.path === '/empty.html') res.send(EMPTY);
      else next();
    });
    browser = await launchBrowser();
    ({ page, errors } = await openPage(browser, `${server.url}empty.html`));
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });
  afterEach(async () => {
    await page.goto(`${server.url}empty.html`);
    await page.evaluate(() => localStorage.clear());
    await fetch(`${server.url}fixture`, { method: 'DELETE' });
    reads.splice(0);
    errors.splice(0);
  });

  const control = async (path, body = {}) => {
    const response = await fetch(`${server.url}fixture/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const get = async (path) => (await fetch(`${server.url}fixture/${path}`)).json();

  /** Opens the page with the wallet, which is remembered and approves by itself. */
  async function open() {
    await page.evaluate(() => localStorage.setItem('STX_PROVIDER', 'DevWalletProvider'));
    html = pageWith(WALLET, QUICK);
    await page.goto(`${server.url}tx.html`);
  }
  const inList = (status) =>
    page.locator(`wallet-transactions wallet-transaction[status=${status}]`).first();

  /** Sends with a button, waits until the element below it shows that it is pending, and resolves with the id. */
  async function send(id = 'send') {
    await page.locator(`#${id}`).getByRole('button').click();
    await page.locator(`#${id} wallet-transaction[status=pending]`).waitFor();
    return (await get('transactions')).at(-1).txid;
  }

  /** Makes the wallet replace a transaction. `how`: `speedUp` or `cancel`. */
  async function replace(how, txid) {
    const { length } = await get('transactions');
    const asked = page.evaluate(
      ([name, id]) => {
        window.devWallet.behave({ autoApprove: false });
        return window.devWallet[name](id);
      },
      [how, txid],
    );
    const approval = page.locator('#dev-wallet-approval');
    await approval.getByText('Replaces').waitFor();
    await approval.getByRole('button', { name: 'Approve' }).click();
    const id = await asked;
    const all = await get('transactions');
    assert.deepEqual([all.length, all.at(-1).txid], [length + 1, id]);
    assert.equal(all.find((one) => one.txid === txid).replacedBy, id);
  }

  it('shows the status of a transfer, also after a reload and after a reorganisation of the chain', async () => {
    await open();
    await page.evaluate(() => {
      localStorage.clear();
      window.devWallet.behave({ autoApprove: false });
    });
    await page.locator('#send').getByRole('button').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Development wallet' }).click();
    for (const name of ['Share the addresses', 'Send']) {
      await page.getByRole('dialog', { name }).getByRole('button', { name: 'Approve' }).click();
    }
    const own = page.locator('#send wallet-transaction');
    await page.locator('#send wallet-transaction[status=pending]').waitFor();
    await page.reload();
    await inList('pending').waitFor();
    // 5 micro-STX: the list has what the wallet was asked for.
    await inList('pending').locator('ft-amount').getByText('\u22120.000005').waitFor();
    assert.equal(await own.count(), 0);
    await control('mine');
    await inList('confirmed').getByText('Confirmed').waitFor();
    await control('reorganize', { chain: 'stacks' });
    await inList('pending').getByText('the chain was reorganised').waitFor();
    await control('mine');
    await inList('confirmed').waitFor();
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    assert.doesNotMatch(stored, /00000000010400/, 'no raw transaction is stored');
    assert.deepEqual(errors, []);
  });

  it('shows an abort and a replacement', async () => {
    await open();
    const call = await send('call');
    await control('decide', { txid: call, fate: 'abort_by_post_condition' });
    await control('mine');
    await page
      .locator('#call wallet-transaction[status=failed]')
      .getByText('moved more than allowed')
      .waitFor();
    const first = await send();
    await page.evaluate(() => {
      document
        .querySelector('#send')
        .shadowRoot.querySelector('wallet-transaction').followReplacement = true;
    });
    await replace('speedUp', first);
    await page.locator('#send wallet-transaction[status=replaced]').waitFor();
    await control('mine');
    await page
      .locator('#send wallet-transaction[status=replaced]')
      .getByText('which is confirmed')
      .waitFor();
  });

  it('shows that the wallet has cancelled a Bitcoin transfer', async () => {
    await open();
    const first = await send('pay');
    await replace('cancel', first);
    await page.locator('#pay wallet-transaction[status=replaced]').waitFor();
  });

  it('lists them in the account menu, and announces each status once', async () => {
    await open();
    await send();
    await inList('pending').waitFor();
    await page.locator('wallet-connect-button').getByRole('button').first().click();
    const menu = page.locator('wallet-account wallet-transactions');
    await menu.locator('wallet-transaction[status=pending]').waitFor();
    const regions = await page.evaluate(() => {
      const inside = (root) =>
        [...root.querySelectorAll('*')].flatMap((element) => [
          ...(element.localName === 'wallet-transaction'
            ? [element.shadowRoot.querySelectorAll('[role=status]').length]
            : []),
          ...(element.shadowRoot ? inside(element.shadowRoot) : []),
        ]);
      return inside(document);
    });
    assert.equal(regions.length, 3, 'below the button, in the list and in the menu');
    assert.equal(
      regions.reduce((sum, count) => sum + count),
      1,
    );
  });

  it('reads twenty elements together, and takes what another tab has read', async () => {
    // Not a faster pace: what a tab has stored reaches the others after some time, on a busy machine after a second.
    html = pageWith(TWENTY, { pace: 1 });
    const more = [await page.context().newPage(), await page.context().newPage()];
    try {
      const all = [page, ...more];
      await page.goto(`${server.url}tx.html`);
      // In Chromium, other tabs read what this one has stored only after some time.
      await page.waitForFunction(() =>
        Object.values(localStorage).some((value) => value.includes('"readAt"')),
      );
      for (const one of more) await one.goto(`${server.url}tx.html`);
      for (const one of all) await one.locator('wallet-transaction').nth(19).waitFor();
      // Alone, each tab would read three times: at once, after 3 s, and after 5 s more.
      await until(() => Date.now() - reads[0] > 10_000);
      const count = reads.filter((time) => time - reads[0] <= 10_000).length;
      assert.ok(count <= 7, `${count} reads`);
    } finally {
      for (const one of more) await one.close();
    }
  });

  it('sends at most twelve requests a minute to the services of two networks together', async () => {
    const both = [await startMiningChain(), await startMiningChain()];
    const context = await browser.newContext();
    const services = [both[0].url, both[1].bitcoinUrl];
    let count = 0;
    try {
      const page = await context.newPage();
      page.on('request', (request) => {
        if (services.some((url) => request.url().startsWith(url))) count += 1;
      });
      await page.goto(`${server.url}empty.html`);
      await page.evaluate(async ([stacks, bitcoin]) => {
        const library = await import('/dist/transactions/index.js');
        const pace = 0.01;
        const sources = [
          library.stacksApi({ baseUrl: stacks, pace }),
          library.mempoolSpace({ baseUrl: bitcoin, pace }),
        ];
        for (const source of sources) {
          for (let id = 0; id < 10; id += 1) {
            const { chain } = source;
            const txid = String(id).padStart(64, 'd');
            library.trackTransaction(txid, { source, chain, store: false }).subscribe(() => {});
          }
        }
      }, services);
      while (count < 12) await pause(100);
      await pause(2_000);
      assert.equal(count, 12);
    } finally {
      await context.close();
      for (const one of both) await one.close();
    }
  });

  it('keeps apart what two services report about one transaction, in two tabs', async () => {
    const both = [await startMiningChain(), await startMiningChain()];
    const context = await browser.newContext();
    const track = async (url, id) => {
      const page = await context.newPage();
      await page.goto(`${server.url}empty.html`);
      await page.evaluate(
        async ([baseUrl, txid]) => {
          const library = await import('/dist/transactions/index.js');
          const { configure } = await import('/dist/core/index.js');
          configure({ transactions: { pace: 0.02, perMinute: 100_000 } });
          window.handle = library.trackTransaction(txid, { baseUrl, confirmations: 9 });
          window.list = () =>
            library.recentTransactions().map(({ source, state }) => [source, state.status]);
          window.handle.subscribe(() => {});
        },
        [url, id],
      );
      return page;
    };
    const reaches = (page, status) =>
      page.waitForFunction((wanted) => window.handle.state.status === wanted, status);
    try {
      // The same bytes have the same id in both.
      const [id, same] = await Promise.all(both.map((one) => one.send()));
      assert.equal(id, same);
      const first = await track(both[0].url, id);
      await reaches(first, 'pending');
      const second = await track(both[1].url, id);
      await both[1].control('mine');
      await reaches(second, 'confirmed');
      const { length } = await both[0].requests();
      await until(async () => (await both[0].requests()).length > length + 2);
      await reaches(first, 'pending');
      assert.deepEqual(Object.fromEntries(await first.evaluate(() => window.list())), {
        [`stacks-api ${both[0].url}`]: 'pending',
        [`stacks-api ${both[1].url}`]: 'confirmed',
      });
      // A third tab takes the state of its own service, also before the first read.
      const third = await track(both[0].url, id);
      assert.equal(await third.evaluate(() => window.handle.state.status), 'pending');
    } finally {
      await context.close();
      for (const one of both) await one.close();
    }
  });

  it('reads nothing while hidden or offline, and once when it is visible again, also after an hour', async () => {
    await open();
    await send();
    await inList('pending').waitFor();
    const hide = (hidden, later) =>
      page.evaluate(
        ([isHidden, ms]) => {
          Object.defineProperty(Document.prototype, 'hidden', {
            configurable: true,
            get: () => isHidden,
          });
          document.dispatchEvent(new Event('visibilitychange'));
          const { now } = Date;
          Date.now = () => now() + ms;
        },
        [hidden, later],
      );
    /** Resolves with the number of reads as soon as it no longer grows. */
    const settled = async () => {
      for (let last = -1; ;) {
        if (reads.length === last) return last;
        last = reads.length;
        await pause(1_500);
      }
    };
    await hide(true, 31_000);
    const whileHidden = await settled();
    await control('mine');
    await pause(1_000);
    assert.equal(reads.length, whileHidden);
    await hide(false, 3_600_000);
    await inList('confirmed').waitFor();
    assert.equal(reads.length, whileHidden + 1);

    await page.context().setOffline(true);
    const whileOffline = await settled();
    await control('reorganize', { chain: 'stacks' });
    assert.equal(reads.length, whileOffline);
    await page.context().setOffline(false);
    await inList('pending').waitFor();
  });

  it('pauses for all transactions after a 429 without CORS headers', async () => {
    const other = await startMiningChain();
    const context = await browser.newContext();
    try {
      await other.control('behave', { limited: 'no-cors' });
      const page = await context.newPage();
      // A real page of the server: Chromium does not let an intercepted page request a loopback host.
      await page.goto(`${server.url}empty.html`);
      const track = (txid) =>
        page.evaluate(
          async ([url, id]) => {
            const library = await import('/dist/transactions/index.js');
            const source = library.stacksApi({ baseUrl: url, pace: 0.02, perMinute: 100_000 });
            const handle = library.trackTransaction(id, { source, store: false });
            await new Promise((resolve) => handle.subscribe(() => handle.trouble && resolve()));
            await new Promise((resolve) => setTimeout(resolve, 500));
            return [handle.trouble.code, handle.state.status];
          },
          [other.url, txid],
        );
      assert.deepEqual(await track('c'.repeat(64)), ['network', 'submitted']);
      assert.deepEqual(await track('d'.repeat(64)), ['network', 'submitted']);
      assert.equal((await other.requests()).length, 1);
    } finally {
      await context.close();
      await other.close();
    }
  });

  it('neither delays nor changes a request if a listener throws, or returns a promise that never settles', async () => {
    await open();
    const { result, sent, wasCalled } = await page.evaluate(async (recipient) => {
      const { getDefaultClient } = await import('/dist/cdn/stacks-wallet-elements.js');
      const client = getDefaultClient();
      const provider = window.devWallet.provider;
      addEventListener('error', (event) => event.preventDefault());
      client.on('sent', () => {
        throw new Error('A fault of the page.');
      });
      client.on('sent', () => new Promise(() => {}));
      let wasCalled = false;
      const off = client.on('sent', () => (wasCalled = true));
      off();
      const isSent = new Promise((resolve) => client.on('sent', resolve));
      const result = await client
        .with({ network: 'mainnet' })
        .request({ provider }, 'stx_transferStx', { recipient, amount: 5n });
      const sent = await isSent;
      return { result, sent, wasCalled };
    }, FRIEND);
    assert.match(result.txid, /^(0x)?[0-9a-f]{64}$/);
    assert.equal(sent.txid, result.txid);
    assert.equal(wasCalled, false);
    assert.equal(sent.method, 'stx_transferStx');
    assert.deepEqual([sent.chain, sent.network], ['stacks', 'mainnet']);
  });
});
