import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import { MetadataError } from '../../tokens/metadata-error.js';
import type { FtListItem, FtPage, FtQuery, MetadataClient } from '../../tokens/metadata-types.js';
import { inScheme, inside, keys, press } from '../../testing/element-helpers.js';
import { waitForStatus, waitUntil } from '../../testing/wait-until.js';
import type { FtList } from './ft-list.js';
import type { FtSelectEvent } from './ft-list.js';
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

  it('shows the whole principal in the active and in the chosen row, and describes each row with it', async () => {
    const { list } = await listOf(() => ALL);
    await waitForStatus(list, 'ready');
    const principals = () =>
      options(list).map((row) => row.querySelector('[part=principal]')!.textContent);
    const [first, second, third] = principals();
    expect(first).to.match(/^\w{6}…\w{6}\.[\w-]+$/);
    list.focus();
    await keys('ArrowDown');
    await list.updateComplete;
    expect(principals()).to.deep.equal([token(1).principal, second, third]);
    options(list)[2]!.click();
    await list.updateComplete;
    expect(principals()).to.deep.equal([first, second, token(3).principal]);
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
    expect(announced(list)).to.equal('No tokens found.');
    list.search = token(7).principal;
    await waitForStatus(list, 'ready');
    expect(options(list).map(({ title }) => title)).to.deep.equal([token(7).principal]);
  });

  it('shows a failure, and tries again', async () => {
    let fails = true;
    const { list } = await listOf(() => (fails ? Promise.reject(busy) : ALL));
    await waitForStatus(list, 'error');
    expect(announced(list)).to.equal('The metadata service returned an invalid response.');
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
