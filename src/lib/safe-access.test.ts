import { aTimeout, expect } from '@open-wc/testing';
import { attempt, isRecord, read } from './safe-access.js';
import { loadModule } from './promises.js';

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  return proxy;
}
const throwing = {
  get field(): unknown {
    throw new Error('no');
  },
};

describe('read', () => {
  it('reads properties of objects and functions only', () => {
    expect(read({ field: 5 }, 'field')).to.equal(5);
    expect(
      read(
        Object.assign(() => 1, { field: 5 }),
        'field',
      ),
    ).to.equal(5);
    for (const target of [null, undefined, 'text', 5, throwing, revoked()]) {
      expect(read(target, target === 'text' ? 'length' : 'field')).to.equal(undefined);
    }
  });
});

describe('isRecord', () => {
  it('is true only for an object, and never throws', () => {
    expect([{}, Object.create(null), new Date()].every(isRecord)).to.equal(true);
    expect([null, [], 'x', 5, () => 1, revoked()].some(isRecord)).to.equal(false);
  });
});

describe('attempt', () => {
  it('returns the result, and ignores errors and rejections', async () => {
    const unhandled: unknown[] = [];
    const note = (event: PromiseRejectionEvent) => {
      event.preventDefault();
      unhandled.push(event.reason);
    };
    window.addEventListener('unhandledrejection', note);
    expect(attempt(() => 5)).to.equal(5);
    expect(attempt(() => throwing.field)).to.equal(undefined);
    void attempt(() => Promise.reject(new Error('no')));
    await aTimeout(20);
    window.removeEventListener('unhandledrejection', note);
    expect(unhandled).to.have.length(0);
  });
});

describe('loadModule', () => {
  it('converts anything that a loader rejects with to an error', async () => {
    for (const reason of [undefined, null, 'text']) {
      const loading = loadModule('does it', () => Promise.reject(reason));
      const error: unknown = await loading.catch((thrown: unknown) => thrown);
      expect(error).to.include({ name: 'JsonRpcError', code: -31000 });
    }
  });
});
