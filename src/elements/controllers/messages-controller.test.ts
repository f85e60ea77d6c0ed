import { expect, fixture, html } from '@open-wc/testing';
import { LitElement } from 'lit';
import { waitUntil } from '../../testing/wait-until.js';
import { registerMessages } from '../messages/index.js';
import { MessagesController } from './messages-controller.js';

const english = { close: 'Close', installWallet: 'Install {wallet}' } as const;

class TextElement extends LitElement {
  readonly messages = new MessagesController(this, english);
  override render() {
    return html`<p>${this.messages.text('close')}</p>
      <p>${this.messages.text('installWallet', { wallet: 'A & <b>' })}</p>`;
  }
  get shown(): string {
    return this.shadowRoot!.querySelector('p')!.textContent;
  }
}
customElements.define('text-probe', TextElement);

registerMessages('qaa', { close: 'Zu' });
registerMessages('qaa-x-two', { close: 'Zwei' });

describe('MessagesController', () => {
  it('shows English without a lang, and inserts values as text', async () => {
    const element = await fixture<TextElement>(html`<text-probe></text-probe>`);
    expect(element.shown).to.equal('Close');
    expect(element.shadowRoot!.textContent).to.contain('Install A & <b>');
    expect(element.messages.locale).to.equal('en');
  });

  it('needs the likely script of no language without texts, such as English: the browser loads a table for it', async () => {
    const { prototype } = Intl.Locale;
    const maximize = Object.getOwnPropertyDescriptor(prototype, 'maximize')!;
    const asked: string[] = [];
    Object.defineProperty(prototype, 'maximize', {
      ...maximize,
      value(this: Intl.Locale) {
        asked.push(this.toString());
        return Reflect.apply(maximize.value as () => Intl.Locale, this, []);
      },
    });
    try {
      for (const lang of ['en-IE', 'sw-TZ']) {
        const element = await fixture<TextElement>(html`<text-probe lang=${lang}></text-probe>`);
        expect([element.shown, element.messages.language]).to.deep.equal(['Close', 'en']);
      }
      expect(asked).to.deep.equal([]);
      await fixture(html`<text-probe lang="qaa-AT"></text-probe>`);
      expect(asked).to.include('qaa-AT');
    } finally {
      Object.defineProperty(prototype, 'maximize', maximize);
    }
  });

  it('uses the nearest lang, also outside its shadow root, and falls back from a region', async () => {
    const outer = await fixture<HTMLElement>(html`<section lang="qaa-DE"></section>`);
    const root = outer.attachShadow({ mode: 'open' });
    const element = document.createElement('text-probe') as TextElement;
    root.append(element);
    await element.updateComplete;
    expect(element.shown).to.equal('Zu');
    expect(element.messages.language).to.equal('qaa');
    expect(element.messages.locale).to.equal('qaa-DE');
  });

  it('follows a changed lang, on an ancestor and on its host', async () => {
    const outer = await fixture<HTMLElement>(html`<div><text-probe></text-probe></div>`);
    const element = outer.querySelector('text-probe') as TextElement;
    outer.lang = 'qaa';
    await waitUntil(() => element.shown === 'Zu');
    element.lang = 'en';
    await waitUntil(() => element.shown === 'Close');
    element.removeAttribute('lang');
    outer.lang = 'qaa-x-two';
    await waitUntil(() => element.shown === 'Zwei');
  });

  it('follows a host that moves', async () => {
    const outer = await fixture<HTMLElement>(html`<div lang="qaa"></div>`);
    const element = await fixture<TextElement>(html`<text-probe></text-probe>`);
    outer.append(element);
    await element.updateComplete;
    expect(element.shown).to.equal('Zu');
  });

  it('shows texts that are registered later, English for missing ones, and ignores an invalid lang', async () => {
    const element = await fixture<TextElement>(html`<text-probe lang="qab"></text-probe>`);
    expect(element.shown).to.equal('Close');
    registerMessages('qab', { installWallet: '{wallet}!' });
    await waitUntil(() => element.shadowRoot!.textContent.includes('A & <b>!'));
    expect(element.shown).to.equal('Close');
    element.lang = '???';
    await element.updateComplete;
    expect(element.shown).to.equal('Close');
    expect(() => registerMessages('???', {})).to.throw(
      TypeError,
      /"\?\?\?" is no BCP 47 tag.* See node_modules/,
    );
  });

  const WRONG: readonly [texts: object, message: RegExp][] = [
    [
      { conectWallet: 'Anslut' },
      /`conectWallet` is not a known option\. Did you mean `connectWallet`\?/,
    ],
    [{ connect_wallet: 'Anslut' }, /Did you mean `connectWallet`\?/],
    [{ close: 5 }, /`close` must be a string; got 5/],
    [{ get close() { return 'Zu'; } }, /plain data/], // prettier-ignore
    [['Zu'], /`messages` must be a plain object/],
  ];
  for (const [texts, message] of WRONG) {
    it(`refuses texts that no element shows: ${message}`, () => {
      expect(() => registerMessages('qac', texts)).to.throw(TypeError, message);
    });
  }

  it('loads a language on first use, and uses es for es-MX', async () => {
    const element = await fixture<TextElement>(html`<text-probe lang="es-MX"></text-probe>`);
    expect(element.shown).to.equal('Close');
    await waitUntil(() => element.shown === 'Cerrar');
    expect(element.shadowRoot!.textContent).to.contain('Instalar A & <b>');
    expect([element.messages.language, element.messages.locale]).to.deep.equal(['es', 'es-MX']);
  });

  for (const [locale, text] of [
    ['ar', 'إغلاق'],
    ['de-CH', 'Schließen'],
    ['fr', 'Fermer'],
    ['ja', '閉じる'],
    ['ko', '닫기'],
    ['pt-BR', 'Fechar'],
    ['pt', 'Fechar'],
    ['pt-PT', 'Fechar'],
    ['pt_BR', 'Fechar'],
    ['de_DE', 'Schließen'],
    ['zh', '关闭'],
    ['zh-CN', '关闭'],
    ['zh_CN', '关闭'],
    ['zh-SG', '关闭'],
    ['zh-Hans-CN', '关闭'],
    ['zh-Hans-HK', '关闭'],
    ['zh-TW', '關閉'],
    ['zh_TW', '關閉'],
    ['zh-HK', '關閉'],
    ['zh-MO', '關閉'],
    ['zh-Hant', '關閉'],
    ['zh-hant-cn', '關閉'],
    ['zh_Hant_TW', '關閉'],
    // As in the environment of a server.
    ['de_DE.UTF-8', 'Schließen'],
    ['de_AT@euro', 'Schließen'],
    ['zh_TW.UTF-8', '關閉'],
    [' de ', 'Schließen'],
    ['C.UTF-8', 'Close'],
    ['', 'Close'],
  ]) {
    it(`shows ${locale}`, async () => {
      const element = await fixture<TextElement>(html`<text-probe lang=${locale!}></text-probe>`);
      await waitUntil(() => element.shown === text);
    });
  }

  it('shows no language in another script', async () => {
    registerMessages('sr', { close: 'Затвори' });
    registerMessages('sr-Latn', { close: 'Zatvori' });
    for (const [locale, text] of [
      ['sr-Latn-RS', 'Zatvori'],
      ['sr_ME', 'Zatvori'],
      ['sr-RS', 'Затвори'],
      ['sr-Arab', 'Close'],
    ]) {
      const element = await fixture<TextElement>(html`<text-probe lang=${locale!}></text-probe>`);
      expect(element.shown, locale).to.equal(text);
    }
  });

  it('gives Intl a tag with hyphens', async () => {
    const element = await fixture<TextElement>(html`<text-probe lang="zh_Hant_TW"></text-probe>`);
    expect(element.messages.locale).to.equal('zh-Hant-TW');
    await waitUntil(() => element.messages.language === 'zh-Hant');
  });

  it('reports the variant of a language whose texts it shows', async () => {
    const element = await fixture<TextElement>(html`<text-probe lang="pt"></text-probe>`);
    await waitUntil(() => element.messages.language === 'pt-BR');
  });

  it('isolates a value in a text of the opposite direction', async () => {
    const element = await fixture<TextElement>(html`<text-probe lang="ar"></text-probe>`);
    await waitUntil(() => element.messages.language === 'ar');
    expect(element.messages.text('installWallet', { wallet: 'Leather' })).to.contain(
      '\u2068Leather\u2069',
    );
  });
});
