import { randomBytes } from 'node:crypto';
import Database from 'libsql';
import { sqlitePaymentStore } from './stores.mjs';

/** Milliseconds in which an order can be paid. */
const TIME_TO_PAY = 60 * 60_000;

/** The orders of the shop, and which transaction has paid which, in a database of SQLite, which several processes can share. */
export function openDatabase(file) {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.pragma('busy_timeout = 5000');
  database.exec(
    'CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, product TEXT NOT NULL, expires INTEGER NOT NULL, txid TEXT)',
  );
  const insert = database.prepare('INSERT INTO orders (id, product, expires) VALUES (?, ?, ?)');
  const find = database.prepare('SELECT * FROM orders WHERE id = ?');
  // The first payment counts, however often it is verified.
  const pay = database.prepare('UPDATE orders SET txid = ? WHERE id = ? AND txid IS NULL');
  return {
    payments: sqlitePaymentStore(database),
    /** Returns the id of a new order. It cannot be guessed: whoever has it gets what is paid. */
    create(product) {
      const id = randomBytes(12).toString('base64url');
      insert.run(id, product, Date.now() + TIME_TO_PAY);
      return id;
    },
    find(id) {
      const order = find.get(id);
      return order && { ...order, since: order.expires - TIME_TO_PAY };
    },
    markPaid: (id, txid) => void pay.run(txid, id),
  };
}
