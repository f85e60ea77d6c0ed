import { connectedState, DISCONNECTED } from '../../core/session.js';
import { ContextConsumer } from '@lit/context';
import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import { LitElement } from 'lit';
import { createWalletClient, getDefaultClient } from '../../core/client.js';
import { installed, type Installed } from '../../testing/element-helpers.js';
import { MemoryClient } from '../../testing/memory-client.js';
import {
  fakeWallet,
  installWallet,
  memoryStorage,
  STX_ADDRESS,
} from '../../testing/fake-wallet.js';
import { waitUntil } from '../../testing/wait-until.js';
import { clientContext, metadataClientContext } from '../context.js';
import { ClientController } from '../controllers/client-controller.js';
import type { WalletContext } from './wallet-context.js';
import './define.js';

class ContextProbe extends LitElement {
  readonly wallet = new ClientController(this);
  readonly metadata = new ContextConsumer(this, {
    context: metadataClientContext,
    subscribe: true,
  });
  readonly plain = new ContextConsumer(this, { context: clientContext, subscribe: true });
}
customElements.define('context-probe', ContextProbe);

let page: Installed;

async function context(template: unknown = html`<wallet-context></wallet-context>`) {
  const holder = await fixture<HTMLElement>(html`<div>${template}</div>`);
  const element = holder.querySelector('wallet-context')!;
  element.client ??= page.client;
  await element.updateComplete;
  return element;
}

describe('<wallet-context>', () => {
  beforeEach(async () => {
    page = await installed();
  });
  afterEach(() => page.uninstall());

  it('reflects the network of the wallet if it is not the network of the context', async () => {
    const state = (network: string) => {
      const addresses = [{ symbol: 'STX', address: STX_ADDRESS, publicKey: '' }] as const;
      return connectedState(addresses, undefined, network);
    };
    const memory = new MemoryClient(state('mainnet'));
    const client = memory.asClient();
    const element = await context(
      html`<wallet-context network="testnet" .client=${client}></wallet-context>`,
    );
    expect(element.getAttribute('wrong-network')).to.equal('mainnet');
    element.network = 'mainnet';
    await element.updateComplete;
    expect(element.hasAttribute('wrong-network')).to.equal(false);
    element.network = 'testnet';
    memory.disconnect();
    await element.updateComplete;
    expect(element.hasAttribute('wrong-network')).to.equal(false);
  });

  it('reflects its status, so that a style sheet can show and hide content', async () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("wallet-context:not([status='connected']) .secret { display: none }");
    document.adoptedStyleSheets = [sheet];
    const element = await context(
      html`<wallet-context><p class="secret">Welcome back</p></wallet-context>`,
    );
    const secret = element.querySelector<HTMLElement>('.secret')!;
    expect(element.getAttribute('status')).to.equal('disconnected');
    expect(secret.offsetHeight).to.equal(0);
    const change = oneEvent(element, 'wallet-change');
    await element.connect();
    await waitUntil(() => element.getAttribute('status') === 'connected');
    expect(secret.offsetHeight).to.be.greaterThan(0);
    await change;
    element.disconnect();
    await waitUntil(() => secret.offsetHeight === 0);
    document.adoptedStyleSheets = [];
  });

  it('has the addresses and the wallet, and sends requests', async () => {
    const element = await context();
    expect([element.addresses, element.wallet]).to.deep.equal([[], undefined]);
    await element.connect();
    expect(element.addresses.map(({ address }) => address)).to.include(STX_ADDRESS);
    expect(element.wallet?.name).to.equal('Fake wallet');
    const { addresses } = await element.request('getAddresses');
    expect(addresses).to.have.length(2);
  });

  it('uses its attributes as options of the client that it provides', async () => {
    const base = new MemoryClient();
    const element = await context(
      html`<wallet-context
        network="testnet"
        approved-provider-ids=" One  Two.Three "
        force-wallet-select
        without-persist
        without-overrides
        without-local-storage
        .client=${base.asClient()}
      ></wallet-context>`,
    );
    expect(base.options).to.deep.equal({
      network: 'testnet',
      approvedProviderIds: ['One', 'Two.Three'],
      forceWalletSelect: true,
      persistWalletSelect: false,
      enableOverrides: false,
      enableLocalStorage: false,
    });
    element.removeAttribute('force-wallet-select');
    element.removeAttribute('approved-provider-ids');
    element.network = 'devnet';
    element.defaultProviders = [];
    await element.updateComplete;
    expect(base.options).to.include({ network: 'devnet' });
    expect(base.options).not.to.have.any.keys('forceWalletSelect', 'approvedProviderIds');
    expect(base.options?.defaultProviders).to.deep.equal([]);
  });

  it('provides its client to descendants, also in shadow roots and after a move', async () => {
    const element = await context();
    const host = document.createElement('div');
    element.append(host);
    const probe = document.createElement('context-probe') as ContextProbe;
    host.attachShadow({ mode: 'open' }).append(probe);
    await probe.updateComplete;
    const given = probe.wallet.client;
    expect(given).not.to.equal(page.client);
    expect(probe.plain.value).to.equal(given);
    document.body.append(probe);
    await probe.updateComplete;
    expect(probe.wallet.client).to.equal(getDefaultClient());
    host.shadowRoot!.append(probe);
    await probe.updateComplete;
    expect(probe.wallet.client).to.equal(given);
    probe.remove();
  });

  it('adds its options to those of an outer <wallet-context>', async () => {
    const base = new MemoryClient();
    const holder = await fixture<HTMLElement>(
      html`<div>
        <wallet-context .client=${base.asClient()} network="testnet">
          <wallet-context without-persist><context-probe></context-probe></wallet-context>
        </wallet-context>
      </div>`,
    );
    const inner = holder.querySelector<WalletContext>('wallet-context wallet-context')!;
    await inner.updateComplete;
    expect(base.options).to.deep.equal({ persistWalletSelect: false });
    base.state = connectedState(
      [{ symbol: 'STX', address: STX_ADDRESS, publicKey: '' }],
      'x',
      undefined,
    );
    await inner.updateComplete;
    expect(inner.status).to.equal('connected');
  });

  it('connects and sends requests with its options, which a caller may override', async () => {
    const asked: unknown[] = [];
    const undo = ['One', 'Two'].map((id) => installWallet(fakeWallet(), { id, name: id }));
    const client = createWalletClient({
      storage: memoryStorage(),
      picker: ({ wallets }) => {
        asked.push(wallets.installed.map(({ id }) => id));
        return Promise.reject(new Error('No choice'));
      },
    });
    const element = await context(
      html`<wallet-context approved-provider-ids="One" .client=${client}></wallet-context>`,
    );
    await element.connect().catch(() => {});
    await element.connect({ approvedProviderIds: ['Two'] }).catch(() => {});
    await element.request('getAddresses').catch(() => {});
    expect(asked).to.deep.equal([['One'], ['Two'], ['One']]);
    undo.forEach((step) => step());
  });

  it('provides the same client as long as its options are the same', async () => {
    const element = await context(
      html`<wallet-context network="testnet"><context-probe></context-probe></wallet-context>`,
    );
    const probe = element.querySelector<ContextProbe>('context-probe')!;
    const given = probe.wallet.client;
    element.requestUpdate();
    await element.connect();
    await element.updateComplete;
    expect(probe.wallet.client === given).to.equal(true);
    element.network = 'devnet';
    await element.updateComplete;
    expect(probe.wallet.client === given).to.equal(false);
  });

  it('fires wallet-change only for a new status or network, not for the first one', async () => {
    const connected = connectedState(
      [{ symbol: 'STX', address: STX_ADDRESS, publicKey: '' }],
      'x',
      undefined,
    );
    const base = new MemoryClient(connected);
    const changes: string[] = [];
    const listen = ({ status }: { status: string }) => changes.push(status);
    document.addEventListener('wallet-change', listen);
    const element = await context(
      html`<wallet-context .client=${base.asClient()}></wallet-context>`,
    );
    element.network = 'testnet';
    await element.updateComplete;
    expect(changes).to.deep.equal([]);
    base.state = { ...connected, network: 'testnet' };
    await element.updateComplete;
    base.state = DISCONNECTED;
    await element.updateComplete;
    document.removeEventListener('wallet-change', listen);
    expect(changes).to.deep.equal(['connected', 'disconnected']);
  });

  it('provides a metadata client with its base URL, or else with that of the outer context', async () => {
    const asked: string[] = [];
    const { fetch } = window;
    window.fetch = (input) => {
      asked.push(new URL(input instanceof Request ? input.url : String(input)).host);
      return Promise.resolve(new Response('{"error":"Token not found"}', { status: 404 }));
    };
    const outer = await context(
      html`<wallet-context metadata-base-url="https://meta.test/api">
        <wallet-context><context-probe></context-probe></wallet-context>
      </wallet-context>`,
    );
    const inner = outer.querySelector('wallet-context')!;
    const probe = outer.querySelector<ContextProbe>('context-probe')!;
    let tokens = 0;
    const ask = async () => {
      await inner.updateComplete;
      await inner.updateComplete;
      await probe.metadata.value!.getFtMetadata(`${STX_ADDRESS}.t${tokens++}`).catch(() => {});
    };
    try {
      await ask();
      inner.setAttribute('metadata-base-url', 'https://inner.test');
      await ask();
      inner.removeAttribute('metadata-base-url');
      await ask();
      outer.setAttribute('metadata-base-url', 'https://other.test');
      await outer.updateComplete;
      await ask();
    } finally {
      window.fetch = fetch;
    }
    expect(asked).to.deep.equal(['meta.test', 'inner.test', 'meta.test', 'other.test']);
  });

  it('appends the path of the API to the base URL of the metadata service', async () => {
    const asked: string[] = [];
    const { fetch } = window;
    window.fetch = (input) => {
      asked.push(input instanceof Request ? input.url : String(input));
      return Promise.resolve(new Response('{"error":"Token not found"}', { status: 404 }));
    };
    const element = await context(
      html`<wallet-context metadata-base-url="https://meta.test/api">
        <context-probe></context-probe>
      </wallet-context>`,
    );
    const probe = element.querySelector<ContextProbe>('context-probe')!;
    await probe.metadata.value!.getFtMetadata(`${STX_ADDRESS}.token`).catch(() => {});
    window.fetch = fetch;
    expect(asked).to.deep.equal([`https://meta.test/api/metadata/v1/ft/${STX_ADDRESS}.token`]);
  });

  it('generates no box, and hides its content when hidden', async () => {
    const element = await context(html`<wallet-context><p>Text</p></wallet-context>`);
    expect(getComputedStyle(element).display).to.equal('contents');
    element.hidden = true;
    expect(getComputedStyle(element).display).to.equal('none');
  });

  it('has no subscription after it was attached and removed', async () => {
    const base = new MemoryClient();
    const element = await context(
      html`<wallet-context .client=${base.asClient()}></wallet-context>`,
    );
    const parent = element.parentElement!;
    for (let count = 0; count < 50; count++) {
      element.remove();
      parent.append(element);
    }
    expect(base.followers).to.equal(1);
    element.remove();
    expect(base.followers).to.equal(0);
  });
});
