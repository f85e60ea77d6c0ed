import { base64, hex } from '@scure/base';
import { EMULATIONS } from '../../fixtures/dev-wallet/emulation/index.js';
import { Listeners } from '../../fixtures/dev-wallet/events.js';
import { WalletFailure } from '../../fixtures/dev-wallet/failure.js';
import type { Account } from '../../fixtures/dev-wallet/keys.js';
import { networkNamed, type Network } from '../../fixtures/dev-wallet/networks.js';
import type { EmulationName } from '../../fixtures/dev-wallet/options.js';
import { asParams, type Params } from '../../fixtures/dev-wallet/params.js';
import { addressOn, OWNERS, PARAMETERS, sign, type Owner } from './psbts.js';
import { publishedFault } from './published-schemas.js';
import {
  recorder,
  SIGNATURE,
  STX_ADDRESS,
  STX_PUBLIC_KEY,
  TRANSACTION,
  TXID,
  type SchemaWallet,
} from './schema-wallet.js';
import { signTransaction, TESTNET_STX_ADDRESS } from './transactions.js';

/**
 * Wallets that behave like the emulations of the development wallet, with the keys of the tests. A request
 * that the real wallet would reject, or that its published schema does not allow, is a violation. Inputs of
 * a PSBT that belong to others stay unsigned.
 */
export interface EmulatedWallet extends SchemaWallet {
  /** The wallet's network. A test may change it, as a user does in the wallet. */
  network: string;
}

interface Options {
  readonly network?: string;
  /** The owners whose keys it has. Default: those of its addresses. */
  readonly holds?: readonly Owner[];
}

export const leatherWallet = (holds?: readonly Owner[]) =>
  emulatedWallet('leather', 'segwit', { ...(holds && { holds }) });

/** The mobile app of Leather, which returns the word "version" as its version. */
export const leatherMobile = () =>
  Object.assign(leatherWallet(), { getProductInfo: () => ({ version: 'version' }) });

export const xverseWallet = (options?: Options) => emulatedWallet('xverse', 'nested', options);
export const fordefiWallet = (options?: Options) => emulatedWallet('fordefi', 'nested', options);

export const standardWallet = (holds?: readonly Owner[]) =>
  emulatedWallet('sip030', 'segwit', { ...(holds && { holds }) });

function emulatedWallet(
  as: EmulationName,
  payment: Owner,
  { network = 'mainnet', holds = [payment, 'taproot'] }: Options = {},
): EmulatedWallet {
  const emulation = EMULATIONS[as];
  let connected = false;

  function answer(method: string, given: unknown): unknown {
    const wire = Object.hasOwn(emulation.methods, method) ? emulation.methods[method] : undefined;
    if (!wire) throw new WalletFailure('unknown-method', `"${method}" is not supported.`);
    const fault =
      publishedFault(as, method, given) ?? emulation.neverAnswers?.(method, given, false);
    if (fault !== undefined) throw new WalletFailure('params', fault);
    if (wire.gated && !connected) throw new WalletFailure('access', 'Access denied.');
    const identity = () => identityOn(networkNamed(wallet.network.toLowerCase()), payment);
    const params = asParams(wire.params ? wire.params(given, identity()) : given);
    if (wire.connects) connected = true;
    if (wire.switchesNetwork && typeof params['network'] === 'string') {
      wallet.network = params['network'];
    }
    const result = wire.method === 'getAddresses' ? identity() : signed(method, params, holds);
    return wire.result ? wire.result(result, identity(), params) : result;
  }

  const success = (result: unknown) => emulation.success('1', result);
  const recording = recorder(({ method, params }, violation) => {
    try {
      return success(answer(method, params));
    } catch (error) {
      if (!(error instanceof WalletFailure)) throw error;
      const { reason, message } = error;
      if (reason !== 'unknown-method' && reason !== 'access') violation(message);
      const end = emulation.failure('1', { code: emulation.codes[reason], message });
      if ('resolved' in end) return end.resolved;
      throw end.rejected;
    }
  }, success);
  const wallet = Object.assign(recording, { network }, emulation.extras(new Listeners()));
  return wallet;
}

function identityOn(network: Network, payment: Owner) {
  const parameters = network.bitcoin;
  const name = (Object.keys(PARAMETERS) as (keyof typeof PARAMETERS)[]).find(
    (each) => PARAMETERS[each].bech32 === parameters.bech32,
  );
  const key = (owner: Owner) => ({
    address: addressOn(name ?? 'mainnet', owner),
    publicKey: OWNERS[owner].publicKey,
    privateKey: OWNERS[owner].key,
    script: OWNERS[owner].script,
    derivationPath: 'm',
  });
  const account: Account = {
    index: 0,
    stacks: {
      address: network.stacks === 'mainnet' ? STX_ADDRESS : TESTNET_STX_ADDRESS,
      publicKey: STX_PUBLIC_KEY,
      privateKey: '',
      derivationPath: 'm',
    },
    payment: key(payment),
    taproot: {
      ...key('taproot'),
      publicKey: '02' + OWNERS.taproot.publicKey,
      internalKey: hex.decode(OWNERS.taproot.publicKey),
      tweakedPublicKey: OWNERS.taproot.publicKey,
    },
    appKey: 'c0ffee',
  };
  return { account, network };
}

/** The result of the development wallet, before the emulation converts it. */
function signed(method: string, params: Params, holds: readonly Owner[]): unknown {
  const txid = params['broadcast'] ? { txid: TXID } : {};
  switch (method) {
    case 'signPsbt': {
      const psbt = params['psbt'] as string;
      const bytes = /^([0-9a-f]{2})+$/i.test(psbt) ? hex.decode(psbt) : base64.decode(psbt);
      const inputs = params['signInputs'] as readonly ({ index: number } | number)[] | undefined;
      const indexes = inputs?.map((input) => (typeof input === 'number' ? input : input.index));
      return { psbt: base64.encode(sign(bytes, indexes ?? 'all', holds)), ...txid };
    }
    case 'stx_signTransaction':
      return { transaction: signTransaction(params['transaction'] as string), ...txid };
    case 'stx_signTransactions':
      return {
        transactions: (params['transactions'] as string[]).map((raw) => signTransaction(raw)),
      };
    case 'signMessage': {
      const owner = params['paymentType'] === 'p2tr' ? 'taproot' : (holds[0] ?? 'segwit');
      const { message, protocol } = params;
      return {
        signature: btoa(SIGNATURE),
        messageHash: '',
        address: addressOn('mainnet', owner),
        message,
        protocol,
      };
    }
    case 'stx_signMessage':
    case 'stx_signStructuredMessage':
      return { signature: SIGNATURE, publicKey: STX_PUBLIC_KEY };
    case 'stx_updateProfile':
      return { profile: params['profile'] };
    default:
      return { txid: TXID, transaction: TRANSACTION };
  }
}
