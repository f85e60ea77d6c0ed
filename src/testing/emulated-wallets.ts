import { base64, hex } from '@scure/base';
import { deserializeCV, deserializeTransaction, serializeCV } from '@stacks/transactions';
import { MemoryChain } from '../../fixtures/dev-wallet/chain/memory-chain.js';
import { inOrderOf } from '../../fixtures/dev-wallet/clarity.js';
import { EMULATIONS } from '../../fixtures/dev-wallet/emulation/index.js';
import { Listeners } from '../../fixtures/dev-wallet/events.js';
import { WalletFailure } from '../../fixtures/dev-wallet/failure.js';
import type { Account } from '../../fixtures/dev-wallet/keys.js';
import { METHODS, type MethodName } from '../../fixtures/dev-wallet/methods.js';
import type { Signing } from '../../fixtures/dev-wallet/prepared-request.js';
import { networkNamed, type Network } from '../../fixtures/dev-wallet/networks.js';
import type { EmulationName } from '../../fixtures/dev-wallet/options.js';
import { asParams, type Params } from '../../fixtures/dev-wallet/params.js';
import { addressOn, OWNERS, PARAMETERS, sign, txidOf, type Owner } from './psbts.js';
import { attempt } from '../lib/safe-access.js';
import { publishedFault } from './published-schemas.js';
import { signBitcoinMessage, signStacksMessage, signStructuredMessage } from './messages.js';
import { recorder, STX_ADDRESS, STX_PUBLIC_KEY, TXID, type SchemaWallet } from './schema-wallet.js';
import { signTransaction, STX_KEY, TESTNET_STX_ADDRESS } from './transactions.js';

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
  /** A version that is newer than the emulation and the published schema, and accepts more. */
  readonly isNewer?: boolean;
}

export const leatherWallet = (holds?: readonly Owner[]) =>
  emulatedWallet('leather', 'segwit', { ...(holds && { holds }) });

/** The mobile app of Leather, which returns the word "version" as its version. */
export const leatherMobile = () =>
  Object.assign(leatherWallet(), { getProductInfo: () => ({ version: 'version' }) });

/** A newer version of the extension of Leather, which reads every post-condition. */
export const newLeather = (version = '6.108.0') =>
  Object.assign(emulatedWallet('leather', 'segwit', { isNewer: true }), {
    getProductInfo: () => ({ version }),
  });

export const xverseWallet = (options?: Options) => emulatedWallet('xverse', 'nested', options);
export const fordefiWallet = (options?: Options) => emulatedWallet('fordefi', 'nested', options);

export const standardWallet = (holds?: readonly Owner[]) =>
  emulatedWallet('sip030', 'segwit', { ...(holds && { holds }) });

function emulatedWallet(
  as: EmulationName,
  payment: Owner,
  { network = 'mainnet', holds = [payment, 'taproot'], isNewer = false }: Options = {},
): EmulatedWallet {
  const emulation = EMULATIONS[as];
  const chain = new MemoryChain();
  let connected = false;

  async function answer(method: string, given: unknown): Promise<unknown> {
    const wire = Object.hasOwn(emulation.methods, method) ? emulation.methods[method] : undefined;
    if (!wire) throw new WalletFailure('unknown-method', `"${method}" is not supported.`);
    const fault = isNewer
      ? undefined
      : (publishedFault(as, method, given) ?? emulation.neverAnswers?.(method, given, false));
    if (fault !== undefined) throw new WalletFailure('params', fault);
    if (wire.gated && !connected) throw new WalletFailure('access', 'Access denied.');
    const identity = () => identityOn(networkNamed(wallet.network.toLowerCase()), payment);
    const params = asParams(wire.params ? wire.params(given, identity()) : given);
    if (wire.connects) connected = true;
    if (wire.switchesNetwork && typeof params['network'] === 'string') {
      wallet.network = params['network'];
    }
    const own = typeof wire.method === 'function' ? wire.method(given) : wire.method;
    const { account, network: current } = identity();
    const named = params['network'];
    const on = attempt(() => networkNamed(named)) ?? current;
    const { signsForeign, sendsSponsored, edit } = wire;
    const signing = {
      ...{ account: identityOn(on, payment).account, network: on, chain },
      ...{ signsForeign, sendsSponsored, edit, sortsByLocale: emulation.sortsByLocale },
    };
    const result =
      own === undefined || own === 'getAddresses'
        ? { account, network: current }
        : await signed(own, params, signing, holds);
    return wire.result ? wire.result(result, identity(), params) : result;
  }

  const success = (result: unknown) => emulation.success('1', result);
  const recording = recorder(async ({ method, params }, violation) => {
    try {
      return success(await answer(method, params));
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
      privateKey: STX_KEY,
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
async function signed(
  method: MethodName,
  params: Params,
  signing: Signing,
  holds: readonly Owner[],
): Promise<unknown> {
  const written = (hex: unknown) =>
    inOrderOf(signing, () => serializeCV(deserializeCV(hex as string)));
  switch (method) {
    case 'signPsbt': {
      const psbt = params['psbt'] as string;
      const bytes = /^([0-9a-f]{2})+$/i.test(psbt) ? hex.decode(psbt) : base64.decode(psbt);
      const inputs = params['signInputs'] as readonly ({ index: number } | number)[] | undefined;
      const indexes = inputs?.map((input) => (typeof input === 'number' ? input : input.index));
      const done = sign(bytes, indexes ?? 'all', holds);
      return { psbt: base64.encode(done), ...(params['broadcast'] ? { txid: txidOf(done) } : {}) };
    }
    case 'signMessage': {
      const owner = params['paymentType'] === 'p2tr' ? 'taproot' : (holds[0] ?? 'segwit');
      const { message, protocol } = params;
      const signature = signBitcoinMessage(
        ...([owner, message as string, protocol as string | undefined] as const),
      );
      return {
        signature,
        messageHash: '',
        address: addressOn('mainnet', owner),
        message,
        protocol,
      };
    }
    case 'sendTransfer':
      return { txid: TXID };
    case 'stx_updateProfile':
      return { profile: params['profile'] };
    case 'stx_signMessage':
      return signStacksMessage(params['message'] as string);
    case 'stx_signStructuredMessage':
      return signStructuredMessage(written(params['domain']), written(params['message']));
    case 'stx_signTransaction': {
      const transaction = inOrderOf(signing, () =>
        signTransaction(params['transaction'] as string),
      );
      const txid = deserializeTransaction(transaction).txid();
      return { transaction, ...(params['broadcast'] ? { txid } : {}) };
    }
    case 'stx_signTransactions':
      return {
        transactions: inOrderOf(signing, () =>
          (params['transactions'] as string[]).map((raw) => signTransaction(raw)),
        ),
      };
    default:
      try {
        return await (await METHODS[method](params, signing)).perform();
      } catch {
        // What the development wallet does not build. A wallet may answer with the id alone.
        return { txid: TXID };
      }
  }
}
