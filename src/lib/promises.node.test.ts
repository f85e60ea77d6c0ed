import { expect } from '@esm-bundle/chai';
import { isJsonRpcError } from '../errors.js';
import { abortable, loadModule, loadOnce } from './promises.js';

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

const REASON = new Error('the caller left');
const never = new Promise<never>(() => {});

/** A signal that counts its listeners. */
function countedSignal(): { signal: AbortSignal; abort: () => void; listeners: () => number } {
  const controller = new AbortController();
  const { signal } = controller;
  const listeners = new Set<unknown>();
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (type: string, listener: EventListener, options?: object) => {
    listeners.add(listener);
    add(type, listener, options);
  };
  signal.removeEventListener = (type: string, listener: EventListener) => {
    listeners.delete(listener);
    remove(type, listener);
  };
  return { signal, abort: () => controller.abort(REASON), listeners: () => listeners.size };
}

async function outcome(promise: Promise<unknown>): Promise<unknown> {
  return Promise.race([
    promise.catch((error: unknown) => error),
    wait(100).then(() => 'still waiting'),
  ]);
}

describe('abortable', () => {
  it('settles like the promise if the signal is not aborted', async () => {
    const { signal } = countedSignal();
    const fault = new Error('no');
    expect(await outcome(abortable(Promise.resolve(5), undefined))).to.equal(5);
    expect(await outcome(abortable(Promise.resolve(5), signal))).to.equal(5);
    expect((await outcome(abortable(Promise.reject(fault), signal))) === fault).to.equal(true);
  });

  it('rejects with the reason immediately, even if the promise never settles', async () => {
    const { signal, abort } = countedSignal();
    const waiting = abortable(never, signal);
    abort();
    expect((await outcome(waiting)) === REASON).to.equal(true);
  });

  it('rejects with the reason of a signal that is already aborted', async () => {
    const { signal, abort } = countedSignal();
    abort();
    expect((await outcome(abortable(never, signal))) === REASON).to.equal(true);
  });

  it('removes its listener once the promise has settled', async () => {
    const { signal, listeners } = countedSignal();
    await outcome(abortable(Promise.resolve(5), signal));
    await outcome(abortable(Promise.reject(new Error('no')), signal));
    await wait(0);
    expect(listeners()).to.equal(0);
  });
});

describe('loadModule', () => {
  it('returns the loaded module', async () => {
    expect(await loadModule('does it', () => Promise.resolve(5))).to.equal(5);
  });

  it('says what could not be loaded, and that no wallet was asked', async () => {
    const missing = './no-such-module.js';
    const error: unknown = await loadModule('reads PSBTs', () => import(missing)).catch(
      (reason: unknown) => reason,
    );
    expect(isJsonRpcError(error)).to.equal(true);
    expect(error).to.include({ code: -31000 });
    const { message, cause } = error as Error;
    expect(message).to.contain('reads PSBTs').and.to.contain('no wallet was asked');
    expect(cause).to.be.instanceOf(Error);
  });
});

describe('loadOnce', () => {
  it('loads again after a failure, but not after a success', async () => {
    let loads = 0;
    const load = loadOnce(async () => {
      if (++loads === 1) throw new Error('The connection was lost.');
      return loads;
    });
    expect(await load().catch(({ message }: Error) => message)).to.equal(
      'The connection was lost.',
    );
    expect([await load(), await load()]).to.deep.equal([2, 2]);
  });
});
