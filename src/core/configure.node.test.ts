import { assert } from '@esm-bundle/chai';
import { getStxBalance } from '../contracts/index.js';
import type { JsonRpcError } from '../errors.js';
import { configure, createWalletClient, request } from './index.js';

const SETTINGS = Symbol.for('stacks-wallet-elements/settings@1');
const shared = globalThis as { [SETTINGS]?: unknown };
const URL = 'https://node.example';

function refusal(run: () => unknown): JsonRpcError {
  try {
    run();
  } catch (error) {
    return error as JsonRpcError;
  }
  return assert.fail('nothing was thrown');
}
const assertMeant = (error: JsonRpcError, field: string, value: string, meant: string) => {
  assert.strictEqual(error.code, -32602);
  assert.strictEqual((error.data as { field: string }).field, field);
  for (const part of [`\`${field}\``, `"${value}"`, `Did you mean \`${meant}\`?`]) {
    assert.ok(error.message.includes(part), error.message);
  }
};

describe('configure', () => {
  beforeEach(() => {
    delete shared[SETTINGS];
  });

  describe('refuses a network that is almost a public one', () => {
    const MEANT = {
      mainnet: ['mainet', 'mainnnet', 'Mainet', 'main', 'main-net', 'maninet', 'mainnet '],
      testnet: ['tesnet', 'testent', 'test', 'test_net', 'Testnt'],
    };
    for (const [meant, names] of Object.entries(MEANT)) {
      for (const network of names) {
        it(network, () => {
          assertMeant(
            refusal(() => configure({ network })),
            'network',
            network,
            meant,
          );
          const withOptions = () => createWalletClient().with({ network });
          assertMeant(refusal(withOptions), 'network', network, meant);
        });
      }
    }

    it('in a request', async () => {
      const sent = request({ network: 'mainet' }, 'getAddresses');
      const error = await sent.catch((thrown: JsonRpcError) => thrown);
      assertMeant(error as JsonRpcError, 'network', 'mainet', 'mainnet');
    });

    it('where a node is read', async () => {
      const address = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';
      const read = getStxBalance(address, { network: 'mainet' });
      const error: unknown = await read.catch((thrown: unknown) => thrown);
      assert.match((error as Error).message, /got "mainet"\. Did you mean `mainnet`\?/);
    });
  });

  describe('takes a network of a page', () => {
    const KNOWN = ['mainnet', 'TESTNET', 'devnet', 'mocknet', 'regtest', 'signet', 'sbtcDevenv'];
    const OWN = ['testnet4', 'nakamoto-1', 'nakamoto', 'moonnet', 'my-chain', 'mynet', 'testnet2'];
    for (const network of [...KNOWN, ...OWN]) {
      it(network, () => {
        configure({ network });
        createWalletClient().with({ network });
      });
    }

    it('with almost the name of a public one, if a URL names it', () => {
      configure({ network: 'mainet', stacksApi: { mainet: URL } });
      configure({ network: 'mainet' });
      createWalletClient().with({ network: 'tesnet', stacksApi: { tesnet: URL } });
    });
  });

  it('refuses a URL for something that is no network, with the one that was meant', () => {
    const error = refusal(() => configure({ stacksApi: { main: URL } }));
    assert.strictEqual((error.data as { field: string }).field, 'stacksApi.main');
    assert.match(error.message, /Did you mean `mainnet`\?/);
  });
});
