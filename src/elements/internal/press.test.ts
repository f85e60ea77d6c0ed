import { expect, fixture, html } from '@open-wc/testing';
import '../wallet-pay-button/define.js';
import '../wallet-request-button/define.js';
import '../wallet-sign-in/define.js';
import { createSignIn } from '../../sign-in/create-sign-in.js';
import { waitUntil } from '../../testing/wait-until.js';
import { acceptScriptedPresses } from './press.js';

const SHOP = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';
const BUTTONS = {
  'wallet-pay-button': html`<wallet-pay-button to=${SHOP} amount="1"></wallet-pay-button>`,
  'wallet-request-button': html`<wallet-request-button method="getAddresses">Ask</wallet-request-button>`,
  'wallet-sign-in': html`<wallet-sign-in .controller=${createSignIn({ getNonce: async () => 'a', verify: async () => true, getSession: async () => null })}></wallet-sign-in>`,
}; // prettier-ignore

describe('a click that a script makes', () => {
  const { warn } = console;
  let warnings: string[];
  beforeEach(() => {
    warnings = [];
    console.warn = (message: unknown) => warnings.push(String(message));
  });
  afterEach(() => {
    console.warn = warn;
  });

  for (const [name, template] of Object.entries(BUTTONS)) {
    it(`does nothing on <${name}>, and the console says so once`, async () => {
      const element = await fixture<HTMLElement>(template);
      const button = () => element.shadowRoot!.querySelector('button:not([disabled])');
      await waitUntil(button);
      element.click();
      element.click();
      expect(warnings.filter((message) => message.includes('ignored a click'))).to.have.length(1);
      expect(warnings.join())
        .to.contain(`<${name}>`)
        .and.contain('stacks-wallet-elements/test-setup');
      // Nothing has started.
      expect(element.matches('[status=pending], [connecting]')).to.equal(false);
    });
  }

  it('is a press once a test has said so', async () => {
    acceptScriptedPresses();
    const element = await fixture<HTMLElement>(BUTTONS['wallet-request-button']);
    element.shadowRoot!.querySelector('button')!.click();
    expect(warnings).to.deep.equal([]);
    expect((element as HTMLElement & { status: string }).status).to.equal('pending');
    element.remove();
  });
});
