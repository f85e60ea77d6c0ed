import { expect } from '@esm-bundle/chai';
import { createStore } from './store.js';

describe('createStore', () => {
  it('calls a listener once for each change, until it is unsubscribed', () => {
    const store = createStore(0);
    const seen: number[] = [];
    const undo = store.subscribe(() => seen.push(store.get()));
    store.set(1);
    store.set(1);
    undo();
    store.set(2);
    expect(seen).to.deep.equal([1]);
  });

  it('does not call a listener that another one has just unsubscribed', () => {
    const store = createStore(0);
    let calls = 0;
    store.subscribe(() => undo());
    const undo = store.subscribe(() => calls++);
    store.set(1);
    expect(calls).to.equal(0);
  });

  it('calls the other listeners if one throws, even without reportError (Node, jsdom)', () => {
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
