import { expect } from '@open-wc/testing';
import { LEATHER, openCompatPage, OTHER, type CompatPage } from '../testing/compat-page.js';
import {
  connect,
  DEFAULT_PROVIDERS,
  getInstalledProviders,
  getProviderFromId,
  getSelectedProvider,
  getStacksProvider,
  isProviderSelected,
  isStacksWalletInstalled,
} from './index.js';

let page: CompatPage;
beforeEach(() => (page = openCompatPage()));
afterEach(() => page.close());

const ids = (providers: readonly { id: string }[]) => providers.map(({ id }) => id);

describe('the wallets of the page', () => {
  it('have defaults, which an app may change', () => {
    expect(ids(DEFAULT_PROVIDERS)).to.include.members([
      'LeatherProvider',
      'XverseProviders.BitcoinProvider',
      'AsignaProvider',
      'FordefiProviders.UtxoProvider',
    ]);
    DEFAULT_PROVIDERS.push(DEFAULT_PROVIDERS.pop()!);
  });

  it('that are installed are listed', () => {
    expect(ids(getInstalledProviders())).to.have.members([LEATHER, OTHER]);
  });

  it('are found by their path, but not by a property that every object inherits', () => {
    expect(getProviderFromId(LEATHER)).to.equal(page.leather);
    expect(getProviderFromId('constructor')).to.equal(undefined);
    expect(getProviderFromId('No.Such.Provider')).to.equal(undefined);
    expect(getProviderFromId(null)).to.equal(undefined);
  });

  it('are returned by getStacksProvider: the selected one, else the first that is installed', async () => {
    expect([isProviderSelected(), getSelectedProvider()]).to.deep.equal([false, undefined]);
    expect([isStacksWalletInstalled(), getStacksProvider()]).to.deep.equal([true, page.leather]);
    page.choice = OTHER;
    await connect();
    expect(getStacksProvider()).to.equal(page.xverse);
    expect(isProviderSelected()).to.equal(true);
  });

  it('are offered only if the app approves of them', async () => {
    page.choice = OTHER;
    const error = await connect({ approvedProviderIds: [LEATHER] }).catch(
      (thrown: Error) => thrown,
    );
    expect(error).to.be.an.instanceof(Error);
    await connect({ approvedProviderIds: [OTHER], walletConnectProjectId: 'id' });
    expect(getSelectedProvider()).to.equal(page.xverse);
  });
});
