import { expect } from '@esm-bundle/chai';
import { isRouteMissing, readRoutes, type Route } from './stacks-routes.js';

describe('isRouteMissing', () => {
  const unknown404 = ['', '<html>', { error: 'Not Found' }, { message: 'Nothing here' }];
  for (const json of unknown404) {
    it(`is true for a 404 with ${JSON.stringify(json)}, unless the route has answered before`, () => {
      expect(isRouteMissing({ status: 404, json })).to.equal(true);
      expect(isRouteMissing({ status: 404, json }, true)).to.equal(false);
    });
  }

  for (const message of ['Transaction not found', 'could not find transaction by ID']) {
    it(`is false for the 404 "${message}"`, () => {
      expect(isRouteMissing({ status: 404, json: { message } })).to.equal(false);
    });
  }

  for (const message of ['Route GET:/extended/v3/x not found', 'GET /extended/v3/x']) {
    it(`is true for the 404 "${message}"`, () => {
      expect(isRouteMissing({ status: 404, json: { message } }, true)).to.equal(true);
    });
  }

  it('is true for 410 and 501 only, of the other statuses', () => {
    const missing = [200, 400, 403, 410, 429, 500, 501, 503].filter((status) =>
      isRouteMissing({ status }, true),
    );
    expect(missing).to.deep.equal([410, 501]);
  });
});

describe('readRoutes', () => {
  it('asks the newer route, and the older one where it is missing, first from then on', async () => {
    const asked: string[] = [];
    let hasNewer = false;
    const newer: Route<string> = (isKnown) => {
      asked.push(`newer ${isKnown}`);
      return Promise.resolve(hasNewer ? 'newer' : undefined);
    };
    let hasOlder = true;
    const older: Route<string> = (isKnown) => {
      asked.push(`older ${isKnown}`);
      return Promise.resolve(hasOlder ? 'older' : undefined);
    };
    const read = () => readRoutes('https://node.test a value', [newer, older]);
    expect(await read()).to.equal('older');
    expect(await read()).to.equal('older');
    hasOlder = false;
    hasNewer = true;
    expect(await read()).to.equal('newer');
    expect(await read()).to.equal('newer');
    hasNewer = false;
    expect(await read()).to.equal(undefined);
    expect(asked).to.deep.equal([
      ...['newer false', 'older false'],
      'older true',
      ...['older true', 'newer false'],
      'newer true',
      ...['newer true', 'older false'],
    ]);
  });
});
