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
  if (pathname !== '/extended/v1/tx/multiple') return undefined;
  const ids = searchParams.get('tx_id').split(',');
  return Object.fromEntries(ids.map((id) => [id, { found: true, result: confirmed(id) }]));
}

const confirmed = (id) => ({
  tx_id: id,
  tx_status: 'success',
  canonical: true,
  microblock_canonical: true,
  sender_address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7',
  nonce: 1,
  block_height: 200_000,
  block_hash: `0x${'b7'.repeat(32)}`,
  block_time: 1_760_000_000,
  burn_block_height: 900_000,
  tx_result: { repr: '(ok true)' },
});
