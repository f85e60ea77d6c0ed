/**
 * Stands in for @playwright/test, which is no dependency here, so that the example runs as it is: the
 * browser and its page are Playwright's own; the runner is Node's, with the assertions that are used.
 */
import assert from 'node:assert/strict';
import { test as nodeTest } from 'node:test';
import { chromium } from 'playwright-core';
import { chromePath } from '../../scripts/chrome-path.mjs';

export function test(name, body) {
  nodeTest(name, async () => {
    const browser = await chromium.launch({
      executablePath: chromePath(),
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
    try {
      await body({ page: await browser.newPage() });
    } finally {
      await browser.close();
    }
  });
}

export function expect(actual) {
  return {
    toContainText: async (text) => assert.ok((await actual.innerText()).includes(text), text),
    toMatchObject: (expected) =>
      assert.deepEqual(
        Object.fromEntries(Object.keys(expected).map((key) => [key, actual[key]])),
        expected,
      ),
  };
}
