import { expect } from '@open-wc/testing';
import type { ProviderDescriptor } from '../../wallets/provider.js';
import { installUrl, phoneUrl, type Platform, platformOf } from './wallet-links.js';

const AGENTS: readonly [what: string, userAgent: string, touch: number, platform: Platform][] = [
  [
    'iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    5,
    'ios',
  ],
  [
    'iPad, whose user agent is that of a Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    5,
    'ios',
  ],
  [
    'Safari on a Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    0,
    'other',
  ],
  [
    'Chrome on Android',
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36',
    5,
    'android',
  ],
  [
    'Firefox on Android',
    'Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0',
    5,
    'android',
  ],
  [
    'Chrome',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36',
    0,
    'chromium',
  ],
  [
    'Edge on a laptop with a touch screen',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0',
    10,
    'chromium',
  ],
  [
    'Firefox',
    'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
    0,
    'firefox',
  ],
];

const XVERSE = {
  id: 'XverseProviders.BitcoinProvider',
  name: 'Xverse',
  webUrl: 'https://web.example/',
  chromeWebStoreUrl: 'https://chrome.example/',
  iOSAppStoreUrl: 'https://ios.example/',
  googlePlayStoreUrl: 'https://play.example/',
  openInWalletUrl: 'https://open.example/browser?url={url}',
} satisfies ProviderDescriptor;

describe('platformOf', () => {
  for (const [what, userAgent, maxTouchPoints, platform] of AGENTS) {
    it(`${what}: ${platform}`, () => {
      expect(platformOf({ userAgent, maxTouchPoints })).to.equal(platform);
    });
  }
});

describe('installUrl', () => {
  const LINKS: readonly [Platform, string][] = [
    ['ios', XVERSE.iOSAppStoreUrl],
    ['android', XVERSE.googlePlayStoreUrl],
    ['chromium', XVERSE.chromeWebStoreUrl],
    ['firefox', XVERSE.webUrl],
    ['other', XVERSE.webUrl],
  ];
  for (const [platform, url] of LINKS) {
    it(`is the link for ${platform}`, () => {
      expect(installUrl(XVERSE, platform)).to.equal(url);
    });
  }

  it('is undefined if the wallet has no link', () => {
    expect(installUrl({ id: 'A', name: 'A' }, 'chromium')).to.equal(undefined);
  });
});

describe('phoneUrl', () => {
  it('contains the encoded URL of the page, also with $&', () => {
    expect(phoneUrl(XVERSE, 'https://page.example/a?b=$&c#d')).to.equal(
      'https://open.example/browser?url=https%3A%2F%2Fpage.example%2Fa%3Fb%3D%24%26c%23d',
    );
  });

  it('is undefined for a page that a phone cannot open, or a template that is not https', () => {
    expect(phoneUrl(XVERSE, 'file:///home/index.html')).to.equal(undefined);
    expect(
      phoneUrl({ ...XVERSE, openInWalletUrl: 'javascript:{url}' }, 'https://a.example/'),
    ).to.equal(undefined);
  });
});
