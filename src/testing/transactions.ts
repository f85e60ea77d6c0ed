import {
  deserializeTransaction,
  makeUnsignedSTXTokenTransfer,
  privateKeyToPublic,
  publicKeyToHex,
  TransactionSigner,
} from '@stacks/transactions';

/** The private key of the test wallets: that of the segwit owner, with the suffix for "compressed". */
export const STX_KEY = `${'01'.repeat(32)}01`;
/** The private key of another account, the one of `OTHER_STX_ADDRESS`. */
export const OTHER_STX_KEY = `${'09'.repeat(32)}01`;
export const STX_ADDRESS = 'SP1WV0048ERKB55592H81MK6J4TTRP8TSGC4JX54N';
/** The address of the same key on a test network. */
export const TESTNET_STX_ADDRESS = 'ST1WV0048ERKB55592H81MK6J4TTRP8TSGE8VSTHJ';

/** An unsigned transfer of 1000 micro-STX from that account. */
export const UNSIGNED =
  '0000000001040079b000887626b294a914501a4cd226b58b2359830000000000000003000000000000012c000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000030200000000000516debc095099629badb11b9d5335e874d12f1f1d4500000000000003e868656c6c6f0000000000000000000000000000000000000000000000000000000000';

/** The same transfer on a test network. */
export const TESTNET_UNSIGNED = UNSIGNED.replace(/^0000000001/, '8080000000').replace(
  '0516debc',
  '051adebc',
);

/** The post-condition that an account sends at most one micro-STX, hex. */
export const POST_CONDITION = `000216${'11'.repeat(20)}050000000000000001`;

/** Signs a transaction (hex) as origin with the key of the account, like wallets do without checking the origin. */
export function signTransaction(raw: string, key = STX_KEY): string {
  const transaction = deserializeTransaction(raw);
  new TransactionSigner(transaction).signOrigin(key);
  return transaction.serialize();
}

/** The same transfer, signed. */
export const SIGNED_TRANSACTION = signTransaction(UNSIGNED);

/** A transfer of STX from an account, unsigned and signed, with its id. */
export async function transferOf({
  key = STX_KEY,
  ...options
}: {
  readonly amount: number | bigint | string;
  readonly recipient: string;
  readonly memo?: string;
  readonly sponsored?: boolean;
  readonly network?: 'mainnet' | 'testnet';
  readonly key?: string;
}) {
  const publicKey = publicKeyToHex(privateKeyToPublic(key));
  const made = await makeUnsignedSTXTokenTransfer({
    ...{ network: 'mainnet', publicKey, nonce: 3n, fee: options.sponsored ? 0n : 300n },
    ...options,
  });
  const unsigned = made.serialize();
  const transaction = signTransaction(unsigned, key);
  return { unsigned, transaction, txid: deserializeTransaction(transaction).txid() };
}
