import { aTimeout, expect } from '@open-wc/testing';
import { attempt, isRecord, read } from './guard.js';
import { late } from './late.js';
import { snapshot } from './snapshot.js';

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
  it('reads of objects and functions, and of nothing else', () => {
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
  it('is true for an object alone, and never throws', () => {
    expect([{}, Object.create(null), new Date()].every(isRecord)).to.equal(true);
    expect([null, [], 'x', 5, () => 1, revoked()].some(isRecord)).to.equal(false);
  });
});

describe('attempt', () => {
  it('gives the result, drops what is thrown and what a promise is rejected with', async () => {
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

describe('late', () => {
  it('makes an error of whatever a loader rejects with', async () => {
    for (const reason of [undefined, null, 'text']) {
      const loading = late('does it', () => Promise.reject(reason));
      const error: unknown = await loading.catch((thrown: unknown) => thrown);
      expect(error).to.include({ name: 'JsonRpcError', code: -31000 });
    }
  });
});

describe('snapshot', () => {
  it('copies lists, plain objects and bytes all the way down', () => {
    const value = { list: [{ a: 1 }], bytes: Uint8Array.of(1) };
    const copy = snapshot(value) as typeof value;
    expect(copy).to.deep.equal(value);
    value.list[0] = { a: 2 };
    value.bytes[0] = 2;
    expect(copy).to.deep.equal({ list: [{ a: 1 }], bytes: Uint8Array.of(1) });
    const inner = [{ a: 1 }];
    expect((snapshot([inner]) as unknown[][])[0]?.[0] === inner[0]).to.equal(false);
  });

  it('leaves what writes itself, or is no plain object, as it is', () => {
    for (const value of [new Date(), new Map(), new Blob(), { toJSON: () => 'x' }]) {
      expect((snapshot([value]) as unknown[])[0] === value).to.equal(true);
    }
  });

  it('fills the holes of a list, and takes a key __proto__ for a key', () => {
    const sparse: unknown[] = [];
    sparse[1] = 'x';
    expect(Object.keys(snapshot(sparse) as object)).to.deep.equal(['0', '1']);
    const copy = snapshot(JSON.parse('{"__proto__": {"amount": 1}}')) as Record<string, unknown>;
    expect(copy['amount']).to.equal(undefined);
    expect(Object.hasOwn(copy, '__proto__')).to.equal(true);
    expect(Object.getPrototypeOf(copy)).to.equal(null);
  });

  it('throws for what is nested without end, be it in lists or objects', () => {
    const list: unknown[] = [];
    list.push(list);
    const object: Record<string, unknown> = {};
    object['self'] = object;
    for (const endless of [list, object]) expect(() => snapshot(endless)).to.throw(TypeError);
    const deep = Array.from({ length: 60 }).reduce<unknown>((inner) => [inner], 'x');
    expect(snapshot(deep)).to.deep.equal(deep);
  });
});
