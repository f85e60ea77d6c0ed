/**
 * The `PaymentStore` for a database of SQLite. `database`: of `libsql`, `better-sqlite3`, or `DatabaseSync` of `node:sqlite`.
 *
 * @returns {import('stacks-wallet-elements/payments/server').PaymentStore}
 */
export function sqlitePaymentStore(database) {
  database.exec(
    'CREATE TABLE IF NOT EXISTS payments (txid TEXT PRIMARY KEY, order_id TEXT NOT NULL)',
  );
  const insert = database.prepare('INSERT INTO payments VALUES (?, ?) ON CONFLICT DO NOTHING');
  const find = database.prepare('SELECT order_id FROM payments WHERE txid = ?');
  return {
    add(txid, order) {
      insert.run(txid, order);
      // A row is never changed: whoever was first is there.
      return find.get(txid).order_id === order;
    },
  };
}

/**
 * The `PaymentStore` for Postgres. `pool`: of `pg`. Create the table once: {@link POSTGRES_TABLE}.
 *
 * @returns {import('stacks-wallet-elements/payments/server').PaymentStore}
 */
export function postgresPaymentStore(pool) {
  return {
    async add(txid, order) {
      await pool.query('INSERT INTO payments VALUES ($1, $2) ON CONFLICT DO NOTHING', [
        txid,
        order,
      ]);
      const { rows } = await pool.query('SELECT order_id FROM payments WHERE txid = $1', [txid]);
      return rows[0].order_id === order;
    },
  };
}

export const POSTGRES_TABLE =
  'CREATE TABLE IF NOT EXISTS payments (txid text PRIMARY KEY, order_id text NOT NULL)';
