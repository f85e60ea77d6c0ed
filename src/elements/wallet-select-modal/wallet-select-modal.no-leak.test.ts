import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { counts, rounds, hasCdp, withMotion } from '../../testing/cdp.js';
import { chooseIn, FakePage, modalFixture, settled } from '../../testing/modal.js';
import { pause } from '../../testing/wait-until.js';

/** 500 in `npm run test:long`. */
const TIMES = await rounds();
/** The test runner itself adds a few nodes and listeners. */
const SLACK = 20;
/** Milliseconds in which the motion of the last round ends, which keeps its nodes. */
const MOTION = 1_000;

withMotion();

describe(`<wallet-select-modal>: no memory leak after ${TIMES} rounds`, function () {
  this.timeout(500_000);
  before(function () {
    if (!hasCdp) this.skip();
  });

  it('of opening and closing; every promise settles', async () => {
    const modal = await modalFixture();
    const page = new FakePage();
    // A page may use one signal for many requests.
    const { signal } = new AbortController();
    let settlements = 0;
    const round = async (index: number) => {
      const answer = index % 2 ? () => new Promise(() => {}) : undefined;
      void settled(chooseIn(modal, page.selection(answer, { signal }))).then(() => settlements++);
      await modal.updateComplete;
      if (index % 2) modal.shadowRoot!.querySelector<HTMLElement>('[part~=wallet]')!.click();
      await modal.updateComplete;
      if (index % 10) modal.hide();
      else await sendKeys({ press: 'Escape' });
      await modal.updateComplete;
    };
    for (let i = 0; i < 5; i++) await round(i);
    await pause(MOTION);
    const sheets = document.adoptedStyleSheets.length;
    const before = await counts();
    for (let i = 0; i < TIMES; i++) await round(i);
    await pause(MOTION);
    const after = await counts();
    expect(after.nodes - before.nodes, 'nodes').to.be.below(SLACK);
    expect(after.listeners - before.listeners, 'listeners').to.be.below(SLACK);
    expect(document.adoptedStyleSheets.length).to.equal(sheets);
    expect(page.watchers).to.equal(0);
    expect(settlements).to.equal(TIMES + 5);
  });

  it('of attaching and detaching while open; every promise settles', async () => {
    const kept = await modalFixture();
    const parent = kept.parentElement!;
    const page = new FakePage();
    let settlements = 0;
    const round = async () => {
      const modal = document.createElement('wallet-select-modal');
      modal.client = kept.client;
      parent.append(modal);
      void settled(chooseIn(modal, page.selection())).then(() => settlements++);
      await modal.updateComplete;
      modal.remove();
      await modal.updateComplete;
    };
    for (let i = 0; i < 5; i++) await round();
    await pause(MOTION);
    const before = await counts();
    for (let i = 0; i < TIMES; i++) await round();
    await pause(MOTION);
    const after = await counts();
    expect(after.nodes - before.nodes, 'nodes').to.be.below(SLACK);
    expect(after.listeners - before.listeners, 'listeners').to.be.below(SLACK);
    expect(page.watchers).to.equal(0);
    expect(settlements).to.equal(TIMES + 5);
  });
});
