/** In a thread of its own: claims each transaction for one order, at the same time as the other threads. */
import Database from 'libsql';
import { parentPort, workerData } from 'node:worker_threads';
import { sqlitePaymentStore } from './stores.mjs';

const { file, order, txids, gate } = workerData;
const database = new Database(file);
database.pragma('busy_timeout = 10000');
const store = sqlitePaymentStore(database);
const turns = new Int32Array(gate);
const results = txids.map((txid, round) => {
  // Waits until every thread has come to this transaction.
  Atomics.add(turns, round + 1, 1);
  while (Atomics.load(turns, round + 1) < turns[0]);
  return store.add(txid, order);
});
database.close();
parentPort.postMessage(results);
