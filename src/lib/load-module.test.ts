import { expect } from '@open-wc/testing';
import { isJsonRpcError } from '../errors.js';
import { loadOnce, loadModule } from './load-module.js';

describe('loadModule', () => {
  it('returns the loaded module', async () => {
    expect(await loadModule('does it', () => Promise.resolve(5))).to.equal(5);
  });

  it('says what could not be loaded, and that no wallet was asked', async () => {
    const missing = '/no/such/module.js';
    const error: unknown = await loadModule('reads PSBTs', () => import(missing)).catch(
      (reason: unknown) => reason,
    );
    expect(isJsonRpcError(error)).to.equal(true);
    expect(error).to.include({ code: -31000 });
    expect((error as Error).message)
      .to.contain('reads PSBTs')
      .and.to.contain('no wallet was asked');
    expect((error as Error).cause).to.be.instanceOf(TypeError);
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
