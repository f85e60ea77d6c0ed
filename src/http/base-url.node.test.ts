import { expect } from '@esm-bundle/chai';
import { joinUrl, parseBaseUrl, withoutQuery } from './base-url.js';

/** Nothing can be resolved against it. */
const NO_PAGE = 'about:blank';

describe('parseBaseUrl', () => {
  for (const [value, base] of [
    ['https://api.example', 'https://api.example'],
    ['https://api.example/', 'https://api.example'],
    ['https://api.example/api', 'https://api.example/api'],
    ['https://api.example/a/b//', 'https://api.example/a/b'],
    ['http://localhost:3999/?key=a/', 'http://localhost:3999?key=a/'],
    ['HTTPS://API.example/Path', 'https://api.example/Path'],
  ] as const) {
    it(`of ${value} is ${base}`, () => {
      expect(parseBaseUrl(value, NO_PAGE)).to.equal(base);
      expect(parseBaseUrl(new URL(value), NO_PAGE)).to.equal(base);
    });
  }

  for (const value of [
    'ftp://host/',
    'javascript:alert(1)',
    'nonsense',
    '/api',
    '',
    'https://user:pass@host/',
    'https://user@host/',
    'https://host/#hash',
    'api.hiro.so',
    'api.hiro.so/path',
    'api.hiro.so:443',
  ]) {
    it(`refuses ${JSON.stringify(value)}`, () => {
      expect(parseBaseUrl(value, NO_PAGE)).to.equal(undefined);
    });
  }

  it('resolves a path against the URL of the page, and takes no host for a path', () => {
    const page = 'https://app.example/account/';
    expect(parseBaseUrl('/api/', page)).to.equal('https://app.example/api');
    expect(parseBaseUrl('api', page)).to.equal('https://app.example/account/api');
    expect(parseBaseUrl('api.hiro.so', page)).to.equal(undefined);
  });
});

describe('joinUrl', () => {
  it('adds the query of the base URL to that of the path', () => {
    expect(joinUrl('https://a.example/api', '/v2/info')).to.equal('https://a.example/api/v2/info');
    expect(joinUrl('https://a.example?key=1', '/v2/info')).to.equal(
      'https://a.example/v2/info?key=1',
    );
    expect(joinUrl('https://a.example?key=1', '/tx?limit=5')).to.equal(
      'https://a.example/tx?limit=5&key=1',
    );
  });
});

describe('withoutQuery', () => {
  it('is the base URL without a key', () => {
    expect(withoutQuery('https://a.example/api?key=1')).to.equal('https://a.example/api');
    expect(withoutQuery('https://a.example/api')).to.equal('https://a.example/api');
  });
});
