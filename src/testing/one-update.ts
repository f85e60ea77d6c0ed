import { expect } from '@open-wc/testing';

/** Fails a file of tests in which the update of an element scheduled another one: it renders and styles twice. */
after(() => {
  const { litIssuedWarnings = [] } = globalThis as { litIssuedWarnings?: Iterable<string> };
  const warnings = [...litIssuedWarnings].filter((text) => text.includes('change-in-update'));
  expect(warnings).to.deep.equal([]);
});
