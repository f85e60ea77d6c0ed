import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { createWalletClient } from '../../core/client.js';
import { JsonRpcError } from '../../errors.js';
import { axTree, hasCdp } from '../../testing/cdp.js';
import {
  ADDRESSES,
  answering,
  fakeWallet,
  installWallet,
  memoryStorage,
  type Behaviour,
} from '../../testing/fake-wallet.js';
import { part, press } from '../../testing/element-helpers.js';
import {
  chooseIn,
  dialogOf,
  FakePage,
  expectFocus,
  HARBOUR,
  JUNIPER,
  modalFixture,
  openModal,
  record,
  settled,
  shown,
  spinnerDelay,
  spinners,
  still,
  walletButton,
  XVERSE,
} from '../../testing/modal.js';
import { inEveryView, VIEWS } from '../../testing/modal-views.js';
import { pause, waitUntil } from '../../testing/wait-until.js';
import type { WalletSelectModal } from './wallet-select-modal.js';

/** Milliseconds. Clicks further apart are not a double click. */
const DOUBLE_CLICK = 250;

const never = () => new Promise<void>(() => {});

const text = (modal: Element, selector: string) =>
  modal.shadowRoot!.querySelector(selector)!.textContent.trim();
const status = (modal: Element) => text(modal, '[role=status]');
const alert = (modal: Element) => text(modal, '[role=alert]');

/** Chooses a wallet, and waits for a view. */
async function pick(modal: WalletSelectModal, { view = 'connecting', name = 'Juniper' } = {}) {
  walletButton(modal, name).click();
  await waitUntil(() => modal.view.name === view, `the view ${view}`);
  await modal.updateComplete;
}

/** Injects a provider into this page as a wallet does. */
function inject(id: string, name: string, request: () => Promise<unknown>) {
  Object.assign(window, { [id]: { request } });
  const registries = window as unknown as { btc_providers?: object[] };
  registries.btc_providers = [...(registries.btc_providers ?? []), { id, name }];
  return () => {
    Reflect.deleteProperty(window, id);
    Reflect.deleteProperty(window, 'btc_providers');
  };
}

describe('<wallet-select-modal>: wallets and their answers', () => {
  it('shows another choice, and ends the first one', async () => {
    const modal = await modalFixture();
    const shows = record(modal, 'wallet-modal-show');
    const first = settled(chooseIn(modal, new FakePage().selection()));
    await shown(modal);
    const second = settled(chooseIn(modal, new FakePage([HARBOUR]).selection()));
    expect(await first).to.have.nested.property('error.code', -31001);
    await shown(modal);
    expect(shows).to.have.lengthOf(1);
    await press(walletButton(modal, 'Harbour'));
    expect(await second).to.deep.equal({ value: { providerId: 'HarbourProvider' } });
  });

  it('connects once on a double click, and ignores the second click in the next view', async () => {
    const wallets = Array.from({ length: 8 }, (_, i) => ({ id: `W${i}`, name: `Wallet ${i}` }));
    const page = new FakePage(wallets);
    // Cancel will be at the position of a wallet, so the second click is on Cancel.
    const probe = await openModal(page.selection(never));
    await still(probe.modal);
    await pick(probe.modal, { name: 'Wallet 0' });
    const { left, top, width, height } = part(probe.modal, 'cancel-button').getBoundingClientRect();
    const position: [number, number] = [Math.round(left + width / 2), Math.round(top + height / 2)];
    probe.modal.remove();

    const doubleClick = async () => {
      page.asked.length = 0;
      const { modal } = await openModal(page.selection(never));
      await still(modal);
      const beneath = modal.shadowRoot!.elementFromPoint(...position)!.closest('[part~=wallet]');
      expect(beneath, 'a wallet is at the position').not.to.equal(null);
      await sendMouse({ type: 'move', position });
      const before = performance.now();
      for (const type of ['down', 'up', 'down', 'up'] as const) await sendMouse({ type });
      await sendMouse({ type: 'click', position });
      return { modal, took: performance.now() - before };
    };
    let { modal, took } = await doubleClick();
    // On a busy machine the clicks may be too far apart for a double click.
    while (took > DOUBLE_CLICK) {
      modal.remove();
      ({ modal, took } = await doubleClick());
    }
    expect(modal.view.name).to.equal('connecting');
    expect(page.asked).to.have.lengthOf(1);
    await pause(300);
    await press(part(modal, 'cancel-button'));
    expect(modal.view.name).to.equal('list');
  });

  it('connects once on two clicks before the view changes', async () => {
    const page = new FakePage();
    const { modal } = await openModal(page.selection(never));
    walletButton(modal, 'Juniper').click();
    walletButton(modal, 'Harbour').click();
    await shown(modal);
    expect(page.asked).to.deep.equal(['JuniperProvider']);
    expect(modal.view).to.have.nested.property('wallet.id', 'JuniperProvider');
  });

  it('adds a provider that is injected 2 s after opening to the end of the list', async () => {
    const modal = await modalFixture();
    modal.client = createWalletClient({ wallets: [] });
    modal.providers = [XVERSE];
    const undo = inject('EarlyProvider', 'Early', never);
    let undoLate = () => {};
    try {
      modal.show();
      await shown(modal);
      await still(modal);
      const before = walletButton(modal, 'Early').getBoundingClientRect().top;
      const beforeXverse = walletButton(modal, 'Xverse').getBoundingClientRect().top;
      expectFocus(walletButton(modal, 'Early'));
      await pause(2_000);
      undoLate = inject('LateProvider', 'Late', never);
      await waitUntil(() => status(modal) === 'Late is ready to connect.');
      const names = [...modal.shadowRoot!.querySelectorAll('[part=wallet-name]')];
      expect(names.map((name) => name.textContent)).to.deep.equal(['Early', 'Xverse', 'Late']);
      expectFocus(walletButton(modal, 'Early'));
      const shift = walletButton(modal, 'Early').getBoundingClientRect().top - before;
      const shiftXverse = walletButton(modal, 'Xverse').getBoundingClientRect().top - beforeXverse;
      expect(shift).to.equal(0);
      expect(shiftXverse).to.equal(0);
    } finally {
      undo();
      undoLate();
    }
  });

  it('reads the registries at DOMContentLoaded and load, and periodically while it is open', async () => {
    let reads = 0;
    const registry: object[] = [];
    Object.defineProperty(window, 'btc_providers', {
      get: () => (reads++, registry),
      configurable: true,
    });
    const modal = await modalFixture();
    modal.client = createWalletClient({ wallets: [], storage: memoryStorage() });
    try {
      modal.show();
      await shown(modal);
      for (const type of ['DOMContentLoaded', 'load']) {
        Object.assign(window, { [type]: { request: never } });
        registry.push({ id: type, name: `At ${type}` });
        // Found long before the next periodic read. DOMContentLoaded is fired on the document, and bubbles.
        (type === 'load' ? window : document).dispatchEvent(new Event(type, { bubbles: true }));
        await modal.updateComplete;
        walletButton(modal, `At ${type}`);
      }
      const [before, start] = [reads, performance.now()];
      await waitUntil(() => reads - before >= 3, 'periodic reads');
      await pause(300);
      const ticks = Math.floor((performance.now() - start) / 250);
      expect(reads - before, 'periodic reads').to.be.at.most(ticks * 2 + 2);
      modal.hide();
      const closed = reads;
      await pause(600);
      window.dispatchEvent(new Event('load'));
      expect(reads - closed, 'reads after closing').to.equal(0);
    } finally {
      for (const name of ['btc_providers', 'DOMContentLoaded', 'load']) {
        Reflect.deleteProperty(window, name);
      }
    }
  });

  it('replaces the link of a newly installed wallet by a button in its place, and keeps the focus', async () => {
    const page = new FakePage([], [XVERSE, { ...HARBOUR, webUrl: 'https://harbour.example/' }]);
    const { modal } = await openModal(page.selection());
    await still(modal);
    walletButton(modal, 'Harbour').focus();
    const before = walletButton(modal, 'Harbour').getBoundingClientRect().top;
    page.list = { installed: [HARBOUR], others: [XVERSE] };
    await modal.updateComplete;
    const row = walletButton(modal, 'Harbour');
    expect(row.localName).to.equal('button');
    expect(row.getBoundingClientRect().top).to.equal(before);
    expectFocus(row);
    expect(status(modal)).to.equal('Harbour is ready to connect.');
  });

  const FAILURES: readonly [string, () => never, reason: string][] = [
    [
      'throws',
      () => {
        throw new Error('Boom');
      },
      'Boom',
    ],
    [
      'rejects with a string',
      () => {
        throw 'Broken pipe';
      },
      'Broken pipe',
    ],
    [
      'rejects with undefined',
      () => {
        throw undefined;
      },
      '',
    ],
    [
      'rejects with a JSON-RPC response',
      () => {
        throw { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Ledger locked' } };
      },
      'Ledger locked',
    ],
    [
      'rejects with HTML',
      () => {
        throw new Error('<img src=x onerror=alert(1)>');
      },
      '<img src=x onerror=alert(1)>',
    ],
  ];
  /** How wallets fail: some throw, some reject, with errors of any form. */
  const THROUGH_THE_CLIENT: readonly [
    string,
    Behaviour,
    view: 'failed' | 'rejected',
    error: Record<string, unknown>,
  ][] = [
    [
      'throws',
      () => {
        throw new Error('Boom');
      },
      'failed',
      { 'error.name': 'JsonRpcError', 'error.message': 'Boom' },
    ],
    [
      'rejects with a string',
      () => Promise.reject('Broken pipe'),
      'failed',
      { 'error.name': 'JsonRpcError', 'error.message': 'Broken pipe' },
    ],
    [
      'rejects with undefined',
      () => Promise.reject(undefined),
      'failed',
      { 'error.name': 'JsonRpcError' },
    ],
    [
      'rejects with { code: 4001 }',
      () => Promise.reject({ code: 4001 }),
      'rejected',
      { 'error.name': 'JsonRpcError', 'error.code': -32000 },
    ],
    [
      'answers a JSON-RPC error',
      () => ({ jsonrpc: '2.0', id: '1', error: { code: -32603, message: 'Ledger locked' } }),
      'failed',
      { 'error.name': 'JsonRpcError', 'error.code': -32603, 'error.message': 'Ledger locked' },
    ],
  ];
  for (const [what, fail, reason] of FAILURES) {
    it(`shows an error and "Try again" if the caller ${what}`, async () => {
      let calls = 0;
      const page = new FakePage();
      const answer = () => (++calls === 1 ? fail() : undefined);
      const { modal, choice } = await openModal(page.selection(answer));
      await pick(modal, { view: 'failed' });
      expect(text(modal, '[part=title]')).to.equal('Couldn’t connect');
      expect(alert(modal)).to.match(/^Juniper: “./);
      expect(alert(modal)).to.include(reason);
      expect(modal.shadowRoot!.querySelector('img[src=x]')).to.be.null;
      await pause(300);
      await press(part(modal, 'retry-button'));
      expect(await choice).to.deep.equal({ value: { providerId: 'JuniperProvider' } });
      expect(page.asked).to.have.lengthOf(2);
    });
  }

  for (const [what, behaviour, view, error] of THROUGH_THE_CLIENT) {
    it(`shows an error and "Try again" if a wallet ${what}`, async () => {
      let calls = 0;
      const answers = answering({ getAddresses: { addresses: ADDRESSES } });
      const wallet = fakeWallet((call) => (++calls === 1 ? behaviour(call) : answers(call)));
      const undo = installWallet(wallet, JUNIPER);
      try {
        const modal = await modalFixture();
        modal.client = createWalletClient({ wallets: [], storage: memoryStorage() });
        const choice = settled(modal.select());
        await shown(modal);
        await still(modal);
        await press(walletButton(modal, 'Juniper'));
        await waitUntil(() => modal.view.name === view);
        expect(modal.view).to.have.nested.include(error);
        await pause(300);
        await press(part(modal, 'retry-button'));
        expect(await choice).to.deep.equal({ value: { providerId: 'JuniperProvider' } });
        expect(modal.client.state.status).to.equal('connected');
      } finally {
        undo();
      }
    });
  }

  it('rejects with the failure as a JsonRpcError when it is closed after a failure', async () => {
    const { modal, choice } = await openModal(
      new FakePage().selection(() => {
        throw 'Broken pipe';
      }),
    );
    await pick(modal, { view: 'failed' });
    modal.hide();
    const { error } = (await choice) as { error: JsonRpcError };
    expect(error).to.include({
      name: 'JsonRpcError',
      message: 'Broken pipe',
      cause: 'Broken pipe',
    });
    expect(error.code).to.satisfy(Number.isFinite);
  });

  it('shows a rejection by the user as a status, not as an alert', async () => {
    const { modal, choice } = await openModal(
      new FakePage().selection(() => {
        throw { code: 4001, message: 'User rejected request' };
      }),
    );
    await pick(modal, { view: 'rejected' });
    expect(text(modal, '[part=title]')).to.equal('Connection declined');
    expect(status(modal)).to.include('You declined the connection in Juniper');
    expect(alert(modal)).to.equal('');
    part(modal, 'retry-button');
    part(modal, 'back-button').click();
    await modal.updateComplete;
    expectFocus(walletButton(modal, 'Juniper'));
    modal.hide();
    expect(await choice).to.have.nested.property('error.code', -32000);
  });

  it('shows a hint if a wallet does not answer, and ignores its late answer after Cancel', async () => {
    let answer = () => {};
    let signal: AbortSignal | undefined;
    const page = new FakePage();
    const { modal, choice } = await openModal(
      page.selection((_id, given) => {
        signal = given;
        return new Promise<void>((resolve) => (answer = resolve));
      }),
    );
    await pick(modal);
    expect(status(modal)).to.equal('Confirm the connection in Juniper.');
    await waitUntil(
      () => status(modal) === 'No answer yet. Check that Juniper is open and unlocked.',
      'the hint',
    );
    await press(part(modal, 'cancel-button'));
    expect(modal.view.name).to.equal('list');
    expect(signal?.aborted).to.be.true;
    answer();
    await pause(50);
    expect(modal.open).to.be.true;
    expect(modal.view.name).to.equal('list');
    await pause(250);
    await press(walletButton(modal, 'Harbour'));
    await waitUntil(() => page.asked.length === 2);
    answer();
    expect(await choice).to.deep.equal({ value: { providerId: 'HarbourProvider' } });
  });

  it('ignores a late failure after Cancel', async () => {
    let fail = (_error: Error) => {};
    const { modal } = await openModal(
      new FakePage().selection(() => new Promise<void>((_, reject) => (fail = reject))),
    );
    await pick(modal);
    part(modal, 'cancel-button').click();
    fail(new Error('Too late'));
    await pause(50);
    expect(modal.view.name).to.equal('list');
    modal.hide();
  });

  it('closes and rejects with an AbortError when its signal is aborted', async () => {
    const abort = new AbortController();
    let sent: AbortSignal | undefined;
    const { modal, choice } = await openModal(
      new FakePage().selection(
        (_id, signal) => {
          sent = signal;
          return never();
        },
        { signal: abort.signal },
      ),
    );
    await pick(modal);
    abort.abort();
    expect(await choice).to.have.nested.property('error.name', 'AbortError');
    expect(modal.open).to.be.false;
    expect(sent?.aborted).to.be.true;
  });

  for (const [view, open] of Object.entries(VIEWS)) {
    it(`closes and rejects with an AbortError in the view: ${view}`, async () => {
      const abort = new AbortController();
      const { modal, choice } = await open({ signal: abort.signal });
      expect(modal.open).to.be.true;
      abort.abort();
      expect(await choice).to.have.nested.property('error.name', 'AbortError');
      expect([modal.open, dialogOf(modal).open]).to.deep.equal([false, false]);
    });
  }

  it('shows icons in <img> only, and skips or sanitizes malformed entries', async () => {
    const getter = Object.defineProperty({ id: 'Getter' }, 'name', {
      get: () => {
        throw new Error('No name for you');
      },
    });
    const entries = [
      JUNIPER,
      { id: 'Html', name: '<b onclick=alert(1)>Bold</b>' },
      { id: 'Huge', name: 'Huge', icon: `data:image/png;base64,${'A'.repeat(5_000_000)}` },
      { id: 'Script', name: 'Script', icon: 'javascript:alert(1)' },
      { id: 'Remote', name: 'Remote', icon: 'https://tracker.example/pixel.png' },
      { id: 'Broken', name: 'Broken', icon: 'data:image/png;base64,AAAA' },
      { id: 'Long', name: 'L'.repeat(4_000) },
      { id: 'Nameless' },
      { name: 'No id' },
      null,
      42,
      getter,
      { ...JUNIPER, name: 'Juniper again' },
    ];
    const others = [
      { id: 'BadLink', name: 'Bad link', webUrl: 'javascript:alert(1)' },
      { id: 'BadUrl', name: 'Bad URL', webUrl: 'not a URL' },
      { ...JUNIPER, name: 'Juniper to install', webUrl: 'https://juniper.example/' },
      { ...XVERSE, openInWalletUrl: 'javascript:alert("{url}")' },
    ];
    const { modal } = await openModal(new FakePage(entries as never[], others).selection());
    const root = modal.shadowRoot!;
    const images = [...root.querySelectorAll('img')];
    await waitUntil(() => images.at(-1)!.hidden, 'the broken icon is hidden');
    await still(modal);
    const names = [...root.querySelectorAll('[part=wallet-name]')].map((at) => at.textContent);
    expect(names.slice(0, 6)).to.deep.equal([
      'Juniper',
      '<b onclick=alert(1)>Bold</b>',
      'Huge',
      'Script',
      'Remote',
      'Broken',
    ]);
    expect(names[6]!.length).to.be.below(100);
    expect(names.slice(7)).to.deep.equal(['Xverse']);
    expect(walletButton(modal, 'Xverse').getAttribute('href')).to.equal(XVERSE.webUrl);
    expect(images.map((image) => image.hidden)).to.deep.equal([false, true]);
    expect(images[0]!.naturalWidth).to.be.above(0);
    for (const image of images) {
      expect(image.src).to.match(/^data:image\//);
      expect(image.alt).to.equal('');
    }
    for (const link of root.querySelectorAll('a')) expect(link.protocol).to.equal('https:');
    expect(root.querySelectorAll('b').length).to.equal(0);
    expect(root.querySelectorAll('button[title]').length, 'QR code buttons').to.equal(0);
    const { width } = dialogOf(modal).getBoundingClientRect();
    expect(Math.round(width)).to.be.within(392, 400);
  });

  it('limits a thousand entries, and keeps the installed wallets', async () => {
    const flood = Array.from({ length: 1_000 }, (_, i) => ({
      id: `Flood${i}`,
      name: `Flood ${i}`,
    }));
    const { modal } = await openModal(new FakePage([JUNIPER, ...flood], flood).selection());
    expect(modal.shadowRoot!.querySelectorAll('[part~=wallet]').length).to.be.below(100);
    walletButton(modal, 'Juniper');
  });

  it('has both live regions in the accessibility tree in every view', async function () {
    if (!hasCdp) this.skip();
    await inEveryView(async (_modal, view) => {
      const roles = (await axTree()).map((node) => node.role?.value);
      const regions = roles.filter((role) => role === 'status' || role === 'alert').sort();
      expect(regions, view).to.deep.equal(['alert', 'status']);
    });
  });

  it('announces the progress as a status and a failure as an alert, once, in existing regions', async () => {
    let fail = (_error: Error) => {};
    const { modal } = await openModal(
      new FakePage().selection(() => new Promise<void>((_, reject) => (fail = reject))),
    );
    const [polite, assertive] = ['status', 'alert'].map((role) =>
      modal.shadowRoot!.querySelector(`[role=${role}]`)!,
    );
    expect([polite!.textContent, assertive!.textContent]).to.deep.equal(['', '']);
    const announced: string[] = [];
    const observer = new MutationObserver(() => {
      if (assertive!.textContent) announced.push(assertive!.textContent);
    });
    observer.observe(assertive!, { childList: true, characterData: true, subtree: true });
    await pick(modal);
    await waitUntil(() => polite!.textContent === 'Confirm the connection in Juniper.');
    expect(polite!.isConnected).to.be.true;
    fail(new JsonRpcError(-32603, 'Locked'));
    await waitUntil(() => announced.length > 0);
    // Waits for a possible second announcement.
    await pause(300);
    expect(modal.shadowRoot!.querySelector('[role=alert]') === assertive).to.be.true;
    expect(announced).to.deep.equal(['Juniper: “Locked”']);
    expect(polite!.textContent).to.equal('');
    expect(modal.shadowRoot!.querySelectorAll('[role=alert], [role=status]')).to.have.lengthOf(2);
  });

  it('shows the spinner after about 100 ms, and long enough to be seen', async () => {
    let fail = (_error: Error) => {};
    const { modal } = await openModal(
      new FakePage().selection(() => new Promise<void>((_, reject) => (fail = reject))),
    );
    const start = performance.now();
    walletButton(modal, 'Juniper').click();
    await waitUntil(() => spinners(modal).length > 0, 'the spinner is shown', { interval: 4 });
    expect(spinnerDelay(modal)).to.equal(100);
    await waitUntil(() => spinners(modal).length > 0, 'the spinner is shown again');
    fail(new Error('Soon'));
    await waitUntil(() => modal.view.name === 'failed', 'the failure is shown', { interval: 4 });
    // Measured from the start, since on a busy machine this test sees the spinner late.
    expect(performance.now() - start, 'end of the spinner').to.be.above(445);
    await modal.updateComplete;
    expect(spinners(modal)).to.have.lengthOf(0);
  });

  it('shows no spinner for an immediate answer', async () => {
    const { modal } = await openModal(
      new FakePage().selection(() => {
        throw new Error('At once');
      }),
    );
    let [isOver, seen] = [false, false];
    let since: number | undefined;
    const look = () => {
      const isConnecting = modal.shadowRoot!.querySelector('dialog.connecting-view') !== null;
      since = isConnecting ? (since ?? performance.now()) : undefined;
      // On a busy machine, the answer takes longer than the delay of a spinner.
      const isImmediate = since === undefined || performance.now() - since < 100;
      seen ||= isImmediate && spinners(modal).length > 0;
      if (!isOver) requestAnimationFrame(look);
    };
    look();
    await pick(modal, { view: 'failed' });
    // Longer than the delay of a spinner.
    await pause(250);
    isOver = true;
    expect(seen).to.be.false;
  });

  it('fires wallet-select with the id, and calls no wallet if it is canceled', async () => {
    const page = new FakePage();
    const { modal } = await openModal(page.selection(never));
    modal.addEventListener('wallet-select', (event) => {
      expect(event.providerId).to.equal('HarbourProvider');
      event.preventDefault();
    });
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Enter' });
    expect(page.asked).to.be.empty;
    expect(modal.view.name).to.equal('list');
  });
});
