import { expect } from '@esm-bundle/chai';
import type { ProviderDescriptor } from '../../wallets/wallet.js';
import { installUrl, phoneUrl, type Platform, getPlatform } from './wallet-rows.js';

const AGENTS: readonly [
  what: string,
  userAgent: string,
  touch: number,
  platform: Platform,
  isCoarse?: boolean,
][] = [
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
    'an emulated iPad',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    1,
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
    'Chrome on Android that requests the desktop site',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36',
    5,
    'android',
    true,
  ],
  [
    'Firefox on Android that requests the desktop site',
    'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
    5,
    'android',
    true,
  ],
  [
    'Chrome on a Linux laptop with a touch screen',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36',
    10,
    'chromium',
  ],
  [
    'Chrome on a Chromebook used as a tablet',
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36',
    10,
    'chromium',
    true,
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

describe('getPlatform', () => {
  for (const [what, userAgent, maxTouchPoints, platform, isCoarse = false] of AGENTS) {
    it(`${what}: ${platform}`, () => {
      expect(getPlatform({ userAgent, maxTouchPoints }, isCoarse)).to.equal(platform);
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

  it('contains a URL of the page that contains {url}, in every form of the template', () => {
    const page = 'https://page.example/?next={url}&then=%7Burl%7D';
    for (const template of [
      'https://open.example/?url={url}',
      'https://open.example/?url=%7Burl%7D',
    ]) {
      const url = new URL(phoneUrl({ ...XVERSE, openInWalletUrl: template }, page)!);
      const value = url.searchParams.get('url')!;
      expect(template.includes('{') ? value : decodeURIComponent(value)).to.equal(page);
    }
  });

  it('is undefined for a page that a phone cannot open, or a template that is not https', () => {
    expect(phoneUrl(XVERSE, 'file:///home/index.html')).to.equal(undefined);
    expect(
      phoneUrl({ ...XVERSE, openInWalletUrl: 'javascript:{url}' }, 'https://a.example/'),
    ).to.equal(undefined);
  });
});
