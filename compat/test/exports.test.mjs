import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import { load } from './drop-in/load.mjs';
import { dropIn, home } from './support/folders.mjs';

/** The names that at least one of 70 apps imports, or that the README of 8 has. */
const USED = [
  ...['AppConfig', 'DEFAULT_PROVIDERS', 'JsonRpcError', 'JsonRpcErrorCode', 'TransactionTypes'],
  ...['UserSession', 'WalletConnect', 'authenticate', 'clearLocalStorage'],
  ...['clearSelectedProviderId', 'connect', 'disconnect', 'getLocalStorage'],
  ...['getSelectedProvider', 'getSelectedProviderId', 'getStacksProvider', 'getUserData'],
  ...['isConnected', 'isMobile', 'isProviderSelected', 'isStacksWalletInstalled'],
  ...['openContractCall', 'openContractDeploy', 'openPsbtRequestPopup', 'openSTXTransfer'],
  ...['openSignatureRequestPopup', 'openStructuredDataSignatureRequestPopup', 'request'],
  ...['requestRaw', 'setSelectedProviderId', 'showConnect', 'showContractCall'],
  ...['showContractDeploy', 'showSTXTransfer', 'showSignMessage'],
];
const ENUMS = ['JsonRpcErrorCode', 'TransactionTypes', 'SignatureHash', 'ContractCallArgumentType'];

const requireReal = createRequire(`${home}package.json`);
const requireOurs = createRequire(`${dropIn}package.json`);

describe('the exports', () => {
  const real = requireReal('@stacks/connect');

  it('are those of the drop-in in the tests of the drop-in', () => {
    assert.ok(requireOurs.resolve('@stacks/connect').startsWith(`${dropIn}node_modules/`));
  });

  it('of 8.2.7 have a `showConnect` that is undefined, which is why the app of version 7 tests it', () => {
    assert.ok('showConnect' in real);
    assert.equal(real.showConnect, undefined);
  });

  for (const [format, loadOurs] of [
    ['ESM', load],
    ['CommonJS', requireOurs],
  ]) {
    describe(`of the drop-in, as ${format} and without a window`, () => {
      it('have everything that apps use', async () => {
        const ours = await loadOurs('@stacks/connect');
        const missing = USED.filter((name) => ours[name] === undefined);
        assert.deepEqual(missing, []);
      });

      it('have every name that 8.2.7 exports', async () => {
        const ours = await loadOurs('@stacks/connect');
        const missing = Object.keys(real).filter((name) => !(name in ours));
        assert.deepEqual(missing, []);
      });

      for (const name of ENUMS) {
        it(`have the values of ${name}`, async () => {
          const ours = await loadOurs('@stacks/connect');
          assert.deepEqual({ ...ours[name] }, { ...real[name] });
        });
      }

      it('have `Connect` and `useConnect` for React', async () => {
        const { Connect, useConnect } = await loadOurs('@stacks/connect/react');
        assert.deepEqual([typeof Connect, typeof useConnect], ['function', 'function']);
      });
    });
  }

  it('of the drop-in include `DEFAULT_PROVIDERS` with every wallet id of 8.2.7', () => {
    const ours = requireOurs('@stacks/connect');
    const ids = ({ DEFAULT_PROVIDERS }) => DEFAULT_PROVIDERS.map(({ id }) => id).sort();
    assert.deepEqual(
      ids(real).filter((id) => !ids(ours).includes(id)),
      [],
    );
  });
});
