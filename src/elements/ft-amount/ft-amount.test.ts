import { expect, fixture, html } from '@open-wc/testing';
import { cdp, hasCdp } from '../../testing/cdp.js';
import { inside, keys, linesOf, textRects } from '../../testing/element-helpers.js';
import { json, testService, type Answering } from '../../testing/metadata-fetch.js';
import { pause, waitUntil } from '../../testing/wait-until.js';
import { SBTC, USDCX } from '../../stacks/assets.js';
import { wholeNumber } from '../internal/decimals.js';
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
  [{ value: '1234567' }, '1234567 base units'],
  [{ value: '1234567', symbol: 'STX' }, '1234567 base units (STX)'],
  [{ value: '1234567', notation: 'compact', symbol: 'X' }, '1234567 base units (X)'],
  [{ value: '-5', 'max-fraction-digits': '2' }, '\u22125 base units'],
  [{ value: '1234567', decimals: ' 6 ' }, '1.234567'],
  [{ value: '1234567', decimals: '0', symbol: 'BEE' }, '1,234,567 BEE'],
  [{ value: '1', decimals: '38' }, `0.${'1'.padStart(38, '0')}`],
  [{ value: '1999999', decimals: '6', 'max-fraction-digits': '' }, '1.999999'],
  [{ value: '1999999', decimals: '6', 'max-fraction-digits': '2' }, '1.99'],
  [{ value: '1', decimals: '6', 'max-fraction-digits': '2' }, '<0.01'],
  [{ value: '-1500000', decimals: '6' }, '\u22121.5'],
  [{ value: '1234567000000', decimals: '6', notation: 'compact', symbol: 'STX' }, '1.2M STX'],
  [{ value: '1500000', decimals: '6', 'sign-display': 'always' }, '+1.5'],
  [{ value: '0', decimals: '6', 'sign-display': 'exceptZero' }, '0'],
  [{ value: '-1500000', decimals: '6', 'sign-display': 'never' }, '1.5'],
  [{ value: '-1500000', decimals: '6', 'sign-display': 'constructor' }, '\u22121.5'],
  [{ value: '1.5', decimals: '6' }, ''],
  [{ value: 'abc' }, ''],
  [{ value: '' }, ''],
  [{ value: '9'.repeat(1000), decimals: '6' }, ''],
  [{ value: '1', decimals: '0', symbol: '<b>\u202eX\u202c</b>' }, '1 <b>X</b>'],
];

/** What is written to the console as an error meanwhile. */
async function loggedBy(call: () => Promise<void>): Promise<readonly string[]> {
  const { error } = console;
  const logged: string[] = [];
  console.error = (...said: unknown[]) => logged.push(said.map(String).join(' '));
  try {
    await call();
  } finally {
    console.error = error;
  }
  return logged;
}

/** Answers of a metadata service without valid decimals: [what, answer, symbol]. */
const WITHOUT_DECIMALS: readonly (readonly [string, () => Response, string])[] = [
  ['404', () => json({ error: 'Token not found' }, 404), ''],
  ['429', () => json({}, 429), ''],
  ['500', () => json({}, 500), ''],
  ['HTML', () => new Response('<html>'), ''],
  ['no decimals', () => json({ ...METADATA, decimals: undefined }), ' (TKN)'],
  ...[null, '6', 39, -1, 1.5, 2147483647, [6]].map(
    (decimals) =>
      [
        `decimals ${JSON.stringify(decimals)}`,
        () => json({ ...METADATA, decimals }),
        ' (TKN)',
      ] as const,
  ),
];

describe('<ft-amount>', () => {
  for (const [attributes, text] of CASES) {
    it(`${JSON.stringify(attributes).slice(0, 70)} shows ${text || 'nothing'}`, async () => {
      const { amount, asked } = await amountOf(attributes);
      expect(shown(amount)).to.equal(text);
      expect(asked).to.deep.equal([]);
    });
  }

  it('names a value that is no whole number of base units in the console, once', async () => {
    for (const [value, named] of [
      [0.5, 'got 0.5'],
      [5, 'got 5'],
      ['0.5', 'got "0.5"'],
      ['1,000', 'got "1,000"'],
      [NaN, 'got NaN'],
      [{}, 'got {}'],
    ] as const) {
      const logged = await loggedBy(async () => {
        const { amount } = await amountOf({ decimals: '6' });
        amount.value = value as string;
        await amount.updateComplete;
        amount.symbol = 'X';
        await amount.updateComplete;
        expect(shown(amount)).to.equal('');
      });
      expect(logged.length, logged.join()).to.equal(1);
      expect(logged[0]).to.contain('<ft-amount>: `value` must be base units').and.contain(named);
    }
    expect(await loggedBy(async () => void (await amountOf({})))).to.deep.equal([]);
  });

  for (const [principal, text] of [
    [SBTC.mainnet, '0.000025 sBTC'],
    [SBTC.testnet, '0.000025 sBTC'],
    [SBTC.mainnet.split('::')[0]!, '0.000025 sBTC'],
    [` ${SBTC.testnet.split('::')[0]!} `, '0.000025 sBTC'],
    [USDCX.mainnet, '0.0025 USDCx'],
  ] as const) {
    it(`shows the amount of ${principal} without its metadata`, async () => {
      const { amount, asked } = await amountOf({ value: '2500', principal });
      expect(shown(amount)).to.equal(text);
      amount.symbol = 'X';
      await amount.updateComplete;
      expect(shown(amount)).to.match(/ X$/);
      expect(asked).to.deep.equal([]);
      const [logged] = await loggedBy(async () => {
        amount.decimals = 5;
        await amount.updateComplete;
        expect(shown(amount)).to.equal('2500 base units (X)');
      });
      expect(logged).to.contain('those of this asset');
    });
  }

  for (const principal of [
    TOKEN.replace('.token', '.sbtc-token'),
    `${SBTC.mainnet}-locked`,
    USDCX.testnet,
    SBTC.mainnet.split('.')[0]!,
  ]) {
    it(`does not take ${principal} for a token that it knows`, async () => {
      const { amount } = await amountOf({ value: '2500', principal }, () =>
        json({ error: 'Token not found' }, 404),
      );
      await waitUntil(() => shown(amount) === '2500 base units');
    });
  }

  it('says in the console what is wrong with a principal, once', async () => {
    const logged = await loggedBy(async () => {
      const { amount } = await amountOf({ value: '1', principal: 'SP2J6' });
      await waitUntil(() => shown(amount) === '1 base units');
    });
    expect(logged).to.have.length(1);
    expect(logged[0]).to.contain('<ft-amount>: `principal` must be');
  });

  for (const decimals of [
    '39',
    '99',
    '-1',
    '1.5',
    'x',
    '',
    '0x6',
    '6e0',
    '6.00000000000000001',
    '٦',
  ]) {
    it(`refuses decimals="${decimals}" with one error in the console, and shows base units`, async () => {
      const logged = await loggedBy(async () => {
        const attributes = { value: '1234567', decimals, symbol: 'X', principal: TOKEN };
        const { amount, asked } = await amountOf(attributes);
        amount.value = '7654321';
        await amount.updateComplete;
        expect(shown(amount)).to.equal('7654321 base units (X)');
        expect(amount.matches(':state(raw)')).to.equal(true);
        expect(asked).to.deep.equal([]);
      });
      expect(logged.length).to.equal(1);
      const got = Number.isInteger(wholeNumber(decimals)) ? decimals : JSON.stringify(decimals);
      const expected = `<ft-amount>: \`decimals\` must be an integer from 0 to 38; got ${got}.`;
      expect(logged[0]).to.contain(expected);
    });
  }

  for (const decimals of [99, -1, 0.5, Number.NaN, Infinity, 6n, true, {}, [6]]) {
    it(`refuses the property decimals ${String(decimals)}, also for a token with metadata`, async () => {
      const logged = await loggedBy(async () => {
        const { amount } = await amountOf({ value: '1234567', principal: TOKEN });
        amount.decimals = decimals as number;
        await waitUntil(() => shown(amount) === '1234567 base units (TKN)', shown(amount));
      });
      expect(logged.length).to.equal(1);
      expect(logged[0]).to.contain('`decimals` must be an integer from 0 to 38');
    });
  }

  it('names each wrong value, and takes a right one after it', async () => {
    const logged = await loggedBy(async () => {
      const { amount } = await amountOf({ value: '1234567', decimals: '99' });
      for (const [decimals, text] of [
        ['98', '1234567 base units'],
        ['6', '1.234567'],
        ['98', '1234567 base units'],
      ] as const) {
        amount.setAttribute('decimals', decimals);
        await amount.updateComplete;
        expect(shown(amount)).to.equal(text);
      }
    });
    expect(logged.map((text) => /got (\d+)/.exec(text)?.[1])).to.deep.equal(['99', '98', '98']);
  });

  it('takes the digits of a property, as frameworks set an attribute', async () => {
    const { amount } = await amountOf({ value: '1500000', symbol: 'X' });
    amount.decimals = '6' as unknown as number;
    await amount.updateComplete;
    expect(shown(amount)).to.equal('1.5 X');
  });

  it('says "base units" in the language of the page, to everybody', async () => {
    const { amount, box } = await amountOf({ value: '1500000', symbol: 'X' });
    box.lang = 'de';
    await waitUntil(() => shown(amount) === '1500000 Basiseinheiten (X)', shown(amount));
    const unit = inside(amount, '[part=base-units]');
    expect([unit.lang, unit.ariaHidden, unit.checkVisibility()]).to.deep.equal(['de', null, true]);
    expect(unit.getBoundingClientRect().width).to.be.above(20);
  });

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

  it('has the number before its word in a right-to-left language, also after a sign', async () => {
    const values = { value: '1500000000000000', decimals: '6', notation: 'compact' };
    for (const sign of ['auto', 'always']) {
      const { amount } = await amountOf({ ...values, lang: 'ar', 'sign-display': sign });
      await waitUntil(() => /\p{Script=Arabic}/u.test(shown(amount)));
      const node = [...inside(amount, 'bdi').childNodes].find(({ nodeType }) => nodeType === 3)!;
      const boxOf = (part: RegExp) => {
        const { index, 0: found } = part.exec(node.textContent!)!;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + found.length);
        return range.getBoundingClientRect();
      };
      expect(boxOf(/\p{Nd}.*\p{Nd}/u).left, sign).to.be.at.least(boxOf(/\p{L}+/u).right - 1);
    }
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

  it('takes decimals and symbol of an asset from the record of that asset', async () => {
    const { amount, asked } = await amountOf({ value: '1500000', principal: `${TOKEN}::t` });
    await waitUntil(() => shown(amount) === '1.5 TKN', shown(amount));
    expect(asked).to.deep.equal([TOKEN]);
  });

  for (const asset of [`${TOKEN}::other`, `${TOKEN}::T`, `${TOKEN}::t::t`, `${TOKEN}::`]) {
    it(`shows no amount in the unit of another token of the contract: ${asset.slice(41)}`, async () => {
      const { amount } = await amountOf({ value: '1500000', principal: asset });
      await waitUntil(() => shown(amount) === '1500000 base units', shown(amount));
      amount.symbol = 'OWN';
      await amount.updateComplete;
      expect(shown(amount)).to.equal('1500000 base units (OWN)');
    });
  }

  it('shows no amount in the unit of the contract of before while it loads that of an asset', async () => {
    const { amount } = await amountOf({ value: '1500000', principal: TOKEN });
    await waitUntil(() => shown(amount) === '1.5 TKN', shown(amount));
    const texts = new Set<string>();
    const observer = new MutationObserver(() => texts.add(shown(amount)));
    observer.observe(amount.shadowRoot!, { childList: true, subtree: true, characterData: true });
    amount.principal = `${TOKEN}::other`;
    await waitUntil(() => shown(amount) === '1500000 base units', shown(amount));
    observer.disconnect();
    expect([...texts]).not.to.include('1.5 TKN');
    amount.principal = `${TOKEN}::t`;
    await waitUntil(() => shown(amount) === '1.5 TKN', shown(amount));
  });

  it('requests nothing while detached: a principal that was set before the removal loads when attached again', async () => {
    const { amount, box, asked } = await amountOf({ value: '1', principal: TOKEN });
    await waitUntil(() => shown(amount) === '0.000001 TKN');
    const other = TOKEN.replace('.token', '.other');
    amount.principal = other;
    amount.remove();
    await amount.updateComplete;
    await pause(30);
    expect(asked).to.deep.equal([TOKEN]);
    box.append(amount);
    await waitUntil(() => asked.length === 2);
    expect(asked).to.deep.equal([TOKEN, other]);
  });

  it('hides base units while the decimals load, and shows them if the token is not found', async () => {
    let answer: (response: Response) => void = () => undefined;
    const { amount } = await amountOf(
      { value: '1500000', principal: TOKEN },
      () => new Promise((resolve) => (answer = resolve)),
    );
    expect(amount.matches(':state(loading)')).to.equal(true);
    const number = amount.shadowRoot!.querySelector<HTMLElement>('[part=amount]')!;
    // Not only transparent, which forced colors make visible.
    expect(getComputedStyle(number.firstElementChild!).visibility).to.equal('hidden');
    expect(number.innerText).to.equal('');
    expect(number.textContent).to.equal('0000000');
    expect(number).to.have.attribute('aria-hidden', 'true');
    await waitUntil(() => answer.length > 0);
    answer(json({ error: 'Token not found' }, 404));
    await waitUntil(() => amount.matches(':state(raw)') && !amount.matches(':state(loading)'));
    expect(shown(amount)).to.equal('1500000 base units');
  });

  for (const [what, answer, symbol] of WITHOUT_DECIMALS) {
    it(`shows no amount in the unit if the metadata service answers with ${what}`, async () => {
      const { amount } = await amountOf({ value: '123456789', principal: TOKEN }, answer);
      await waitUntil(() => shown(amount) === `123456789 base units${symbol}`, shown(amount));
      amount.symbol = 'OWN';
      await amount.updateComplete;
      expect(shown(amount)).to.equal('123456789 base units (OWN)');
      await expect(amount).to.be.accessible();
    });
  }

  it('shows the amount of a token with 0 decimals', async () => {
    const attributes = { value: '1234567', principal: TOKEN };
    const { amount } = await amountOf(attributes, () => json({ ...METADATA, decimals: 0 }));
    await waitUntil(() => shown(amount) === '1,234,567 TKN', shown(amount));
    expect(amount.matches(':state(raw)')).to.equal(false);
  });

  it('shows after a press that the decimals in the record are invalid', async () => {
    const attributes = { value: '1234567', principal: TOKEN };
    const { amount } = await amountOf(attributes, () => json({ ...METADATA, decimals: 39 }));
    await waitUntil(() => amount.shadowRoot!.querySelector('button'));
    expect(shown(amount)).to.equal('1234567 base units (TKN)');
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
