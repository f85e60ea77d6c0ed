import * as satsConnect from '@sats-connect/core';
import { base64 } from '@scure/base';
import { safeParse, type GenericSchema } from 'valibot';
import { addressOn, OWNERS, sign, type Owner } from './psbts.js';
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

const SCHEMAS: Readonly<Record<string, GenericSchema>> = {
  wallet_connect: satsConnect.connectRequestMessageSchema,
  wallet_disconnect: satsConnect.disconnectRequestMessageSchema,
  wallet_getAccount: satsConnect.getAccountRequestMessageSchema,
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

/** The rows of its account, on a network in its own words. */
function addressesOn(name: string) {
  return [
    {
      address: addressOn(parametersOf(name), 'nested'),
      publicKey: OWNERS.nested.publicKey,
      purpose: 'payment',
      addressType: 'p2sh',
      walletType: 'software',
    },
    {
      address: addressOn(parametersOf(name), 'taproot'),
      publicKey: OWNERS.taproot.publicKey,
      purpose: 'ordinals',
      addressType: 'p2tr',
      walletType: 'software',
    },
    {
      address: stacksAddressOn(name),
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
}

const parametersOf = (name: string) =>
  name === 'Mainnet' ? 'mainnet' : name === 'Regtest' ? 'regtest' : 'testnet';
const stacksAddressOn = (name: string) => (name === 'Mainnet' ? STX_ADDRESS : TESTNET_STX_ADDRESS);
/** The same key as {@link STX_ADDRESS}, on a test network. */
export const TESTNET_STX_ADDRESS = 'ST1WV0048ERKB55592H81MK6J4TTRP8TSGE8VSTHJ';

export interface SatsConnectWallet extends SchemaWallet {
  /** In its own words; a test changes it as the user does in the wallet. */
  network: string;
  addListener(...args: unknown[]): unknown;
}

/** Xverse: resolves errors, too; some methods want a `wallet_connect` first. */
export function xverseWallet(options?: SatsConnectOptions): SatsConnectWallet {
  return Object.assign(satsConnectWallet(options), {
    signMultipleTransactions: () => undefined,
    createRepeatInscriptions: () => undefined,
  });
}

/** Fordefi, as far as anyone knows: Xverse's schemas, with an answer of its own form. */
export function fordefiWallet(
  options?: SatsConnectOptions,
): SatsConnectWallet & { isFordefi: true } {
  const wallet = satsConnectWallet(options);
  const ask = wallet.request.bind(wallet);
  wallet.request = async (method, params) => {
    const { result, error } = (await ask(method, params)) as Record<string, unknown>;
    if (error) return { status: 'error', error };
    const { txid, ...rest } = (result ?? {}) as Record<string, unknown>;
    return { status: 'success', result: txid === undefined ? result : { ...rest, txId: txid } };
  };
  return Object.assign(wallet, { isFordefi: true as const });
}

interface SatsConnectOptions {
  /** In its own words. Default: `Mainnet`. */
  readonly network?: string;
  /** Whose keys it has. Default: those of its addresses. */
  readonly holds?: readonly Owner[];
}

function satsConnectWallet({
  network = 'Mainnet',
  holds = ['nested', 'taproot'],
}: SatsConnectOptions = {}): SatsConnectWallet {
  let connected = false;
  const state = { network, addListener: () => () => undefined };
  const answering = recorder(({ method, params }, violation) => {
    const schema = SCHEMAS[method];
    if (!schema) return failure(-32601, `"${method}" is not supported.`);
    const parsed = safeParse(schema, { jsonrpc: '2.0', id: '1', method, params });
    if (!parsed.success) {
      violation(
        JSON.stringify(parsed.issues.map(({ message, path }) => [message, path?.at(-1)?.key])),
      );
      return failure(-32602, 'Invalid parameters.');
    }
    const isGated = method === 'stx_getAccounts' || method === 'wallet_getAccount';
    if (isGated && !connected) return failure(-32002, 'Access denied.');
    if (method === 'wallet_connect') {
      connected = true;
      wallet.network = (field(params, 'network') as string | undefined) ?? wallet.network;
    }
    checkEmulated(method, params, violation);
    return success(resultOf(method, params, wallet.network, holds));
  });
  const wallet = Object.assign(answering, state);
  return wallet;
}

function checkEmulated(method: string, params: unknown, violation: Violation): void {
  const amount = field(params, 'amount');
  if (amount !== undefined && !/^\d+$/.test(String(amount))) violation('does not check the amount');
  if (method === 'stx_signTransaction' && typeof field(params, 'broadcast') !== 'boolean') {
    violation('broadcasts unless told not to');
  }
  if (method === 'stx_callContract' && field(params, 'arguments') === undefined) {
    violation('older versions read `arguments` alone');
  }
  if (field(params, 'sponsored')) violation('lets the user pay what a sponsor meant to');
  if (
    method === 'stx_transferStx' &&
    (field(params, 'postConditions') as unknown[] | undefined)?.length
  ) {
    violation('drops the post-conditions');
  }
  if (method === 'signPsbt') {
    const record = field(params, 'signInputs') as Record<string, number[]> | undefined;
    if (!record) violation('crashes without signInputs');
    const indexes = Object.values(record ?? {}).flat();
    if (indexes.length === 0) violation('signs nothing and reports success');
    if (new Set(indexes).size < indexes.length) violation('Duplicate signing index');
  }
}

function resultOf(method: string, params: unknown, name: string, holds: readonly Owner[]): unknown {
  const network = {
    bitcoin: { name },
    stacks: { name },
    spark: { name: name === 'Mainnet' ? 'mainnet' : 'regtest' },
  };
  switch (method) {
    case 'wallet_connect':
    case 'wallet_getAccount':
      return {
        id: '1',
        addresses: addressesOn(name),
        walletType: 'software',
        network,
      };
    case 'wallet_disconnect':
      return null;
    case 'stx_getAccounts':
      return {
        addresses: [
          {
            address: stacksAddressOn(name),
            publicKey: STX_PUBLIC_KEY,
            gaiaHubUrl: 'https://hub.example',
            gaiaAppKey: 'c0ffee',
          },
        ],
        network,
      };
    case 'sendTransfer':
      return { txid: TXID };
    case 'signPsbt': {
      const record = field(params, 'signInputs') as Record<string, number[]>;
      const psbt = holds.reduce(
        (signed, owner) =>
          sign(signed, record[addressOn(parametersOf(name), owner)] ?? [], [owner]),
        base64.decode(field(params, 'psbt') as string),
      );
      return { psbt: base64.encode(psbt), ...(field(params, 'broadcast') ? { txid: TXID } : {}) };
    }
    case 'stx_signTransaction':
      return { transaction: signTransaction(field(params, 'transaction') as string) };
    case 'stx_signMessage':
    case 'stx_signStructuredMessage':
      return { signature: SIGNATURE, publicKey: STX_PUBLIC_KEY };
    default:
      return { txid: TXID, transaction: TRANSACTION };
  }
}
