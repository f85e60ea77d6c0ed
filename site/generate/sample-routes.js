/** Answers of a server that signs everybody in and verifies nothing, for examples only. */
const SIGN_IN = {
  nonce: () => ({ nonce: crypto.randomUUID().replaceAll('-', '') }),
  verify: () => ({ ok: true }),
  session: () => ({ account: null }),
  'sign-out': () => ({ ok: true }),
};

/** The answer to a request for sign-in or for transactions, all of them confirmed; undefined for other URLs. */
export function answerRoute({ pathname, searchParams }) {
  if (pathname.startsWith('/auth/')) return SIGN_IN[pathname.slice('/auth/'.length)]?.();
  if (pathname === '/extended') {
    return { chain_tip: { block_height: 200_002, burn_block_height: 900_002 } };
  }
  const [, name] = /^\/extended\/v3\/transactions\/(\w+)$/.exec(pathname) ?? [];
  if (name === 'batch') return { results: searchParams.get('tx_id').split(',').map(confirmed) };
  return name && confirmed(name);
}

const confirmed = (id) => ({
  tx_id: id,
  status: 'success',
  sender: { address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', nonce: 1 },
  block: { height: 200_000, hash: `0x${'b7'.repeat(32)}`, time: 1_760_000_000 },
  bitcoin_block: { height: 900_000, time: 1_760_000_000 },
  result: { repr: '(ok true)' },
});
