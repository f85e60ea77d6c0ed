import { getDefaultClient } from '../../core/client.js';
import { connectedState } from '../../core/session.js';
import { ContextProvider } from '@lit/context';
import { expect, fixture, html } from '@open-wc/testing';
import { LitElement } from 'lit';
import type { WalletClient } from '../../core/types.js';
import { MemoryClient } from '../../testing/memory-client.js';
import { clientContext } from '../context.js';
import { ClientController } from './client-controller.js';

class ProbeElement extends LitElement {
  static override properties = { client: { attribute: false } };
  declare client: WalletClient | undefined;
  readonly wallet = new ClientController(this);
  renders = 0;
  override render() {
    this.renders++;
    return this.wallet.state.status;
  }
}
customElements.define('client-probe', ProbeElement);

class ProviderElement extends LitElement {
  readonly memory = new MemoryClient();
  readonly provider = new ContextProvider(this, {
    context: clientContext,
    initialValue: this.memory.asClient(),
  });
}

customElements.define('client-provider', ProviderElement);

const connected = connectedState(
  [{ symbol: 'STX', address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', publicKey: '' }],
  'LeatherProvider',
  'mainnet',
);

function probeIn(parent: Element): ProbeElement {
  return parent.querySelector<ProbeElement>('client-probe')!;
}

describe('ClientController', () => {
  it('prefers the property `client` to the context', async () => {
    const own = new MemoryClient(connected);
    const parent = await fixture<ProviderElement>(
      html`<client-provider
        ><client-probe .client=${own.asClient()}></client-probe
      ></client-provider>`,
    );
    const probe = probeIn(parent);
    await probe.updateComplete;
    expect(probe.wallet.client).to.equal(own.asClient());
    probe.client = undefined;
    await probe.updateComplete;
    expect(probe.wallet.client).to.equal(parent.memory.asClient());
    expect(own.followers).to.equal(0);
  });

  it('renders every change of state and unsubscribes on removal', async () => {
    const memory = new MemoryClient();
    const probe = await fixture<ProbeElement>(
      html`<client-probe .client=${memory.asClient()}></client-probe>`,
    );
    expect(probe.shadowRoot!.textContent).to.equal('disconnected');
    memory.state = connected;
    await probe.updateComplete;
    expect(probe.shadowRoot!.textContent).to.equal('connected');
    expect(memory.followers).to.equal(1);
    probe.remove();
    expect(memory.followers).to.equal(0);
    for (let i = 0; i < 50; i++) {
      document.body.append(probe);
      probe.remove();
    }
    expect(memory.followers).to.equal(0);
  });

  it('follows a host that moves from one context into another', async () => {
    const one = await fixture<ProviderElement>(html`<client-provider></client-provider>`);
    const two = await fixture<ProviderElement>(html`<client-provider></client-provider>`);
    const probe = document.createElement('client-probe') as ProbeElement;
    one.append(probe);
    await probe.updateComplete;
    expect(probe.wallet.client).to.equal(one.memory.asClient());
    two.append(probe);
    await probe.updateComplete;
    expect(probe.wallet.client).to.equal(two.memory.asClient());
    expect(one.memory.followers).to.equal(0);
    expect(two.memory.followers).to.equal(1);
  });

  it('uses a context that is defined after its host', async () => {
    const outer = new MemoryClient();
    const holder = await fixture<HTMLElement>(
      html`<div>
        <late-provider><client-probe .client=${outer.asClient()}></client-probe></late-provider>
      </div>`,
    );
    const parent = holder.querySelector('late-provider')!;
    class LateProvider extends ProviderElement {}
    customElements.define('late-provider', LateProvider);
    const probe = probeIn(parent);
    probe.client = undefined;
    await probe.updateComplete;
    expect(probe.wallet.client).to.equal((parent as LateProvider).memory.asClient());
  });

  it('uses the client of the page, whatever a script has added to Object.prototype', async () => {
    const polluted = Object.prototype as { value?: unknown };
    polluted.value = 'https://evil.example';
    try {
      const probe = await fixture<ProbeElement>(html`<client-probe></client-probe>`);
      expect(probe.wallet.client).to.equal(getDefaultClient());
      const parent = probe.parentElement!;
      probe.remove();
      parent.append(probe);
      expect(probe.wallet.client).to.equal(getDefaultClient());
    } finally {
      delete polluted.value;
    }
  });
});
