import { endpoints } from '@leather.io/rpc';
import { hex } from '@scure/base';
import { addressOf, OWNERS, sign, type Owner } from './psbts.js';
import {
  failure,
  field,
  recorder,
  SIGNATURE,
  STX_ADDRESS,
  STX_PUBLIC_KEY,
  success,
  TRANSACTION,
  TXID,
  type SchemaWallet,
  type Violation,
} from './schema-wallet.js';
import { signTransaction } from './transactions.js';

const NETWORKS = [
  'mainnet',
  'testnet',
  'testnet4',
  'signet',
  'sbtcTestnet',
  'sbtcDevenv',
  'devnet',
];
const ADDRESSES = [
  {
    symbol: 'BTC',
    type: 'p2wpkh',
    address: addressOf('segwit'),
    publicKey: OWNERS.segwit.publicKey,
    derivationPath: "m/84'/0'/0'/0/0",
  },
  {
    symbol: 'BTC',
    type: 'p2tr',
    address: addressOf('taproot'),
    publicKey: '02' + OWNERS.taproot.publicKey,
    tweakedPublicKey: OWNERS.taproot.publicKey,
    derivationPath: "m/86'/0'/0'/0/0",
  },
  { symbol: 'STX', address: STX_ADDRESS, publicKey: STX_PUBLIC_KEY },
];

interface LeatherWallet extends SchemaWallet {
  readonly isLeather: true;
  getProductInfo(): { readonly version: string };
}

/** Its extension, 6.73: success resolves the envelope, failure rejects a plain one. */
export function leatherWallet(holds?: readonly Owner[]): LeatherWallet {
  const schemas = new Map(
    Object.values(endpoints).map((endpoint) => [endpoint.method as string, endpoint]),
  );
  const wallet = recorder(({ method, params = {} }, violation) => {
    const endpoint = schemas.get(method);
    const unanswered = ['stx_getAccounts', 'stx_getNetworks', 'stx_updateProfile'].includes(method);
    if (!endpoint || unanswered) {
      return Promise.reject(failure(-32601, `"${method}" is not supported.`));
    }
    const parsed = endpoint.request.safeParse({ jsonrpc: '2.0', id: '1', method, params });
    if (!parsed.success) violation(parsed.error.message);
    checkEmulated(method, params, violation);
    return success(leatherResult(method, params, holds));
  });
  return Object.assign(wallet, {
    isLeather: true as const,
    getProductInfo: () => ({ version: '6.73.4' }),
  });
}

/** Its phone app, which calls its version by that word. */
export function leatherMobile(): LeatherWallet {
  return Object.assign(leatherWallet(), { getProductInfo: () => ({ version: 'version' }) });
}

/** What it does with transfers of tokens, for which it builds the contract call by itself. */
function checkTokenTransfer(params: unknown, violation: Violation): void {
  if (field(params, 'memo')) violation('drops the memo');
  if ((field(params, 'postConditions') as unknown[] | undefined)?.length) {
    violation('drops the post-conditions');
  }
  if (field(params, 'postConditionMode') !== undefined) violation('drops the mode');
  if (!(field(params, 'asset') as string).includes('::')) violation('aborts the transfer');
  if ((field(params, 'recipient') as string).includes('.')) violation('crashes its popup');
  for (const name of ['fee', 'nonce']) {
    const value = field(params, name);
    if (value !== undefined && typeof value !== 'number') violation(`takes no such ${name}`);
  }
}

/** What it was seen to do with what its schema lets pass. */
function checkEmulated(method: string, params: unknown, violation: Violation): void {
  const network = field(params, 'network');
  if (network !== undefined && !NETWORKS.includes(network as string)) {
    violation(`signs on mainnet for the network ${String(network)}`);
  }
  if (method !== 'stx_signMessage' && /[^\0-\xff]/.test(JSON.stringify(params))) {
    violation('never answers characters above U+00FF');
  }
  const amount = field(params, 'amount');
  if (amount !== undefined && !(typeof amount === 'string' && /^\d+$/.test(amount))) {
    violation(`reads the amount ${String(amount)} as a number of its own`);
  }
  if (amount !== undefined && BigInt(amount as string) > BigInt(Number.MAX_SAFE_INTEGER)) {
    violation('rounds the amount');
  }
  for (const recipient of (field(params, 'recipients') ?? []) as Record<string, unknown>[]) {
    if (typeof recipient['amount'] !== 'string') violation('wants amounts in digits');
  }
  const isToken = ['stx_transferSip10Ft', 'stx_transferSip9Nft'].includes(method);
  if (isToken) checkTokenTransfer(params, violation);
  if (isToken && field(params, 'sponsored')) violation('lets the user pay');
  if (/^stx_sign(Structured)?Message$/.test(method) && network === undefined) {
    violation('says Testnet in its popup');
  }
  const dropped = field(params, 'postConditions') as unknown[] | undefined;
  if (method === 'stx_transferStx' && dropped?.length) violation('drops the post-conditions');
  if (method === 'stx_signTransaction' && field(params, 'broadcast')) violation('never broadcasts');
  if (method === 'signPsbt') {
    if (/^0x/i.test(field(params, 'hex') as string)) violation('reads no 0x');
    if (
      Array.isArray(field(params, 'signAtIndex')) &&
      !(field(params, 'signAtIndex') as unknown[]).length
    ) {
      violation('signs every input');
    }
    const allowed = (field(params, 'allowedSighash') ?? []) as unknown[];
    if (!allowed.every((type) => typeof type === 'number'))
      violation('knows SIGHASH types by number');
  }
}

export function leatherResult(
  method: string,
  params: unknown,
  holds: readonly Owner[] = ['segwit', 'taproot'],
): unknown {
  switch (method) {
    case 'getAddresses':
    case 'stx_getAddresses':
      return { addresses: ADDRESSES };
    case 'sendTransfer':
      return { txid: TXID };
    case 'signPsbt': {
      const at = field(params, 'signAtIndex') as number | number[] | undefined;
      const psbt = hex.decode(field(params, 'hex') as string);
      const signed = sign(psbt, at === undefined ? 'all' : [at].flat(), holds);
      return { hex: hex.encode(signed), ...(field(params, 'broadcast') ? { txid: TXID } : {}) };
    }
    case 'stx_signTransaction': {
      const signed = signTransaction(field(params, 'transaction') as string);
      return { txHex: signed, transaction: signed };
    }
    case 'stx_signMessage':
    case 'stx_signStructuredMessage':
      return { signature: SIGNATURE, publicKey: STX_PUBLIC_KEY };
    case 'stx_getNetworks':
      return { active: 'mainnet', networks: [{ id: 'mainnet' }] };
    case 'stx_updateProfile':
      return { profile: {} };
    default:
      return { txid: TXID, transaction: TRANSACTION };
  }
}
