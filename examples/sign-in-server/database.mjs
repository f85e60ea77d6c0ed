import Database from 'libsql';
import { createNonce } from 'stacks-wallet-elements/verify';

/** Milliseconds. A page uses a nonce for two minutes, and then waits for the wallet for at most five. */
const NONCE_LIFETIME = 10 * 60_000;

/** Nonces and sessions in a database of SQLite, which several processes can share. */
export function openDatabase(file) {
  const database = new Database(file);
  database.exec(
    'CREATE TABLE IF NOT EXISTS nonces (nonce TEXT PRIMARY KEY, session TEXT, expires INTEGER)',
  );
  database.exec('CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, data TEXT)');
  const addNonce = database.prepare('INSERT INTO nonces VALUES (?, ?, ?)');
  const cleanNonces = database.prepare('DELETE FROM nonces WHERE expires <= ?');
  // One statement, so that only one of two simultaneous requests gets the row.
  const take = database.prepare(
    'DELETE FROM nonces WHERE nonce = ? AND session = ? AND expires > ? RETURNING nonce',
  );
  const addSession = database.prepare('INSERT INTO sessions VALUES (?, ?)');
  // hono-sessions writes the time when a session expires into its data, as ISO 8601 in UTC.
  const cleanSessions = database.prepare(
    `DELETE FROM sessions WHERE json_extract(data, '$._expire') <= ?`,
  );
  const find = database.prepare('SELECT data FROM sessions WHERE id = ?');
  const write = database.prepare('UPDATE sessions SET data = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM sessions WHERE id = ?');

  return {
    nonces: {
      create(session) {
        cleanNonces.run(Date.now());
        const nonce = createNonce();
        addNonce.run(nonce, session, Date.now() + NONCE_LIFETIME);
        return nonce;
      },
      /** The `NonceStore` of one browser. */
      of: (session) => ({
        consume: (nonce) => (take.get(nonce, session, Date.now()) ? 'consumed' : 'unknown'),
      }),
    },
    /** A store for hono-sessions. A deletion takes effect immediately, in every process. */
    sessions: {
      getSessionById(id) {
        const row = find.get(id ?? '');
        return row && JSON.parse(row.data);
      },
      createSession(id, data) {
        cleanSessions.run(new Date().toISOString());
        addSession.run(id, JSON.stringify({ ...data, _id: id }));
      },
      persistSessionData: (id, data) => void write.run(JSON.stringify(data), id),
      deleteSession: (id) => void remove.run(id),
    },
  };
}
