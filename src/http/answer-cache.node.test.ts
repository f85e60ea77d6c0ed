import { expect } from '@esm-bundle/chai';
import { AnswerCache } from './answer-cache.js';

describe('AnswerCache', () => {
  let time = 0;
  const create = (maxBytes = 1_000_000, maxEntries?: number) => {
    time = 1_000_000;
    return new AnswerCache<string>(maxBytes, maxEntries, () => time);
  };

  it('gives a value until it is as old as it may be, or as the caller accepts', () => {
    const cache = create();
    cache.set('a', 'value', 0, 1_000);
    time += 500;
    expect(cache.get('a')).to.equal('value');
    expect(cache.get('a', 501)).to.equal('value');
    expect(cache.get('a', 500)).to.equal(undefined);
    expect(cache.get('a')).to.equal('value');
    time += 500;
    expect(cache.get('a')).to.equal(undefined);
    expect(cache.has('a')).to.equal(false);
  });

  it('gives no value after the clock of the computer was set back', () => {
    const cache = create();
    cache.set('a', 'value', 0, 1_000);
    time -= 3_600_000;
    expect(cache.get('a')).to.equal(undefined);
    cache.set('a', 'newer', 0, 1_000);
    expect(cache.get('a')).to.equal('newer');
  });

  it('removes the least recently used entries above its number', () => {
    const cache = create(1_000_000, 2);
    cache.set('a', 'a', 0);
    cache.set('b', 'b', 0);
    cache.get('a');
    cache.set('c', 'c', 0);
    expect(['a', 'b', 'c'].map((key) => cache.has(key))).to.deep.equal([true, false, true]);
  });

  it('removes the least recently used entries above its bytes, with those of keys', () => {
    const cache = create(10_000);
    cache.set('a', 'a', 4_000);
    cache.set('b', 'b', 4_000);
    cache.set('a', 'again', 4_000);
    expect(cache.has('b')).to.equal(true);
    cache.set('c'.repeat(1_000), 'c', 1_000);
    expect(['a', 'b'].map((key) => cache.has(key))).to.deep.equal([true, false]);
    cache.set('d', 'd', 20_000);
    expect(['a', 'd'].map((key) => cache.has(key))).to.deep.equal([false, false]);
  });
});
