import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { utimesSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { program, root } from '../support/program.mjs';
import { until } from '../support/until.mjs';

const TOKEN = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token';
const URL_LINE = /^http:\/\/127\.0\.0\.1:\d+\/$/m;

describe('npm start', () => {
  for (const signal of ['SIGINT', 'SIGTERM']) {
    it(`prints the URL of the demo, and exits with 0 on ${signal}`, async () => {
      const start = program('start.mjs', [], { PORT: '0' });
      const [url] = await start.line(URL_LINE);
      assert.match(await (await fetch(url)).text(), /<wallet-connect-button>/);
      start.stop(signal);
      assert.equal((await start.ended).code, 0);
      await assert.rejects(fetch(url));
    });
  }

  // A terminal sends the signal of Ctrl-C to every process that it started.
  for (const [title, signal, ofGroup] of [
    ['npm gets SIGTERM', 'SIGTERM', false],
    ['the user presses Ctrl-C', 'SIGINT', true],
  ]) {
    it(`ends the server if ${title}`, { timeout: 120_000 }, async () => {
      const env = { ...process.env, PORT: '0' };
      const npm = spawn('npm', ['start'], { cwd: root, env, detached: true });
      const url = await new Promise((found) => {
        let printed = '';
        npm.stdout.setEncoding('utf8').on('data', (text) => {
          printed += text;
          if (URL_LINE.test(printed)) found(URL_LINE.exec(printed)[0]);
        });
      });
      assert.equal((await fetch(url)).status, 200);
      const ended = once(npm, 'exit');
      process.kill(ofGroup ? -npm.pid : npm.pid, signal);
      await ended;
      await until(async () => !(await answers(url)), 'the server has ended');
    });
  }

  describe('serves', () => {
    let start, url;
    before(async () => {
      start = program('start.mjs', [], { PORT: '0' });
      [url] = await start.line(URL_LINE);
    });
    after(async () => {
      start.stop();
      await start.ended;
    });

    it('the demo, the elements from their sources and the metadata route, and nothing else', async () => {
      const status = async (path) => (await fetch(new URL(path, url))).status;
      assert.equal(await status('script-tag.html'), 200);
      assert.equal(await status('dist/cdn/stacks-wallet-elements.js'), 200);
      assert.equal(await status('dist/cdn/stacks-wallet-elements.iife.js'), 200);
      assert.equal(await status('dist/dev-wallet/dev-wallet.js'), 200);
      const token = await (await fetch(`${url}metadata/v1/ft/${TOKEN}`)).json();
      assert.equal(token.symbol, 'HNY');
      const outside = [
        'package.json',
        '..%2fpackage.json',
        'dist/%2e%2e/package.json',
        'dist/..%2fpackage.json',
        '%2e%2e%2fpackage.json?dev-wallet',
        'dist/.report.json',
        'dist/define/all.js',
        'node_modules/lit/package.json',
        'src/index.ts',
      ];
      for (const path of outside) assert.equal(await status(path), 404, path);
    });

    it('a page with the development wallet if the URL has ?dev-wallet', async () => {
      const page = async (path) => (await fetch(`${url}${path}`)).text();
      const wallet = '<script src="/dist/dev-wallet/dev-wallet.js"';
      assert.ok(!(await page('script-tag.html')).includes(wallet));
      const [head] = (await page('script-tag.html?dev-wallet')).split('<title>');
      assert.ok(head.includes(wallet));
    });

    it('a page that reloads after a change of a source, and the scripts made of it', async () => {
      assert.match(await (await fetch(url)).text(), /<script src="\/reload\.js">/);
      const script = async () => (await fetch(`${url}dist/core/index.js`)).text();
      const first = await script();
      const events = await fetch(`${url}changes`);
      const changed = events.body.getReader().read();
      utimesSync(`${root}src/core/index.ts`, new Date(), new Date());
      assert.match(new TextDecoder().decode((await changed).value), /^data: changed/);
      assert.equal(await script(), first);
    });
  });

  it('prints one line if the port is in use, and exits with 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address();
    try {
      const { code, out, error } = await program('start.mjs', [], { PORT: `${port}` }).ended;
      assert.equal(code, 1);
      assert.equal(out, '');
      assert.match(error, new RegExp(`^Port ${port} is in use\\. [^\\n]+\\n$`));
    } finally {
      other.close();
    }
  });

  it('rejects an invalid PORT', async () => {
    const { code, error } = await program('start.mjs', [], { PORT: '80a' }).ended;
    assert.equal(code, 1);
    assert.equal(error, 'PORT must be a whole number from 0 to 65535; it is "80a".\n');
  });
});

const answers = (url) =>
  fetch(url).then(
    () => true,
    () => false,
  );
