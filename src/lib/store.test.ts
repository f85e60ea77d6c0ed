import { expect } from '@open-wc/testing';
import { createStore } from './store.js';

describe('createStore', () => {
  it('tells of each change once, until the undo', () => {
    const store = createStore(0);
    const seen: number[] = [];
    const undo = store.subscribe(() => seen.push(store.get()));
    store.set(1);
    store.set(1);
    undo();
    store.set(2);
    expect(seen).to.deep.equal([1]);
  });

  it('does not call whom another listener has just unsubscribed', () => {
    const store = createStore(0);
    let calls = 0;
    store.subscribe(() => undo());
    const undo = store.subscribe(() => calls++);
    store.set(1);
    expect(calls).to.equal(0);
  });

  it('tells the rest when one throws, also where reportError is not known (Node, jsdom)', () => {
    const page = globalThis as { reportError?: unknown };
    const { reportError } = page;
    const { error } = console;
    const reports: unknown[] = [];
    const fault = new Error('mine');
    const store = createStore(0);
    let calls = 0;
    store.subscribe(() => {
      throw fault;
    });
    store.subscribe(() => calls++);
    try {
      page.reportError = (report: unknown) => reports.push(report);
      store.set(1);
      page.reportError = undefined;
      console.error = (report: unknown) => reports.push(report);
      store.set(2);
    } finally {
      page.reportError = reportError;
      console.error = error;
    }
    expect(calls).to.equal(2);
    expect(reports.map((report) => report === fault)).to.deep.equal([true, true]);
  });
});
