import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import { createApp, h, nextTick, ref, vModelText, withDirectives } from 'vue';
import { MetadataError } from '../../metadata/metadata-error.js';
import type { FtListItem, FtPage, FtQuery, MetadataClient } from '../../metadata/metadata-types.js';
import {
  inScheme,
  inside,
  keys,
  linesOf,
  press,
  roundsLetters,
} from '../../testing/element-helpers.js';
import { pause, waitForStatus, waitUntil } from '../../testing/wait-until.js';
import type { FtList, FtSelectEvent } from './ft-list.js';
import './define.js';

const token = (n: number): FtListItem => ({
  principal: `SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.token-${n}`,
  name: `Token ${n}`,
  symbol: `T${n}`,
  decimals: n,
});
const page = (...tokens: readonly FtListItem[]): FtPage => ({
  tokens,
  total: tokens.length,
  offset: 0,
});
const ALL = page(...[1, 2, 3].map(token));
const busy = new MetadataError('bad-response', 'No.');

type Search = (query: FtQuery) => FtPage | Promise<FtPage>;

/** A list whose client answers each search with `search`. */
async function listOf(search: Search, properties: Partial<FtList> = {}) {
  const asked: FtQuery[] = [];
  const client = {
    searchFts: async (query: FtQuery = {}) => (asked.push(query), search(query)),
    getTokens: async (principals: readonly string[]) =>
      principals.map((principal) => ({ principal, token: { principal }, locale: {} })),
  } as unknown as MetadataClient;
  const form = await fixture<HTMLFormElement>(html`<form lang="en"></form>`);
  const list = Object.assign(document.createElement('ft-list'), { client, ...properties });
  form.append(list);
  return { list, form, asked };
}
const options = (list: FtList) => [
  ...list.shadowRoot!.querySelectorAll<HTMLElement>('[role=option]'),
];
const announced = (list: FtList) => inside(list, '[role=status]').textContent.trim();
const selected = (list: FtList) =>
  options(list)
    .filter(({ ariaSelected }) => ariaSelected === 'true')
    .map(({ title }) => title);

/** The events that a form receives, with the value that the form has at that time. */
function heard(
  form: HTMLFormElement,
  types = ['input', 'change', 'search', 'ft-select'],
): string[] {
  const log: string[] = [];
  for (const type of types) {
    form.addEventListener(type, ({ target }) => {
      const { localName } = target as Element;
      log.push(`${type} of ${localName}: ${String(new FormData(form).get('from'))}`);
    });
  }
  return log;
}

describe('<ft-list> in a form, like a native select,', () => {
  const first = token(1).principal;
  const form = async (properties: Partial<FtList> = {}) => {
    const made = await listOf(() => ALL, { name: 'from', ...properties });
    await waitForStatus(made.list, 'ready');
    return made;
  };

  it('fires input and change when the user chooses, with the new value, and not when they type', async () => {
    const { list, form: around } = await form();
    const log = heard(around);
    const events: Event[] = [];
    for (const type of ['input', 'change']) list.addEventListener(type, (e) => events.push(e));
    list.focus();
    await keys('o', 'k', 'Escape');
    list.value = token(2).principal;
    expect(log, 'typing, and a value that the page sets').to.deep.equal([]);
    options(list)[0]!.click();
    expect(log).to.deep.equal([
      `input of ft-list: ${first}`,
      `change of ft-list: ${first}`,
      `ft-select of ft-list: ${first}`,
    ]);
    const flags = events.map(({ type, bubbles, composed, cancelable }) => ({
      ...{ type, bubbles, composed, cancelable },
    }));
    expect(flags).to.deep.equal([
      { type: 'input', bubbles: true, composed: true, cancelable: false },
      { type: 'change', bubbles: true, composed: false, cancelable: false },
    ]);
    options(list)[0]!.click();
    expect(log.slice(3), 'the same token again').to.deep.equal([`ft-select of ft-list: ${first}`]);
  });

  it('works with v-model of Vue', async () => {
    const { list, form: around } = await form();
    const model = ref('');
    const app = createApp(() =>
      // What Vue compiles `<ft-list v-model="model">` to.
      withDirectives(
        h('ft-list', {
          client: list.client,
          'onUpdate:modelValue': (value: string) => (model.value = value),
        }),
        [[vModelText, model.value]],
      ),
    );
    list.remove();
    app.mount(around.appendChild(document.createElement('div')));
    const bound = around.querySelector('ft-list')!;
    await waitForStatus(bound, 'ready');
    bound.focus();
    await keys('o');
    expect(model.value).to.equal('');
    options(bound)[0]!.click();
    expect(model.value).to.equal(first);
    model.value = '';
    await nextTick();
    expect(bound.value).to.equal('');
    app.unmount();
  });

  it('puts a value into the form at once', async () => {
    const { list, form: around } = await form();
    list.value = 'A';
    expect(new FormData(around).get('from')).to.equal('A');
    list.setAttribute('value', 'B');
    expect(new FormData(around).get('from')).to.equal('B');
    list.value = '';
    expect(new FormData(around).has('from')).to.equal(false);
    expect(list.form).to.equal(around);
    expect(list.type).to.equal('ft-list');
  });

  it('is empty again after a reset: the text, the active row and the choice', async () => {
    const { list, form: around } = await form();
    list.focus();
    await keys('k', 'ArrowDown', 'ArrowDown');
    options(list)[0]!.click();
    const log = heard(around);
    around.reset();
    await list.updateComplete;
    const input = inside<HTMLInputElement>(list, 'input');
    expect([list.value, list.search, input.value]).to.deep.equal(['', '', '']);
    expect(input.hasAttribute('aria-activedescendant')).to.equal(false);
    expect(new FormData(around).has('from')).to.equal(false);
    expect(log).to.deep.equal([]);
    list.setAttribute('value', first);
    list.setAttribute('search', 'tok');
    [list.value, list.search] = ['', ''];
    around.reset();
    await list.updateComplete;
    expect([list.value, list.search, input.value]).to.deep.equal([first, 'tok', 'tok']);
    // In the same task as a key.
    input.value = 'toke';
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    around.reset();
    await list.updateComplete;
    expect([list.search, input.value]).to.deep.equal(['tok', 'tok']);
  });

  it('is invalid while it is required and has no value', async () => {
    const { list, form: around } = await form();
    expect([list.willValidate, list.checkValidity(), list.validationMessage]).to.deep.equal([
      true,
      true,
      '',
    ]);
    list.required = true;
    expect(around.matches(':invalid')).to.equal(true);
    expect(list.validity.valueMissing).to.equal(true);
    const select = Object.assign(document.createElement('select'), { required: true });
    expect(list.validationMessage).to.equal(select.validationMessage);
    expect(list.validationMessage).to.not.equal('');
    expect(list.matches(':invalid')).to.equal(true);
    await list.updateComplete;
    expect(list.hasAttribute('required')).to.equal(true);
    const input = inside(list, 'input');
    expect(input.ariaRequired).to.equal('true');
    expect(input.ariaInvalid, 'before the user has tried to send the form').to.equal(null);
    around.requestSubmit();
    await list.updateComplete;
    expect(list.shadowRoot!.activeElement, 'shows the message there').to.equal(input);
    expect(input.ariaInvalid).to.equal('true');
    options(list)[0]!.click();
    expect([around.checkValidity(), list.validity.valid]).to.deep.equal([true, true]);
    await list.updateComplete;
    expect(input.ariaInvalid).to.equal(null);
    list.value = ' ';
    expect(list.checkValidity()).to.equal(false);
    list.required = false;
    expect(list.checkValidity()).to.equal(true);
  });

  it('is invalid with a message of the page, and not while it is disabled', async () => {
    const { list, form: around } = await form({ value: first });
    list.setCustomValidity('Not this one.');
    expect(list.validity.customError).to.equal(true);
    expect([list.reportValidity(), list.validationMessage]).to.deep.equal([false, 'Not this one.']);
    list.setCustomValidity('');
    expect(around.reportValidity()).to.equal(true);
    Object.assign(list, { required: true, value: '', disabled: true });
    await list.updateComplete;
    expect([list.willValidate, around.checkValidity()]).to.deep.equal([false, true]);
  });

  it('is validated from its markup on, before it is drawn', async () => {
    const around = await fixture<HTMLFormElement>(html`<form></form>`);
    around.innerHTML = '<ft-list name="from" required></ft-list>';
    expect(around.checkValidity()).to.equal(false);
    around.innerHTML = `<ft-list name="from" required value="${first}"></ft-list>`;
    expect(around.checkValidity()).to.equal(true);
    expect(new FormData(around).get('from')).to.equal(first);
  });

  it('is named and focused by its labels', async () => {
    const { list, form: around } = await form({ id: 'from' });
    const input = inside(list, 'input');
    expect(input.ariaLabel).to.equal('Search by name, symbol or contract');
    around.insertAdjacentHTML('afterbegin', '<label for="from"> You\n pay </label>');
    const label = around.querySelector('label')!;
    expect([...list.labels]).to.deep.equal([label]);
    await press(label);
    await list.updateComplete;
    expect(list.shadowRoot!.activeElement).to.equal(input);
    expect(input.ariaLabel).to.equal('You pay');
    expect(inside(list, '[role=listbox]').ariaLabel).to.equal('You pay');
    const outer = document.createElement('label');
    outer.innerHTML = '<b>From</b> <i></i> (token)';
    around.append(outer);
    outer.querySelector('i')!.append(list);
    list.innerHTML = '<p slot="empty">Nothing</p>';
    list.requestUpdate();
    await list.updateComplete;
    expect(input.ariaLabel).to.equal('You pay From (token)');
    label.remove();
    list.label = 'Tokens to pay with';
    await list.updateComplete;
    expect(input.ariaLabel).to.equal('From (token)');
    expect(inside(list, '[role=listbox]').ariaLabel).to.equal('Tokens to pay with');
    await expect(list).to.be.accessible();
  });

  it('restores its value when the browser restores the form', async () => {
    const { list, form: around } = await form();
    list.formStateRestoreCallback(first);
    expect(new FormData(around).get('from')).to.equal(first);
  });
});

describe('<ft-list>', () => {
  it('shows no tokens of another service, while those of the new one load', async () => {
    const { list } = await listOf(({ baseUrl }) =>
      baseUrl === 'https://slow.example' ? new Promise<FtPage>(() => {}) : ALL,
    );
    await waitForStatus(list, 'ready');
    expect(options(list).length).to.equal(3);
    list.baseUrl = 'https://slow.example';
    await waitForStatus(list, 'loading');
    await list.updateComplete;
    expect(options(list).length).to.equal(0);
  });

  it('requests nothing while detached: a filter that was set before the removal applies when attached again', async () => {
    const { list, form, asked } = await listOf(() => ALL);
    await waitForStatus(list, 'ready');
    list.symbol = 'T1';
    list.remove();
    await list.updateComplete;
    await pause(30);
    expect(asked.length).to.equal(1);
    form.append(list);
    await waitUntil(() => asked.length === 2);
    expect(asked[1]!.symbol).to.equal('T1');
    await waitForStatus(list, 'ready');
  });

  it('reload() while detached requests nothing, and applies when attached again', async () => {
    const { list, form, asked } = await listOf(() => ALL);
    await waitForStatus(list, 'ready');
    list.remove();
    list.reload();
    await pause(30);
    expect(asked.length).to.equal(1);
    form.append(list);
    await waitUntil(() => asked.length === 2);
    expect(asked[1]).to.include({ fresh: true });
    await waitForStatus(list, 'ready');
    list.limit = 5;
    await waitUntil(() => asked.length === 3);
    expect(asked[2]).to.include({ fresh: false });
  });

  it('chooses a row and fires ft-select with the keyboard alone', async () => {
    const { list, form } = await listOf(() => ALL, { name: 'from' });
    await waitForStatus(list, 'ready');
    expect(announced(list)).to.equal('Tokens: 3.');
    list.focus();
    const input = inside<HTMLInputElement>(list, 'input');
    expect(list.shadowRoot!.activeElement).to.equal(input);
    await keys('Enter');
    expect(list.value, 'Enter without a row').to.equal('');
    await keys('ArrowDown', 'ArrowDown', 'PageDown', 'ArrowUp');
    await list.updateComplete;
    const active = list.shadowRoot!.getElementById(input.getAttribute('aria-activedescendant')!)!;
    expect(active.title).to.equal(token(2).principal);
    const chosen = oneEvent(list, 'ft-select');
    await keys('Enter');
    const { principal, token: facts } = (await chosen) as unknown as FtSelectEvent;
    expect(principal).to.equal(token(2).principal);
    expect(facts).to.deep.equal(token(2));
    expect(new FormData(form).get('from')).to.equal(token(2).principal);
    await list.updateComplete;
    expect(selected(list)).to.deep.equal([token(2).principal]);
    await keys('ArrowUp', 'ArrowUp');
    await list.updateComplete;
    expect(input.hasAttribute('aria-activedescendant'), 'above the first row').to.equal(false);
    form.reset();
    expect(list.value).to.equal('');
  });

  it('keeps a row in view that is pressed, when its whole principal takes room from the rows', async () => {
    const { list } = await listOf(() => ALL);
    await waitForStatus(list, 'ready');
    const rows = options(list)[0]!.parentElement!;
    const { bottom } = rows.getBoundingClientRect();
    const last = options(list).findLast((row) => row.getBoundingClientRect().top < bottom - 4)!;
    last.click();
    await list.updateComplete;
    await waitUntil(() => {
      const [row, frame] = [last, rows].map((one) => one.getBoundingClientRect());
      return row!.bottom <= frame!.bottom + 1;
    }, 'the pressed row is in view');
  });

  it('shows every principal short, and whole below the rows and in their descriptions', async () => {
    const { list } = await listOf(() => ALL);
    await waitForStatus(list, 'ready');
    const whole = () => list.shadowRoot!.querySelector('[part=whole-principal]')?.textContent;
    expect(whole(), 'nothing is chosen').to.equal(undefined);
    list.value = token(3).principal;
    await list.updateComplete;
    const rows = () =>
      options(list).map((row) => [
        row.querySelector('[part=principal]')!.textContent,
        row.getBoundingClientRect().height,
      ]);
    const resting = rows();
    for (const [principal] of resting) expect(principal).to.match(/^\w{6}…\w{6}\.[\w-]+$/);
    expect(whole(), 'the chosen token').to.equal(token(3).principal);
    list.focus();
    await keys('ArrowDown');
    await list.updateComplete;
    expect(whole(), 'the active row').to.equal(token(1).principal);
    options(list)[1]!.click();
    await list.updateComplete;
    expect(whole(), 'the row that was pressed').to.equal(token(2).principal);
    expect(rows(), 'no row changes').to.deep.equal(resting);
    for (const [n, row] of options(list).entries()) {
      const description = list.shadowRoot!.getElementById(row.getAttribute('aria-describedby')!)!;
      expect(description.textContent).to.equal(token(n + 1).principal);
      // Screen readers read the whole principal only as the description, not within the row.
      const read = [...row.querySelectorAll(':not([hidden], [aria-hidden])')].map(
        ({ childElementCount, textContent }) => (childElementCount ? '' : textContent),
      );
      expect(read).not.to.include(token(n + 1).principal);
    }
  });

  it('never cuts off a short address or a whole principal, also in a narrow list; a long name has one line', async function () {
    if (roundsLetters()) this.skip();
    const name = 'river-token-with-a-very-long-name-000000';
    const long = { ...token(2), principal: `${token(2).principal.split('.')[0]}.${name}` };
    const { list } = await listOf(() => page(token(1), long), { value: long.principal });
    await waitForStatus(list, 'ready');
    const heights = new Set<number>();
    const spaces = new Set<number>();
    for (const width of [480, 256, 272, 320]) {
      list.parentElement!.style.inlineSize = `${width}px`;
      await list.updateComplete;
      for (const row of options(list)) {
        const address = row.querySelector('.address')!;
        expect(address.scrollWidth, `${width}px`).to.equal(address.clientWidth);
        expect(linesOf(row.querySelector('[part=principal]')!), `${width}px`).to.equal(1);
        heights.add(Math.round(row.getBoundingClientRect().height));
      }
      const whole = inside(list, '[part=whole-principal]').parentElement!;
      expect(whole.textContent.trim()).to.equal(long.principal);
      expect(whole.scrollHeight, `${width}px`).to.equal(whole.clientHeight);
      expect(whole.scrollWidth, `${width}px`).to.equal(whole.clientWidth);
      list.value = token(1).principal;
      await list.updateComplete;
      if (width === 480) spaces.add(whole.clientHeight);
      list.value = long.principal;
      await list.updateComplete;
      if (width === 480) spaces.add(whole.clientHeight);
    }
    expect([...heights], 'one height in every width').to.have.lengthOf(1);
    expect([...spaces], 'the rows keep their space').to.have.lengthOf(1);
  });

  it('has its glyph and its placeholder at the start of the field, in both directions', async () => {
    const { list } = await listOf(() => ALL);
    const input = list.shadowRoot!.querySelector('input')!;
    const space = () => {
      const { paddingLeft, paddingRight, direction } = getComputedStyle(input);
      return [direction, parseFloat(paddingLeft) > parseFloat(paddingRight)];
    };
    expect(space()).to.deep.equal(['ltr', true]);
    list.parentElement!.dir = 'rtl';
    expect(space()).to.deep.equal(['rtl', false]);
    list.search = 'Bee';
    await list.updateComplete;
    expect(space()).to.deep.equal(['ltr', false]);
  });

  it('chooses the row that is pressed, without moving the focus', async () => {
    const { list } = await listOf(() => ALL);
    await waitForStatus(list, 'ready');
    const chosen = oneEvent(list, 'ft-select');
    await press(options(list)[1]!);
    expect(((await chosen) as unknown as FtSelectEvent).principal).to.equal(token(2).principal);
    expect(document.activeElement).to.not.equal(list);
  });

  it('has a width in a parent that centers its children', async () => {
    const { list } = await listOf(() => ALL);
    list.parentElement!.style.cssText = 'display: grid; place-items: center';
    expect(list.offsetWidth).to.be.at.least(280);
  });

  it('chooses nothing while disabled', async () => {
    const { list, form } = await listOf(() => ALL, { name: 'from', value: 'A', disabled: true });
    await waitForStatus(list, 'ready');
    options(list)[0]!.click();
    expect(list.value).to.equal('A');
    expect(new FormData(form).has('from')).to.equal(false);
  });

  it('is enabled by its property', async () => {
    const { list } = await listOf(() => ALL, { disabled: true });
    await waitForStatus(list, 'ready');
    list.disabled = false;
    await waitUntil(() => !inside<HTMLInputElement>(list, 'input').disabled);
  });

  it('searches once the user pauses, by name and by symbol, and ignores late answers', async () => {
    let answerFirst: ((page: FtPage) => void) | undefined;
    const { list, asked } = await listOf(({ name, symbol }) => {
      if (name === 'to') return new Promise((resolve) => (answerFirst = resolve));
      return symbol ? page(token(9)) : name ? page(token(5), token(9)) : ALL;
    });
    await waitForStatus(list, 'ready');
    asked.length = 0;
    list.focus();
    // Without real keys: on a busy machine, there may be a pause between two keys.
    for (const text of ['t', 'to']) {
      const field = inside<HTMLInputElement>(list, 'input');
      field.value = text;
      field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    }
    await waitUntil(() => asked.length === 2, 'one search by name, one by symbol');
    expect(asked.map(({ name, symbol }) => name ?? symbol)).to.deep.equal(['to', 'to']);
    await keys('k');
    await waitUntil(() => options(list).length === 2, 'the second answer');
    answerFirst!(page(token(1)));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(options(list).map(({ title }) => title)).to.deep.equal([
      token(9).principal,
      token(5).principal,
    ]);
    await keys('Escape');
    await waitUntil(() => options(list).length === 3, 'all tokens');
    expect(asked[0]!.signal!.aborted).to.equal(true);
  });

  it('finds a token by its principal, and announces that no tokens are found', async () => {
    const { list } = await listOf(() => page());
    await waitForStatus(list, 'empty');
    expect(announced(list)).to.equal('No tokens found');
    list.search = token(7).principal;
    await waitForStatus(list, 'ready');
    expect(options(list).map(({ title }) => title)).to.deep.equal([token(7).principal]);
  });

  for (const title of ['loading', 'empty'] as const) {
    it(`has no surface over its frame while it is ${title}`, async () => {
      const { list } = await listOf(() => (title === 'empty' ? page() : new Promise(() => {})));
      await waitForStatus(list, title);
      expect(getComputedStyle(inside(list, '.instead')).backgroundColor).to.equal(
        'rgba(0, 0, 0, 0)',
      );
    });
  }

  it('clears a search that finds nothing, and moves the focus to the field', async () => {
    const { list } = await listOf(({ name, symbol }) => (name || symbol ? page() : ALL), {
      search: 'nothing',
    });
    await waitForStatus(list, 'empty');
    const button = inside<HTMLButtonElement>(list, '.empty [part=clear-button]');
    expect(button.closest('[aria-hidden]')).to.equal(null);
    button.click();
    await waitForStatus(list, 'ready');
    expect(list.search).to.equal('');
    expect(list.shadowRoot!.activeElement).to.equal(inside(list, 'input'));
  });

  it('has a button that clears the field, with a name, only while it has a text', async () => {
    const { list } = await listOf(() => ALL, { search: 'Bee' });
    await waitForStatus(list, 'ready');
    const clear = () => list.shadowRoot!.querySelector<HTMLElement>('[part=clear-button]');
    expect(clear()!.ariaLabel).to.equal('Clear search');
    const field = inside(list, 'input').getBoundingClientRect();
    const button = clear()!.getBoundingClientRect();
    expect(button.right, 'at the end of the field').to.be.within(field.right - 12, field.right);
    clear()!.click();
    await waitUntil(() => !clear());
    expect(list.search).to.equal('');
    expect(list.shadowRoot!.activeElement).to.equal(inside(list, 'input'));
    list.search = 'Bee';
    list.disabled = true;
    await list.updateComplete;
    expect(clear(), 'disabled').to.equal(null);
  });

  it('has nothing to clear if there was no search', async () => {
    const { list } = await listOf(() => page());
    await waitForStatus(list, 'empty');
    expect(list.shadowRoot!.querySelector('[part=clear-button]')).to.equal(null);
  });

  const HONEY = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.honey-token';
  const [HONEYS] = HONEY.split('.') as [string];
  for (const text of [
    HONEY,
    `${HONEY}::honey`,
    ` ${HONEY}::${'h'.repeat(128)} `,
    HONEY.toLowerCase(),
    `${HONEY.toLowerCase()}::honey`,
    `\u200b${HONEY}\u200b`,
    `${HONEY.slice(0, 10)}\u200b${HONEY.slice(10, 20)}\u2060${HONEY.slice(20, 45)}\u200d${HONEY.slice(45)}\ufeff`,
    `\u202a${HONEY}\u202c`,
    `https://explorer.hiro.so/token/${HONEY}?chain=mainnet`,
    `https://explorer.hiro.so/txid/${HONEY}?chain=mainnet&api=https://api.hiro.so#functions`,
    `https://explorer.hiro.so/token/${HONEY}%3A%3Ahoney?chain=mainnet`,
    `https://stxscan.co/tokens/${HONEY.toLowerCase()}`,
    `https://explorer.hiro.so/${'x'.repeat(120)}/${HONEY}`,
    `'${HONEY}.`,
    `contract: ${HONEY},`,
  ]) {
    it(`finds the contract in ${JSON.stringify(text).slice(0, 70)}`, async () => {
      const { list, asked } = await listOf(() => ALL);
      await waitForStatus(list, 'ready');
      const { length } = asked;
      list.search = text;
      await waitUntil(
        () =>
          options(list)
            .map(({ title }) => title)
            .join() === HONEY,
      );
      expect(asked.length).to.equal(length);
    });
  }

  it('finds a contract whose name has capital letters in lower case, too', async () => {
    const principal = `${HONEYS}.Honey-Token`;
    const answer = { principal, error: new MetadataError('not-found', 'No.') };
    const { list, asked } = await listOf(() => page(token(1), { principal }), {
      search: `${principal.toLowerCase()}::honey`,
    });
    Object.assign(list.client!, { getTokens: () => Promise.resolve([answer]) });
    await waitUntil(
      () =>
        options(list)
          .map(({ title }) => title)
          .join() === principal,
    );
    expect(asked.at(-1)).to.deep.include({ address: HONEYS, limit: 60 });
    const { length } = asked;
    // Written with capital letters, it is another contract.
    list.search = HONEY;
    await waitForStatus(list, 'empty');
    expect(asked.length).to.equal(length);
  });

  for (const [text, query] of [
    [HONEYS, { address: HONEYS }],
    [HONEYS.toLowerCase(), { address: HONEYS }],
    [`${HONEYS}\u200b`, { address: HONEYS }],
    [HONEYS.slice(0, 28).toLowerCase(), { address: HONEYS.slice(0, 28) }],
    [`${HONEYS.toLowerCase()}.`, { address: `${HONEYS}.` }],
    [`https://explorer.hiro.so/address/${HONEYS}?chain=mainnet`, { address: HONEYS }],
    ['\u200bhoney\u200b', { name: 'honey' }],
    ['ho\u00adney', { name: 'honey' }],
    ['\u200b', { name: '' }],
    ['h'.repeat(300), { name: 'h'.repeat(100) }],
    ['https://example.com/honey', { name: 'https://example.com/honey' }],
    // A joiner belongs to an emoji.
    ['👩\u200d🌾', { name: '👩\u200d🌾' }],
  ] as const) {
    it(`searches ${JSON.stringify(text).slice(0, 70)} as ${JSON.stringify(query).slice(0, 60)}`, async () => {
      const { asked } = await listOf(() => ALL, { search: text });
      await waitUntil(() => asked.length > 0);
      const { name, address, symbol } = asked.at(-1)!;
      expect({ name, address }).to.deep.include(query);
      expect(symbol).to.equal(undefined);
    });
  }

  it('shows a failure, and tries again', async () => {
    let fails = true;
    const { list } = await listOf(() => (fails ? Promise.reject(busy) : ALL));
    await waitForStatus(list, 'error');
    expect(announced(list)).to.equal('The metadata service returned an invalid response.');
    const [frame, message] = ['frame', 'message'].map((name) => inside(list, `[part=${name}]`).getBoundingClientRect()); // prettier-ignore
    expect(message!.x + message!.width / 2, 'centered').to.be.closeTo(frame!.x + frame!.width / 2, 1); // prettier-ignore
    fails = false;
    inside(list, '#retry').focus();
    await keys('Enter');
    await waitForStatus(list, 'ready');
    await list.updateComplete;
    expect(options(list).length).to.equal(3);
    expect(list.shadowRoot!.activeElement).to.equal(inside(list, 'input'));
  });

  it('keeps the rows when the next page fails, and stops loading if pages only repeat tokens', async () => {
    let fails = true;
    const { list, asked } = await listOf(({ offset = 0 }) => {
      if (offset && fails) return Promise.reject(busy);
      return { ...ALL, offset, total: 1_000_000, nextOffset: offset + 3 };
    });
    await waitForStatus(list, 'error');
    expect(options(list).length).to.equal(3);
    fails = false;
    inside(list, '#retry').click();
    await waitUntil(() => announced(list) === 'Tokens: 3.', 'the end');
    expect(asked.length).to.equal(5);
  });

  it('forgets which images are broken when it lists other tokens, so that a hostile service fills no memory', async () => {
    const broken = 'data:image/png;base64,AAAA';
    const { list } = await listOf(({ name, symbol }) =>
      symbol ? page() : name ? page(token(2)) : page({ ...token(1), image_uri: broken }),
    );
    let failed = 0;
    list.shadowRoot!.addEventListener('error', () => failed++, true);
    await waitUntil(() => failed === 1 && options(list)[0]?.querySelector('[part=monogram]'));
    list.search = 'token';
    await waitUntil(() => options(list)[0]?.title === token(2).principal);
    list.search = '';
    await waitUntil(() => failed === 2, 'the image is loaded again');
    await waitUntil(() => options(list)[0]?.querySelector('[part=monogram]'));
  });

  /** Styles of a page with which the end of the rows may never leave the view. */
  const STYLES: Readonly<Record<string, string>> = {
    'a frame as high as its rows': '#list::part(frame) { block-size: auto }',
    'a frame as high as its content needs': '#list::part(frame) { block-size: max-content }',
    'a frame with a least height':
      '#list::part(frame) { block-size: fit-content; min-block-size: 200vh }',
    'a frame without a box': '#list::part(frame) { display: contents }',
    'a frame without a height': '#list::part(frame) { block-size: 0 }',
    'a frame that scrolls':
      '#list::part(frame) { overflow: auto } #list::part(list) { overflow: visible }',
    'a frame that moves':
      '@keyframes move { to { translate: 0 300vh } } #list::part(frame) { block-size: auto; animation: move 50ms infinite alternate steps(2) }',
    'a list that does not scroll': '#list::part(list) { overflow: visible; block-size: auto }',
    'a list without a box': '#list::part(list) { display: contents }',
    'a list without a height': '#list::part(list) { block-size: 0 }',
    'a list that is not displayed': '#list::part(list) { display: none }',
    'a list on its side': '#list::part(list) { display: flex }',
    'a list from the bottom': '#list::part(list) { display: flex; flex-direction: column-reverse }',
    'a list in columns': '#list::part(list) { columns: 10 }',
    'a list with vertical text': '#list::part(list) { writing-mode: vertical-rl }',
    'rows that are not displayed': '#list::part(option) { display: none }',
    'rows without a box': '#list::part(option) { display: contents }',
    'rows outside of the list': '#list::part(option) { position: absolute }',
    'rows without a height':
      '#list::part(frame) { block-size: auto } #list::part(option) { block-size: 0; min-block-size: 0; padding: 0; overflow: clip }',
    'rows of a pixel':
      '#list::part(frame) { block-size: auto } #list::part(option) { block-size: 1px; min-block-size: 0; padding: 0; overflow: clip }',
    'rows without a size outside of the view':
      '#list::part(option) { content-visibility: auto; contain-intrinsic-block-size: 0; min-block-size: 0 }',
    'rows without visible content':
      '#list::part(option) { content-visibility: hidden; contain-intrinsic-block-size: 0; min-block-size: 0 }',
    'an element without a height': '#list { block-size: 0; overflow: clip }',
    'an element that is hidden': '#list { visibility: hidden }',
    'an element without visible content': '#list { content-visibility: hidden }',
    'a small page': 'form { scale: 0.001 }',
    'a page that is zoomed out': 'form { zoom: 0.01 }',
    'a small page with a frame as high as its rows':
      'form { scale: 0.01 } #list::part(frame) { block-size: auto }',
    'a page upside down': 'form { rotate: 180deg } #list::part(frame) { block-size: auto }',
    'a page without a height':
      'form { block-size: 0; overflow: clip } #list::part(frame) { block-size: auto }',
    'a page that scrolls by itself':
      'form { block-size: 100px; overflow: auto; scroll-snap-type: y mandatory } #list { scroll-snap-align: end } #list::part(frame) { block-size: auto }',
  };
  const endless: Search = ({ offset = 0, limit = 30 }) => ({
    tokens: Array.from({ length: limit }, (_, n) => token(offset + n)),
    total: 1_000_000,
    offset,
    nextOffset: offset + limit,
  });
  const sheet = new CSSStyleSheet();
  before(() => void document.adoptedStyleSheets.push(sheet));
  after(() => void document.adoptedStyleSheets.pop());
  /** A list with endless tokens in a page with these styles. */
  async function styled(css: string, properties: Partial<FtList> = {}) {
    sheet.replaceSync(css);
    return listOf(endless, { id: 'list', ...properties });
  }

  for (const [name, css] of Object.entries(STYLES)) {
    it(`requests at most 4 pages until the user scrolls: ${name}`, async () => {
      const { asked } = await styled(css);
      const least = css.startsWith('#list { content') ? 0 : 1;
      await waitUntil(() => asked.length >= least);
      await pause(300);
      expect(asked.length).to.be.at.most(4);
    });
  }

  it('requests no more than 21 pages of one row, if they hardly move the end', async () => {
    const { asked } = await styled(STYLES['rows of a pixel']!, { limit: 1 });
    await waitUntil(() => asked.length >= 20);
    await pause(300);
    expect(asked.length).to.be.at.most(21);
  });

  for (const name of [
    'rows that are not displayed',
    'rows outside of the list',
    'rows without a height',
    'a list on its side',
  ]) {
    for (const limit of [1, 30]) {
      it(`requests at most 2 pages of ${limit} after which the end is where it was: ${name}`, async () => {
        const { asked } = await styled(STYLES[name]!, { limit });
        await waitUntil(() => asked.length > 0);
        await pause(300);
        expect(asked.length).to.be.at.most(2);
      });
    }
  }

  it('requests as many pages of a few rows as fill the frame', async () => {
    const { list, asked } = await styled('', { limit: 1 });
    await waitUntil(() => asked.length >= 7, 'a frame of 384 pixels has more than six rows');
    await waitUntil(() => inside(list, '[part=list]').scrollHeight > 384, 'a filled frame');
    await pause(100);
    expect(asked.length, '684 pixels have less than 13 rows').to.be.below(14);
  });

  it('requests more as the user scrolls the page, if the frame is as high as its rows', async () => {
    const { list, asked } = await styled('#list::part(frame) { block-size: auto }');
    let offset = 0;
    for (const least of [2, 4, 6, 8]) {
      await waitUntil(() => {
        // A user goes on scrolling: in Firefox the event may come after the observer has seen the new position.
        offset = 1 - offset;
        scrollTo(0, document.documentElement.scrollHeight - innerHeight - offset);
        return asked.length >= least;
      }, `${least} pages`);
    }
    await waitUntil(() => options(list).length >= 8 * 30);
    scrollTo(0, 0);
    await pause(100);
    const { length } = asked;
    await pause(200);
    expect(asked.length, 'while the end is far from the view').to.equal(length);
  });

  it('requests more as the user turns the wheel or presses a key, if nothing can be scrolled', async () => {
    const { asked } = await styled('#list::part(option) { display: none }');
    await waitUntil(() => asked.length > 0);
    await pause(300);
    for (const event of [new WheelEvent('wheel'), new KeyboardEvent('keydown', { key: 'End' })]) {
      const { length } = asked;
      document.body.dispatchEvent(event);
      await waitUntil(() => asked.length > length, event.type);
      await pause(300);
      expect(asked.length, event.type).to.be.within(length + 1, length + 4);
    }
  });

  for (const scheme of ['light', 'dark'] as const) {
    it(`passes axe in ${scheme}, in every state`, () =>
      inScheme(scheme, async () => {
        const searches: Readonly<Record<string, Search>> = {
          ready: () => ALL,
          empty: () => page(),
          error: () => Promise.reject(busy),
          loading: () => new Promise(() => {}),
        };
        for (const [status, search] of Object.entries(searches)) {
          const { list } = await listOf(search, { value: token(1).principal });
          await waitForStatus(list, status);
          list.focus();
          if (status === 'ready') await keys('ArrowDown');
          await list.updateComplete;
          await expect(list).to.be.accessible();
          // The next list would not load far from the viewport.
          list.remove();
        }
      }));
  }
});
