import { expect, fixture, html } from '@open-wc/testing';
import { cdp, hasCdp } from '../../testing/cdp.js';
import { inside, keys, linesOf, textRects } from '../../testing/element-helpers.js';
import { json, testService, type Answering } from '../../testing/metadata-fetch.js';
import { waitUntil } from '../../testing/wait-until.js';
import type { FtAmount } from './ft-amount.js';
import './define.js';

const TOKEN = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.token';
const METADATA = { asset_identifier: `${TOKEN}::t`, symbol: 'TKN', decimals: 6 };

async function amountOf(attributes: Record<string, string>, answering?: Answering) {
  const service = testService(answering ?? (() => json(METADATA)));
  const amount = document.createElement('ft-amount');
  amount.client = service.client;
  for (const [name, value] of Object.entries(attributes)) amount.setAttribute(name, value);
  const box = await fixture<HTMLElement>(html`<p lang="en"></p>`);
  box.append(amount);
  await amount.updateComplete;
  return { amount, box, ...service };
}
const shown = (amount: FtAmount) => amount.shadowRoot!.textContent.replace(/\s+/g, ' ').trim();

/** [attributes, text] */
const CASES: readonly (readonly [Record<string, string>, string])[] = [
  [{ value: '1234500000', decimals: '6', symbol: 'STX' }, '1,234.5 STX'],
  [{ value: '1', decimals: '18' }, '0.000000000000000001'],
  [
    { value: '340282366920938463463374607431768211455', decimals: '0' },
    '340,282,366,920,938,463,463,374,607,431,768,211,455',
  ],
  [{ value: '1234567' }, '1234567'],
  [{ value: '1234567', decimals: '39' }, '1234567'],
  [{ value: '1234567', decimals: '-1' }, '1234567'],
  [{ value: '1234567', decimals: '1.5' }, '1234567'],
  [{ value: '1234567', decimals: 'x' }, '1234567'],
  [{ value: '1234567', decimals: '' }, '1234567'],
  [{ value: '1234567', decimals: ' 6 ' }, '1.234567'],
  [{ value: '1234567', decimals: '0x6' }, '1234567'],
  [{ value: '1234567', decimals: '6e0' }, '1234567'],
  [{ value: '1234567', decimals: '6.00000000000000001' }, '1234567'],
  [{ value: '1999999', decimals: '6', 'max-fraction-digits': '' }, '1.999999'],
  [{ value: '1999999', decimals: '6', 'max-fraction-digits': '2' }, '1.99'],
  [{ value: '1', decimals: '6', 'max-fraction-digits': '2' }, '<0.01'],
  [{ value: '-1500000', decimals: '6' }, '-1.5'],
  [{ value: '1234567000000', decimals: '6', notation: 'compact', symbol: 'STX' }, '1.2M STX'],
  [{ value: '1500000', decimals: '6', 'sign-display': 'always' }, '+1.5'],
  [{ value: '0', decimals: '6', 'sign-display': 'exceptZero' }, '0'],
  [{ value: '-1500000', decimals: '6', 'sign-display': 'never' }, '1.5'],
  [{ value: '-1500000', decimals: '6', 'sign-display': 'constructor' }, '-1.5'],
  [{ value: '1.5', decimals: '6' }, ''],
  [{ value: 'abc' }, ''],
  [{ value: '' }, ''],
  [{ value: '9'.repeat(1000), decimals: '6' }, ''],
  [{ value: '1', decimals: '0', symbol: '<b>\u202eX\u202c</b>' }, '1 <b>X</b>'],
];

describe('<ft-amount>', () => {
  for (const [attributes, text] of CASES) {
    it(`${JSON.stringify(attributes).slice(0, 70)} shows ${text || 'nothing'}`, async () => {
      const { amount, asked } = await amountOf(attributes);
      expect(shown(amount)).to.equal(text);
      expect(asked).to.deep.equal([]);
    });
  }

  it('has the state raw while it shows base units, and invalid while it shows nothing', async () => {
    const { amount } = await amountOf({ value: '5' });
    expect(amount.matches(':state(raw)')).to.equal(true);
    amount.setAttribute('value', 'x');
    await amount.updateComplete;
    expect(amount.matches(':state(invalid)')).to.equal(true);
  });

  it('shows the exact amount after a press on a key, if digits are cut off', async () => {
    const { amount } = await amountOf({
      value: '1234567',
      decimals: '6',
      'max-fraction-digits': '1',
    });
    expect(shown(amount)).to.equal('1.2');
    const button = inside<HTMLButtonElement>(amount, 'button');
    expect(button.title).to.equal('1.234567');
    expect(button.ariaExpanded).to.equal('false');
    button.focus();
    await keys('Enter');
    await amount.updateComplete;
    expect(shown(amount)).to.equal('1.234567');
    expect(button.ariaExpanded).to.equal('true');
    await keys(' ');
    await amount.updateComplete;
    expect(shown(amount)).to.equal('1.2');
  });

  it('has no button if nothing is cut off', async () => {
    const { amount } = await amountOf({ value: '1000000', decimals: '6', notation: 'compact' });
    expect(amount.shadowRoot!.querySelector('button')).to.equal(null);
  });

  it('has a target of 44 px for touch input, in lines of unchanged height', async function () {
    if (!hasCdp) this.skip(); // Only CDP can emulate a coarse pointer.
    const { amount, box } = await amountOf({
      value: '1234567',
      decimals: '0',
      notation: 'compact',
    });
    const { height } = box.getBoundingClientRect();
    await cdp('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 });
    try {
      const target = getComputedStyle(inside(amount, 'button'), '::after');
      expect(parseFloat(target.blockSize)).to.be.at.least(44);
      expect(box.getBoundingClientRect().height).to.equal(height);
    } finally {
      await cdp('Emulation.setTouchEmulationEnabled', { enabled: false });
    }
  });

  it('shows slotted content before the amount', async () => {
    const { amount } = await amountOf({ value: '1', decimals: '0' });
    amount.innerHTML = `<svg slot="icon" viewBox="0 0 1 1"></svg>`;
    const icon = amount.firstElementChild!.getBoundingClientRect();
    const number = inside(amount, '[part=amount]').getBoundingClientRect();
    expect(icon.height).to.be.above(0);
    expect(icon.right).to.be.at.most(number.left);
  });

  for (const symbol of ['LARK', 'W'.repeat(10_000), '﷽'.repeat(20)]) {
    it(`wraps neither the amount nor the symbol: ${symbol.slice(0, 4)}`, async () => {
      const { amount, box } = await amountOf({ value: '1234500000', decimals: '6', symbol });
      for (let width = 320; width >= 80; width -= 8) {
        box.style.width = `${width}px`;
        for (const shown of amount.shadowRoot!.querySelectorAll('bdi')) {
          expect(linesOf(shown), `lines at ${width} px`).to.equal(1);
        }
        expect(box.scrollWidth, `scroll width at ${width} px`).to.be.at.most(width);
      }
    });
  }

  it('is on the baseline of the text around it', async () => {
    const { amount, box } = await amountOf({ value: '1', decimals: '0', symbol: 'LARK' });
    const mark = document.createElement('span');
    mark.textContent = 'LARK';
    box.append(mark);
    const [{ bottom }] = textRects(mark) as [DOMRect];
    for (const shown of amount.shadowRoot!.querySelectorAll('bdi')) {
      for (const rect of textRects(shown)) expect(rect.bottom).to.be.closeTo(bottom, 0.5);
    }
  });

  it('follows the nearest lang', async () => {
    const { amount, box } = await amountOf({ value: '1234500000', decimals: '6' });
    box.lang = 'de';
    await waitUntil(() => shown(amount) === '1.234,5');
  });

  it('accepts a bigint', async () => {
    const { amount } = await amountOf({ decimals: '6' });
    amount.value = 1234500000n;
    await amount.updateComplete;
    expect(shown(amount)).to.equal('1,234.5');
  });

  it('takes decimals and symbol from the metadata of `principal`; its own properties take precedence', async () => {
    const { amount, asked } = await amountOf({ value: '1500000', principal: TOKEN });
    await waitUntil(() => shown(amount) === '1.5 TKN');
    amount.symbol = 'OWN';
    await amount.updateComplete;
    expect(shown(amount)).to.equal('1.5 OWN');
    expect(asked).to.deep.equal([TOKEN]);
  });

  it('hides base units while the decimals load, and shows them if the token is not found', async () => {
    let answer: (response: Response) => void = () => undefined;
    const { amount } = await amountOf(
      { value: '1500000', principal: TOKEN },
      () => new Promise((resolve) => (answer = resolve)),
    );
    expect(amount.matches(':state(loading)')).to.equal(true);
    const number = amount.shadowRoot!.querySelector('[part=amount]')!;
    expect(getComputedStyle(number).color).to.equal('rgba(0, 0, 0, 0)');
    expect(number).to.have.attribute('aria-hidden', 'true');
    await waitUntil(() => answer.length > 0);
    answer(json({ error: 'Token not found' }, 404));
    await waitUntil(() => amount.matches(':state(raw)') && !amount.matches(':state(loading)'));
    expect(shown(amount)).to.equal('1500000');
  });

  it('shows after a press that the decimals in the record are invalid', async () => {
    const attributes = { value: '1234567', principal: TOKEN };
    const { amount } = await amountOf(attributes, () => json({ ...METADATA, decimals: 39 }));
    await waitUntil(() => amount.shadowRoot!.querySelector('button'));
    expect(shown(amount).replace(/\s+/g, ' ')).to.equal('1234567 TKN');
    inside(amount, 'button').click();
    await amount.updateComplete;
    const text = 'Decimals: Not valid in the record of the metadata service';
    expect(inside(amount, 'button').innerText).to.equal(`1234567 (${text})`);
  });

  it('passes axe', async () => {
    for (const notation of ['standard', 'compact']) {
      const attributes = { value: '1234567890', decimals: '3', symbol: 'STX', notation };
      const { amount } = await amountOf(attributes);
      await expect(amount).to.be.accessible();
    }
  });
});
