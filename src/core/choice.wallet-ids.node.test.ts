import { assert } from '@esm-bundle/chai';
import type { JsonRpcError } from '../errors.js';
import { createWalletClient } from './client.js';
import type { RequestOptions } from './types.js';

/** How a call fails in a page without wallets, unless it has these properties. */
async function refusal(options: RequestOptions, page: object = {}): Promise<JsonRpcError> {
  const window = Object.assign(new EventTarget(), page) as Window;
  const client = createWalletClient({ window });
  const [connected, chosen] = await Promise.allSettled([
    client.connect(options),
    Promise.resolve().then(() => client.choose(options)),
  ]);
  if (connected.status !== 'rejected') return assert.fail('nothing was thrown');
  const error = connected.reason as JsonRpcError;
  if (error.code === -32602) {
    if (chosen.status !== 'rejected') return assert.fail('choose() has a choice');
    const other = chosen.reason as JsonRpcError;
    assert.deepEqual([other.code, other.data], [error.code, error.data]);
  }
  return error;
}

const MEANT: Record<string, string> = {
  leather: 'LeatherProvider',
  Leather: 'LeatherProvider',
  leatherProvider: 'LeatherProvider',
  LeatherProvidr: 'LeatherProvider',
  LeaterProvider: 'LeatherProvider',
  xverse: 'XverseProviders.BitcoinProvider',
  XverseProvider: 'XverseProviders.BitcoinProvider',
  'XverseProviders.bitcoinProvider': 'XverseProviders.BitcoinProvider',
  okx: 'okxwallet.stacks',
  'OKX Wallet': 'okxwallet.stacks',
  okxwallet: 'okxwallet.stacks',
  asigna: 'AsignaProvider',
  Fordefi: 'FordefiProviders.UtxoProvider',
};
const OTHERS = ['OtherProvider', 'Two.Three', 'okbProvider', 'ok', 'HarbourProvider', 'wallet'];
/** They are never used, but pages of @stacks/connect name them. */
const OLD = ['StacksProvider', 'XverseProviders.StacksProvider', 'okxwallet.bitcoin'];

describe('the id of a wallet that no wallet has', () => {
  for (const [id, meant] of Object.entries(MEANT)) {
    it(`is refused if it is almost that of a known one: ${id}`, async () => {
      for (const [field, options] of [
        ['approvedProviderIds[1]', { approvedProviderIds: ['AnyProvider', id] }],
        ['providerId', { providerId: id }],
      ] as const) {
        const { code, message, data } = await refusal(options);
        assert.strictEqual(code, -32602);
        assert.strictEqual((data as { field: string }).field, field);
        assert.ok(
          message.includes(`\`${field}\` must be the id of a wallet, such as \`${meant}\``),
        );
        assert.ok(message.includes(`"${id}"`), message);
      }
    });
  }

  for (const id of [...OTHERS, ...OLD, 'LeatherProvider', 'okxwallet.stacks', '.', '']) {
    it(`is taken if it is like no other: ${id || 'empty'}`, async () => {
      assert.strictEqual((await refusal({ approvedProviderIds: [id] })).code, -31000);
    });
  }

  it('is taken for a wallet of the page', async () => {
    const approvedProviderIds = ['leather'];
    const page = { leather: { request: () => Promise.reject(new Error('asked')) } };
    assert.notStrictEqual((await refusal({ approvedProviderIds }, page)).code, -32602);
    const defaultProviders = [{ id: 'leather', name: 'Fork', webUrl: 'https://fork.example' }];
    const options = { approvedProviderIds, defaultProviders };
    assert.strictEqual((await refusal(options)).code, -31000);
    const both = { approvedProviderIds: ['leather', 'LeatherProvider'] };
    assert.strictEqual((await refusal(both)).code, -31000);
  });
});
