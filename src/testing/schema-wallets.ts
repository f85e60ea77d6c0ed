import { endpoints } from '@leather.io/rpc';
import * as satsConnect from '@sats-connect/core';
import { base64, hex } from '@scure/base';
import { safeParse, type GenericSchema } from 'valibot';
import type { WalletProvider } from '../wire/provider.js';
import { addressOf, OWNERS, sign, type Owner } from './psbts.js';

export const STX_ADDRESS = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const STX_PUBLIC_KEY = OWNERS.segwit.publicKey;
const TXID = '0x' + '1'.repeat(64);
const TRANSACTION = '00'.repeat(8);
const SIGNATURE = 'ab'.repeat(65);

export interface Call {
  readonly method: string;
  readonly params: unknown;
}

/** A wallet that holds every call against its published schema, and against what it was seen to do. */
export interface SchemaWallet extends WalletProvider {
  readonly calls: Call[];
  /** What reached it and must not have: empty, or the test fails. */
  readonly violations: string[];
  /** What it answers to a method, in place of its usual result. */
  readonly results: Record<string, unknown>;
}

type Answer = (call: Call, violation: (what: string) => void) => unknown;

function recorder(answer: Answer): SchemaWallet {
  const wallet: SchemaWallet = {
    calls: [],
    violations: [],
    results: {},
    async request(method, params) {
      wallet.calls.push({ method, params: carried(method, params) });
      const violation = (what: string) => wallet.violations.push(`${method}: ${what}`);
      if (Object.hasOwn(wallet.results, method)) {
        // What the schema says of the call counts all the same.
        await answer({ method, params }, violation);
        return { jsonrpc: '2.0', id: '1', result: wallet.results[method] };
      }
      return answer({ method, params }, violation);
    },
  };
  return wallet;

  /** What survives the way to a wallet: structured clone, then JSON. Neither may change anything. */
  function carried(method: string, params: unknown): unknown {
    try {
      const cloned: unknown = structuredClone(params);
      if (cloned === undefined) return undefined;
      const text = JSON.stringify(cloned, (_key, value: unknown) => {
        if (typeof value === 'number' && !Number.isFinite(value)) throw new Error('not finite');
        return value;
      });
      return JSON.parse(text) as unknown;
    } catch (error) {
      wallet.violations.push(`${method}: cannot be carried: ${String(error)}`);
      return params;
    }
  }
}

const success = (result: unknown) => ({ jsonrpc: '2.0', id: '1', result });
const failure = (code: number, message: string) => ({
  jsonrpc: '2.0',
  id: '1',
  error: { code, message },
});
const field = (params: unknown, name: string): unknown =>
  (params as Record<string, unknown> | undefined)?.[name];

const LEATHER_NETWORKS = [
  'mainnet',
  'testnet',
  'testnet4',
  'signet',
  'sbtcTestnet',
  'sbtcDevenv',
  'devnet',
];
const LEATHER_ADDRESSES = [
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

/** Leather 6.73: success resolves the envelope, failure rejects a plain one. */
export function leatherWallet(): SchemaWallet & { isLeather: true } {
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
    leatherManners(method, params, violation);
    return success(leatherResult(method, params));
  });
  return Object.assign(wallet, { isLeather: true as const });
}

/** What it was seen to do with what its schema lets pass. */
function leatherManners(method: string, params: unknown, violation: (what: string) => void): void {
  const network = field(params, 'network');
  if (network !== undefined && !LEATHER_NETWORKS.includes(network as string)) {
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
    if (field(params, 'allowedSighash')) violation('ignores allowedSighash');
  }
}

function leatherResult(method: string, params: unknown): unknown {
  switch (method) {
    case 'getAddresses':
    case 'stx_getAddresses':
      return { addresses: LEATHER_ADDRESSES };
    case 'sendTransfer':
      return { txid: TXID };
    case 'signPsbt': {
      const at = field(params, 'signAtIndex') as number | number[] | undefined;
      const psbt = hex.decode(field(params, 'hex') as string);
      const signed = sign(psbt, at === undefined ? 'all' : [at].flat(), ['segwit', 'taproot']);
      return { hex: hex.encode(signed), ...(field(params, 'broadcast') ? { txid: TXID } : {}) };
    }
    case 'stx_signTransaction':
      return { txHex: TRANSACTION, transaction: TRANSACTION };
    case 'stx_signMessage':
    case 'stx_signStructuredMessage':
      return { signature: SIGNATURE, publicKey: STX_PUBLIC_KEY };
    default:
      return { txid: TXID, transaction: TRANSACTION };
  }
}

const XVERSE_SCHEMAS: Readonly<Record<string, GenericSchema>> = {
  wallet_connect: satsConnect.connectRequestMessageSchema,
  wallet_disconnect: satsConnect.disconnectRequestMessageSchema,
  stx_getAccounts: satsConnect.stxGetAccountsRequestMessageSchema,
  sendTransfer: satsConnect.sendTransferRequestMessageSchema,
  signPsbt: satsConnect.signPsbtRequestMessageSchema,
  stx_transferStx: satsConnect.stxTransferStxRequestMessageSchema,
  stx_callContract: satsConnect.stxCallContractRequestMessageSchema,
  stx_deployContract: satsConnect.stxDeployContractRequestMessageSchema,
  stx_signMessage: satsConnect.stxSignMessageRequestMessageSchema,
  stx_signStructuredMessage: satsConnect.stxSignStructuredMessageRequestMessageSchema,
  stx_signTransaction: satsConnect.stxSignTransactionRequestMessageSchema,
};

const XVERSE_ADDRESSES = [
  {
    address: addressOf('nested'),
    publicKey: OWNERS.nested.publicKey,
    purpose: 'payment',
    addressType: 'p2sh',
    walletType: 'software',
  },
  {
    address: addressOf('taproot'),
    publicKey: OWNERS.taproot.publicKey,
    purpose: 'ordinals',
    addressType: 'p2tr',
    walletType: 'software',
  },
  {
    address: STX_ADDRESS,
    publicKey: STX_PUBLIC_KEY,
    purpose: 'stacks',
    addressType: 'stacks',
    walletType: 'software',
  },
  {
    address: 'spark1pgssyuuuhnrrdjswal5c3s3rafw9w3y5dd4cjy3duxlf7hjzkp0rqx6dj6mrhu',
    publicKey: OWNERS.segwit.publicKey,
    purpose: 'spark',
    addressType: 'spark',
    walletType: 'software',
  },
];
const XVERSE_NETWORK = {
  bitcoin: { name: 'Mainnet' },
  stacks: { name: 'Mainnet' },
  spark: { name: 'mainnet' },
};

/** Xverse: resolves errors, too; some methods want a `wallet_connect` first. */
export function xverseWallet(): SchemaWallet {
  return Object.assign(satsConnectWallet(), {
    signMultipleTransactions: () => undefined,
    createRepeatInscriptions: () => undefined,
  });
}

/** Fordefi, as far as anyone knows: Xverse's schemas, with an answer of its own form. */
export function fordefiWallet(): SchemaWallet & { isFordefi: true } {
  const wallet = satsConnectWallet();
  const ask = wallet.request.bind(wallet);
  wallet.request = async (method, params) => {
    const { result, error } = (await ask(method, params)) as Record<string, unknown>;
    if (error) return { status: 'error', error };
    const { txid, ...rest } = (result ?? {}) as Record<string, unknown>;
    return { status: 'success', result: txid === undefined ? result : { ...rest, txId: txid } };
  };
  return Object.assign(wallet, { isFordefi: true as const });
}

function satsConnectWallet(): SchemaWallet {
  let connected = false;
  return recorder(({ method, params }, violation) => {
    const schema = XVERSE_SCHEMAS[method];
    if (!schema) return failure(-32601, `"${method}" is not supported.`);
    const parsed = safeParse(schema, { jsonrpc: '2.0', id: '1', method, params });
    if (!parsed.success) {
      violation(
        JSON.stringify(parsed.issues.map(({ message, path }) => [message, path?.at(-1)?.key])),
      );
      return failure(-32602, 'Invalid parameters.');
    }
    if (method === 'stx_getAccounts' && !connected) return failure(-32002, 'Access denied.');
    if (method === 'wallet_connect') connected = true;
    xverseManners(method, params, violation);
    return success(xverseResult(method, params));
  });
}

function xverseManners(method: string, params: unknown, violation: (what: string) => void): void {
  const amount = field(params, 'amount');
  if (amount !== undefined && !/^\d+$/.test(String(amount))) violation('does not check the amount');
  if (method === 'stx_signTransaction' && typeof field(params, 'broadcast') !== 'boolean') {
    violation('broadcasts unless told not to');
  }
  if (method === 'stx_callContract' && field(params, 'arguments') === undefined) {
    violation('older versions read `arguments` alone');
  }
  if (method === 'signPsbt') {
    const record = field(params, 'signInputs') as Record<string, number[]> | undefined;
    if (!record) violation('crashes without signInputs');
    const indexes = Object.values(record ?? {}).flat();
    if (indexes.length === 0) violation('signs nothing and reports success');
    if (new Set(indexes).size < indexes.length) violation('Duplicate signing index');
  }
}

function xverseResult(method: string, params: unknown): unknown {
  switch (method) {
    case 'wallet_connect':
      return {
        id: '1',
        addresses: XVERSE_ADDRESSES,
        walletType: 'software',
        network: XVERSE_NETWORK,
      };
    case 'wallet_disconnect':
      return null;
    case 'stx_getAccounts':
      return {
        addresses: [
          {
            address: STX_ADDRESS,
            publicKey: STX_PUBLIC_KEY,
            gaiaHubUrl: 'https://hub.example',
            gaiaAppKey: 'c0ffee',
          },
        ],
        network: XVERSE_NETWORK,
      };
    case 'sendTransfer':
      return { txid: TXID };
    case 'signPsbt': {
      const record = field(params, 'signInputs') as Record<string, number[]>;
      const own: Owner[] = ['nested', 'taproot'];
      const psbt = own.reduce(
        (signed, owner) => sign(signed, record[addressOf(owner)] ?? [], [owner]),
        base64.decode(field(params, 'psbt') as string),
      );
      return { psbt: base64.encode(psbt), ...(field(params, 'broadcast') ? { txid: TXID } : {}) };
    }
    case 'stx_signTransaction':
      return { transaction: TRANSACTION };
    case 'stx_signMessage':
    case 'stx_signStructuredMessage':
      return { signature: SIGNATURE, publicKey: STX_PUBLIC_KEY };
    default:
      return { txid: TXID, transaction: TRANSACTION };
  }
}

/** A wallet that keeps to SIP-030 and to nothing else: it takes what JSON can carry. */
export function standardWallet(): SchemaWallet {
  return recorder(({ method, params }) => {
    if (method === 'stx_getAccounts') {
      return success({ accounts: [{ address: STX_ADDRESS, publicKey: STX_PUBLIC_KEY }] });
    }
    if (method !== 'signPsbt') return success(leatherResult(method, params));
    const inputs = field(params, 'signInputs') as ({ index: number } | number)[] | undefined;
    const indexes = inputs?.map((input) => (typeof input === 'number' ? input : input.index));
    const signed = sign(base64.decode(field(params, 'psbt') as string), indexes ?? 'all', [
      'segwit',
      'taproot',
    ]);
    return success({ psbt: base64.encode(signed) });
  });
}
