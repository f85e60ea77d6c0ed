import { aTimeout, expect, fixture, html, nextFrame, oneEvent } from '@open-wc/testing';
import { base64 } from '@scure/base';
import { resetMouse, sendKeys } from '@web/test-runner-commands';
import { axTree, hasCdp } from '../../testing/cdp.js';
import {
  atRest,
  inScheme,
  inside,
  installed,
  press,
  themeColor,
  type Installed,
} from '../../testing/element-helpers.js';
import { ADDRESSES, answering, STX_ADDRESS, type Behaviour } from '../../testing/fake-wallet.js';
import { signs } from '../../testing/messages.js';
import { transferOf } from '../../testing/transactions.js';
import { psbtBytesFor, psbtFor, sign } from '../../testing/psbts.js';
import { waitUntil } from '../../testing/wait-until.js';
import { locales } from '../messages/registry.js';
import { loadMessages } from '../messages/registry.js';
import type {
  WalletBeforeRequestEvent,
  WalletRequestButton,
  WalletRequestErrorEvent,
  WalletRequestSuccessEvent,
} from './wallet-request-button.js';
import './define.js';

const TXID = 'a1'.repeat(32);
const TRANSFER = { amount: '1500', recipient: STX_ADDRESS, memo: 'Tea & "cake"' };
const NOT_SENT: readonly [answer: object, text: string][] = [
  [{ transaction: (await transferOf(TRANSFER)).transaction, txid: '' }, 'Signed, not sent'],
  [{ txid: '', status: 'proposed' }, 'Proposed to the other signers'],
];
const SIGNS = answering({
  stx_transferStx: { txid: TXID },
  stx_signMessage: signs(),
});
const NEVER = () => new Promise<never>(() => {});
const refusing =
  (code: number, message: string): Behaviour =>
  () =>
    Promise.reject({ jsonrpc: '2.0', id: '1', error: { code, message } });

let page: Installed;

async function button(
  behaviour: Behaviour = SIGNS,
  attributes: { params?: string; script?: string; method?: string } = {
    params: JSON.stringify(TRANSFER),
  },
) {
  page = await installed({ behaviour, connected: true });
  const element = document.createElement('wallet-request-button');
  element.client = page.client;
  element.method = attributes.method ?? 'stx_transferStx';
  if (attributes.params !== undefined) element.setAttribute('params', attributes.params);
  if (attributes.script !== undefined) {
    const script = document.createElement('script');
    script.type = 'application/json';
    script.textContent = attributes.script;
    element.append(script);
  }
  const holder = await fixture<HTMLElement>(html`<div></div>`);
  holder.append(element);
  await element.updateComplete;
  return element;
}

const inner = (element: WalletRequestButton) => inside<HTMLButtonElement>(element, 'button');
const shown = (element: WalletRequestButton) =>
  inside(element, '#shown').textContent.trim().replace(/\s+/g, ' ');
const announced = (element: WalletRequestButton) => inside(element, '[role=status]').textContent;
const alerted = (element: WalletRequestButton) => inside(element, '[role=alert]').textContent;

describe('<wallet-request-button>', () => {
  const consoleErrors: unknown[][] = [];
  const { error } = console;

  beforeEach(() => {
    consoleErrors.length = 0;
    console.error = (...args: unknown[]) => consoleErrors.push(args);
  });

  afterEach(async () => {
    console.error = error;
    page.uninstall();
    await resetMouse();
  });

  it('sends the method and params of its attributes, and fires an event with the result', async () => {
    const element = await button();
    const success = oneEvent<WalletRequestSuccessEvent>(element, 'wallet-request-success');
    await press(element);
    expect((await success).result).to.deep.equal({ txid: TXID });
    expect(page.wallet.calls[0]?.method).to.equal('stx_transferStx');
    expect(page.wallet.calls[0]?.params).to.include({ memo: 'Tea & "cake"' });
    await element.updateComplete;
    expect(element.getAttribute('status')).to.equal('success');
    expect(announced(element)).to.equal('Done');
  });

  for (const [answer, text] of NOT_SENT) {
    it(`does not show the slot success for a transaction that is not sent: ${text}`, async () => {
      const element = await button(answering({ stx_transferStx: answer }));
      element.innerHTML = 'Pay<b slot="success">Paid</b>';
      // The button gets narrower.
      await nextFrame();
      await press(inner(element));
      await waitUntil(() => element.status === 'success');
      await element.updateComplete;
      expect(shown(element)).to.equal('');
      expect(announced(element)).to.equal(text);
      await waitUntil(() => element.shadowRoot!.querySelector('[part=notice]:popover-open'));
      const isSeen = element.querySelector('b')!.checkVisibility({ visibilityProperty: true });
      expect(isSeen).to.equal(false);
    });
  }

  it('shows "possibly sent" if the wallet returns no txid for a broadcast', async () => {
    const signed = base64.encode(sign(psbtBytesFor(['taproot']), [0], ['taproot']));
    const element = await button(answering({ signPsbt: { psbt: signed } }), { method: 'signPsbt' });
    element.params = { psbt: psbtFor(['taproot']), signInputs: [0], broadcast: true };
    await press(element);
    await waitUntil(() => element.status === 'success');
    await element.updateComplete;
    expect(announced(element)).to.equal('Signed, possibly sent');
  });

  it('reads params from a child script, where quotes need no escaping', async () => {
    const element = await button(SIGNS, { script: JSON.stringify(TRANSFER, null, 2) });
    expect(shown(element)).to.equal('Send request');
    await press(element);
    await waitUntil(() => element.status === 'success');
    expect(page.wallet.calls[0]?.params).to.include({ memo: 'Tea & "cake"' });
  });

  it('reads JSON in the property `params`, which frameworks set instead of the attribute', async () => {
    const element = await button(SIGNS, {});
    element.params = JSON.stringify({ ...TRANSFER, amount: '9007199254740993' });
    await element.updateComplete;
    await press(element);
    await waitUntil(() => element.status === 'success');
    expect(JSON.stringify(page.wallet.calls[0]?.params)).to.contain('9007199254740993');
    element.params = '{"amount": 9007199254740993}';
    await waitUntil(() => element.matches(':state(unusable)'));
    expect(consoleErrors[0]![0]).to.contain(
      'the number 9007199254740993, which JavaScript reads as',
    );
  });

  it('prefers the property `params`, which may contain a bigint', async () => {
    const element = await button();
    element.params = { ...TRANSFER, amount: 9_007_199_254_740_993n };
    await press(element);
    await waitUntil(() => element.status === 'success');
    expect(JSON.stringify(page.wallet.calls[0]?.params)).to.contain('9007199254740993');
  });

  it('reads the child script when it is pressed', async () => {
    const element = await button(SIGNS, { script: '{"message":"one"}', method: 'stx_signMessage' });
    element.querySelector('script')!.textContent = '{"message":"two"}';
    await press(element);
    await waitUntil(() => element.status === 'success');
    expect(page.wallet.calls[0]?.params).to.include({ message: 'two' });
  });

  it('sends nothing when wallet-before-request is canceled, and sends replaced params', async () => {
    const element = await button();
    const cancel = (event: Event) => event.preventDefault();
    element.addEventListener('wallet-before-request', cancel);
    await press(element);
    expect(page.wallet.calls).to.have.length(0);
    expect(element.status).to.equal('idle');
    element.removeEventListener('wallet-before-request', cancel);
    element.addEventListener('wallet-before-request', (event: WalletBeforeRequestEvent) => {
      expect(event.params).to.deep.equal(TRANSFER);
      event.params = { ...TRANSFER, amount: '7' };
    });
    await press(element);
    await waitUntil(() => element.status === 'success');
    expect(JSON.stringify(page.wallet.calls[0]?.params)).to.match(/"amount":"?7"?/);
  });

  it('does nothing while disabled', async () => {
    const element = await button();
    let requests = 0;
    element.addEventListener('wallet-before-request', () => requests++);
    element.disabled = true;
    await element.updateComplete;
    expect(element.hasAttribute('disabled')).to.equal(true);
    await press(element);
    element.focus();
    await sendKeys({ press: 'Enter' });
    expect(requests).to.equal(0);
    element.removeAttribute('disabled');
    await element.updateComplete;
    await press(element);
    expect(requests).to.equal(1);
  });

  it('applies variant and size', async () => {
    const element = await button();
    const height = inner(element).offsetHeight;
    element.variant = 'plain';
    element.size = 's';
    await element.updateComplete;
    expect(inner(element).offsetHeight).to.be.below(height);
    // It has a hint of a surface, which is transparent.
    const filled = themeColor(element, 'on-accent');
    const style = getComputedStyle(inner(element));
    await waitUntil(() => style.color !== filled && /[,/] ?0?\.\d+\)$/.test(style.backgroundColor));
    expect(getComputedStyle(inner(element)).borderTopColor).to.equal('rgba(0, 0, 0, 0)');
  });

  it('prefers the attribute `params` to a script, and ignores a script that is not its child', async () => {
    const element = await button(SIGNS, {
      params: '{"message":"attribute"}',
      script: '{"message":"script"}',
      method: 'stx_signMessage',
    });
    await press(element);
    await waitUntil(() => element.status === 'success');
    expect(page.wallet.calls[0]?.params).to.include({ message: 'attribute' });
    page.uninstall();

    const holder = await button(SIGNS, { method: 'stx_signMessage' });
    const inner = document.createElement('div');
    inner.innerHTML = '<script type="application/json">{ "message": "of something else" }</script>';
    holder.append(inner, 'Sign');
    await nextFrame();
    await press(holder);
    await waitUntil(() => ['success', 'error'].includes(holder.status));
    expect(JSON.stringify(page.wallet.calls)).not.to.contain('something else');
  });

  it('shows the slot of its status', async () => {
    let answer = (_: unknown): void => {};
    const element = await button(() => new Promise((resolve) => (answer = resolve)));
    element.insertAdjacentHTML(
      'beforeend',
      '<b>Pay</b><b slot="pending">Look</b><b slot="success">Paid</b><b slot="error">Again</b>',
    );
    const seen = () =>
      [...element.children]
        .filter((child) => child.checkVisibility({ visibilityProperty: true }))
        .map((child) => child.slot);
    const spinning = () => element.shadowRoot!.querySelector('[part=spinner]') !== null;
    const labels = () => element.shadowRoot!.querySelectorAll('[part=label]');
    expect(seen()).to.deep.equal(['']);
    await waitUntil(() => !labels()[0]!.textContent.includes('Send request'), 'one label');
    await press(element);
    await waitUntil(() => seen().join() === ',pending');
    expect(announced(element)).to.equal('Look');
    expect([spinning(), inner(element).getAttribute('aria-busy')]).to.deep.equal([true, 'true']);
    answer({ result: { txid: TXID } });
    await waitUntil(() => seen().join() === 'success');
    expect([spinning(), inner(element).getAttribute('aria-busy')]).to.deep.equal([false, null]);
    await press(element);
    await waitUntil(() => seen().join() === ',pending');
    answer({ error: { code: -32603, message: 'Locked' } });
    await waitUntil(() => seen().join() === 'error');
    expect(labels()).to.have.length(1);
    expect(labels()[0]!.querySelector('slot')!.name).to.equal('error');
  });

  it('is idle again three seconds after a success, or when it is moved', async () => {
    const element = await button();
    const changes: [status: string | null, at: number][] = [];
    const observer = new MutationObserver(() =>
      changes.push([element.getAttribute('status'), performance.now()]),
    );
    observer.observe(element, { attributeFilter: ['status'] });
    await press(element);
    await waitUntil(() => element.status === 'success');
    await waitUntil(() => element.status === 'idle');
    expect(changes.map(([status]) => status)).to.deep.equal(['pending', 'success', 'idle']);
    expect(changes[2]![1] - changes[1]![1]).to.be.above(2_900);
    expect(announced(element)).to.equal('');
    await press(element);
    await waitUntil(() => element.status === 'success');
    const parent = element.parentElement!;
    element.remove();
    parent.append(element);
    expect(element.status).to.equal('idle');
  });

  it('returns to its previous status when wallet-before-request is canceled', async () => {
    for (const [behaviour, status, later] of [
      [refusing(-32603, 'Locked'), 'error', 'error'],
      // A press ends the status success.
      [SIGNS, 'success', 'idle'],
    ] as const) {
      const element = await button(behaviour);
      await press(element);
      await waitUntil(() => element.status === status);
      element.addEventListener('wallet-before-request', (event) => event.preventDefault());
      await sendKeys({ press: 'Escape' });
      await press(element);
      expect(element.status).to.equal(later);
      element.remove();
      page.uninstall();
    }
  });

  it('does not connect without require-connect', async () => {
    const element = await button();
    page.client.disconnect();
    await press(element);
    await waitUntil(() => element.status === 'success');
    expect(page.wallet.calls.map(({ method }) => method)).to.deep.equal(['stx_transferStx']);
  });

  it('ignores untrusted clicks', async () => {
    const element = await button();
    inner(element).click();
    element.click();
    inner(element).dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
    await aTimeout(20);
    expect(page.wallet.calls).to.have.length(0);
    expect(element.status).to.equal('idle');
  });

  it('sends one request at a time, and shows that it is waiting', async () => {
    const element = await button(NEVER);
    await press(element);
    await waitUntil(() => announced(element) === 'Waiting for the wallet…');
    await waitUntil(() => element.shadowRoot!.querySelector('[part=notice]:popover-open'));
    await press(element);
    await press(element);
    expect(shown(element)).to.equal('Send request');
    expect(page.wallet.calls).to.have.length(1);
    expect(element.getAttribute('status')).to.equal('pending');
  });

  it('has an idle clone while it is pending, and stays pending when the attribute `status` is removed', async () => {
    const element = await button(NEVER);
    await press(element);
    await waitUntil(() => page.wallet.calls.length === 1);
    expect(element.getAttribute('status')).to.equal('pending');
    const copy = element.cloneNode(true) as WalletRequestButton;
    element.after(copy);
    await copy.updateComplete;
    expect(copy.status).to.equal('idle');
    expect(copy.getAttribute('status')).to.equal('idle');
    expect(shown(copy)).to.equal('Send request');
    element.removeAttribute('status');
    await press(element);
    await aTimeout(20);
    expect(element.status).to.equal('pending');
    expect(page.wallet.calls).to.have.length(1);
  });

  it('is disabled by a disabled fieldset', async () => {
    const element = await button();
    const fieldset = document.createElement('fieldset');
    fieldset.disabled = true;
    element.replaceWith(fieldset);
    fieldset.append(element);
    await element.updateComplete;
    expect(inner(element).disabled).to.equal(true);
    await press(element);
    expect(page.wallet.calls).to.have.length(0);
    fieldset.disabled = false;
    await element.updateComplete;
    expect(inner(element).disabled).to.equal(false);
    await press(element);
    await waitUntil(() => element.status === 'success');
  });

  it('has every documented part and slot', async () => {
    const element = await button(refusing(-32603, 'The wallet is locked.'));
    for (const name of ['button', 'label']) inside(element, `[part=${name}]`);
    const slots = [...element.shadowRoot!.querySelectorAll('slot')].map(({ name }) => name);
    expect(slots).to.deep.equal(['icon', '', 'success', 'error']);
    await press(element);
    await waitUntil(() => element.shadowRoot!.querySelector('[part=error]'));
  });

  it('has the visible text as its name, also with a slotted label', async function () {
    if (!hasCdp) this.skip(); // Only CDP provides the accessibility tree.
    const element = await button(NEVER);
    element.append('Sign');
    const name = async () =>
      (await axTree()).find((node) => node.role?.value === 'button')?.name?.value;
    expect(await name()).to.equal('Sign');
    await press(element);
    await waitUntil(() => announced(element) === 'Waiting for the wallet…');
    expect(await name()).to.equal('Sign');
  });

  it('sends the request on Enter and Space', async () => {
    const element = await button();
    element.focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => page.wallet.calls.length === 1 && element.status === 'success');
    await sendKeys({ press: ' ' });
    await waitUntil(() => page.wallet.calls.length === 2);
  });

  it('is enabled by its property', async () => {
    const element = await button();
    element.disabled = true;
    await element.updateComplete;
    expect(inner(element).disabled).to.equal(true);
    element.disabled = false;
    await waitUntil(() => !inner(element).disabled);
  });

  it('announces a rejection as a status, and shows a failure as an alert', async () => {
    let element = await button(refusing(4001, 'User rejected'));
    let event = oneEvent<WalletRequestErrorEvent>(element, 'wallet-request-error');
    await press(element);
    expect((await event).rejected).to.equal(true);
    await element.updateComplete;
    expect(announced(element)).to.equal('You declined the request.');
    expect(element.matches(':state(rejected)')).to.equal(true);
    expect(alerted(element)).to.equal('');
    await waitUntil(() => element.shadowRoot!.querySelector('[part=notice]:popover-open'));
    expect(inside(element, '[part=notice]').innerText).to.equal('You declined the request.');
    expect(shown(element)).to.equal('Send request');
    await atRest();
    await expect(element).to.be.accessible();
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => announced(element) === '');
    page.uninstall();

    element = await button(refusing(-32603, 'Not enough STX.'));
    event = oneEvent<WalletRequestErrorEvent>(element, 'wallet-request-error');
    await press(element);
    expect((await event).rejected).to.equal(false);
    await element.updateComplete;
    expect(element.matches(':state(rejected)')).to.equal(false);
    await waitUntil(() => alerted(element) !== '');
    expect(alerted(element)).to.equal(
      'The request failed. Your wallet says: “Not enough STX.” Check your wallet before you try again.',
    );
    await waitUntil(() => element.shadowRoot!.querySelector('[part=error]:popover-open'));
    await atRest();
    await expect(element).to.be.accessible();
  });

  for (const code of [4001, -32603]) {
    const part = code === 4001 ? 'notice' : 'error';
    const isShown = (element: WalletRequestButton) =>
      element.shadowRoot!.querySelector(`[part=${part}]:popover-open`) !== null;

    it(`hides what covers the page below it when it is pressed: ${part}`, async () => {
      const element = await button(refusing(code, 'Not enough STX.'));
      await press(element);
      await waitUntil(() => isShown(element));
      inside(element, `[part=${part}]`).click();
      await waitUntil(() => !isShown(element));
    });

    it(`hides what covers the page below it when it has been read: ${part}`, async () => {
      const { setTimeout } = window;
      const element = await button(refusing(code, 'Not enough STX.'));
      await press(element);
      // Time passes a hundred times as fast.
      window.setTimeout = ((task: () => void, ms = 0) => setTimeout(task, ms / 100)) as never;
      await waitUntil(() => isShown(element));
      window.setTimeout = setTimeout;
      await waitUntil(() => !isShown(element));
      await waitUntil(() => announced(element) + alerted(element) === '');
    });
  }

  it('loses the state `rejected` when the next request succeeds', async () => {
    let rejects = true;
    const element = await button((call) =>
      rejects ? refusing(4001, 'User rejected')(call) : SIGNS(call),
    );
    await press(element);
    await waitUntil(() => element.matches(':state(rejected)'));
    rejects = false;
    await press(element);
    await waitUntil(() => element.status === 'success');
    await element.updateComplete;
    expect(element.matches(':state(rejected)')).to.equal(false);
  });

  it('shows an error for an invalid parameter without calling a wallet, and logs what is wrong', async () => {
    const element = await button(SIGNS, { params: '{"amount":1.5}' });
    await press(element);
    await waitUntil(() => element.status === 'error');
    await waitUntil(() => alerted(element) !== '');
    expect(alerted(element)).to.contain('Nothing was sent.');
    expect(consoleErrors).to.have.length(1);
    expect(consoleErrors[0]!.join(' ')).to.contain('`amount` must be');
    expect(page.wallet.calls).to.have.length(0);
  });

  it('logs which method was probably meant, if the wallet has none of this name', async () => {
    const element = await button(refusing(-32601, 'Unknown method.'), { method: 'transferStx' });
    await press(inner(element));
    await waitUntil(() => element.status === 'error');
    expect(consoleErrors).to.have.length(1);
    expect(consoleErrors[0]!.join(' ')).to.contain('Did you mean "stx_transferStx"?');
  });

  it('is disabled by params that are not JSON, with one console error, until they are fixed', async () => {
    const element = await button(SIGNS, { params: '{"amount": }' });
    expect(inner(element).disabled).to.equal(true);
    element.requestUpdate();
    await element.updateComplete;
    expect(consoleErrors).to.have.length(1);
    expect(consoleErrors[0]![0]).to.match(/attribute `params` is no JSON/);
    expect(element.matches(':state(unusable)')).to.equal(true);
    expect(inner(element).title).to.equal('This action is unavailable.');
    element.setAttribute('params', JSON.stringify(TRANSFER));
    await element.updateComplete;
    expect(element.matches(':state(unusable)')).to.equal(false);
    expect(inner(element).disabled).to.equal(false);
    expect(inner(element).hasAttribute('title')).to.equal(false);
  });

  it('is disabled by a number that JavaScript would round, with one console error', async () => {
    const params = JSON.stringify({ ...TRANSFER, amount: 1 }).replace('1,', '0.99999999999999999,');
    for (const given of [{ params }, { script: params }]) {
      consoleErrors.length = 0;
      const element = await button(SIGNS, given);
      expect(inner(element).disabled).to.equal(true);
      expect(consoleErrors).to.have.length(1);
      expect(consoleErrors[0]![0]).to.contain('the number 0.99999999999999999');
      await press(inner(element));
      expect(page.wallet.calls).to.have.length(0);
      page.uninstall();
    }
  });

  it('is disabled without a method, with a console error that names the attribute', async () => {
    const element = await button(SIGNS, { method: '' });
    expect(inner(element).disabled).to.equal(true);
    expect(consoleErrors[0]![0]).to.match(/no attribute `method`/);
  });

  it('connects first with require-connect', async () => {
    const element = await button(
      answering({
        getAddresses: { addresses: [{ address: STX_ADDRESS, publicKey: '' }] },
        stx_transferStx: { txid: TXID },
      }),
    );
    page.client.disconnect();
    element.requireConnect = true;
    await press(element);
    await waitUntil(() => element.status === 'success');
    expect(page.wallet.calls.map(({ method }) => method)).to.deep.equal([
      'getAddresses',
      'stx_transferStx',
    ]);
  });

  it('is idle, and announces nothing, after disconnect() ended its attempt to connect', async () => {
    const element = await button(NEVER);
    page.client.disconnect();
    element.requireConnect = true;
    const event = oneEvent<WalletRequestErrorEvent>(element, 'wallet-request-error');
    await press(element);
    await waitUntil(() => page.wallet.calls.length === 1);
    page.client.disconnect();
    expect((await event).rejected).to.equal(false);
    await element.updateComplete;
    expect([announced(element), alerted(element), element.status]).to.deep.equal(['', '', 'idle']);
  });

  for (const [what, content, size] of [
    ['its own label', '', 'm'],
    ['a short label', 'Sign', 's'],
    ['an icon', '<svg slot="icon"></svg>Sign', 'l'],
  ] as const) {
    it(`has the same width in every status, in every language, with ${what}`, async () => {
      for (const lang of ['en', ...Object.entries(locales).map(([tag]) => tag)]) {
        await loadMessages(lang);
        const element = await button();
        element.lang = lang;
        element.innerHTML = content;
        element.size = size;
        // Until it follows its language and its content.
        await nextFrame();
        await element.updateComplete;
        const widths = new Set<number>();
        for (const status of ['idle', 'pending', 'success', 'error'] as const) {
          element.status = status;
          await element.updateComplete;
          if (status === 'pending')
            await waitUntil(() => element.shadowRoot!.querySelector('.spinner'));
          const box = inner(element).getBoundingClientRect();
          widths.add(box.width);
          const label = inside(element, '#shown').getBoundingClientRect();
          const sides = [label.left - box.left, box.right - label.right];
          expect(Math.min(...sides), `${lang} ${status}`).to.be.at.least(8);
          expect(sides[0]! - sides[1]!, `${lang} ${status}, in the middle`).to.be.closeTo(0, 1);
        }
        expect(Math.max(...widths) - Math.min(...widths), lang).to.be.below(0.1);
        // The text about waiting needs more.
        if (content) expect([...widths][0], lang).to.be.below(130);
        element.remove();
        page.uninstall();
      }
    });
  }

  for (const scheme of ['light', 'dark'] as const) {
    it(`passes axe in ${scheme}, in every state`, () =>
      inScheme(scheme, async () => {
        const element = await button();
        for (const status of ['idle', 'pending', 'success', 'error'] as const) {
          element.status = status;
          await aTimeout(status === 'pending' ? 120 : 0);
          await atRest();
          await expect(element).to.be.accessible();
        }
      }));
  }

  describe('if the wallet no longer accepts the connection', () => {
    it('announces that, connects on the next press, and sends nothing automatically', async () => {
      let accepts = false;
      const element = await button((call) => {
        if (call.method === 'getAddresses') {
          accepts = true;
          return answering({ getAddresses: { addresses: ADDRESSES } })(call);
        }
        return accepts ? SIGNS(call) : refusing(-32002, 'Reconnect the app.')(call);
      });
      const asked = () => page.wallet.calls.map(({ method }) => method);
      await press(inner(element));
      await waitUntil(() => shown(element) === 'Connect again');
      expect(alerted(element)).to.equal('Your wallet is no longer connected to this page.');
      await press(inner(element));
      await waitUntil(() => element.status === 'idle');
      expect(announced(element)).to.equal('Connected. You can try again now.');
      expect(asked()).to.deep.equal(['stx_transferStx', 'getAddresses']);
      await press(inner(element));
      await waitUntil(() => element.status === 'success');
      expect(asked()).to.deep.equal(['stx_transferStx', 'getAddresses', 'stx_transferStx']);
    });
  });

  describe('for a method that the wallet does not support', () => {
    const unsupported = { params: '{ "message": "hello" }', method: 'signMessage' };

    it('is disabled with the reason as text, and usable again for another method', async () => {
      const element = await button(SIGNS, unsupported);
      expect(inner(element).disabled).to.equal(false);
      element.ifUnsupported = 'disable';
      await waitUntil(() => inner(element).disabled);
      const reason = inside(element, '#reason');
      expect(reason.textContent).to.equal('Fake wallet does not support this action.');
      expect(inner(element).getAttribute('aria-describedby')).to.equal('reason');
      expect(page.wallet.calls).to.deep.equal([]);
      element.method = 'stx_signMessage';
      await waitUntil(() => !inner(element).disabled);
      expect(element.shadowRoot?.querySelector('#reason')).to.equal(null);
    });

    it('is hidden, until the wallet is disconnected', async () => {
      const element = await button(SIGNS, unsupported);
      element.ifUnsupported = 'hide';
      await waitUntil(() => !element.shadowRoot?.querySelector('button'));
      expect(element.offsetHeight).to.equal(0);
      page.client.disconnect();
      await waitUntil(() => Boolean(element.shadowRoot?.querySelector('button')));
    });
  });
});
