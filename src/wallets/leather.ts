import { JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { read } from '../lib/safe-access.js';
import { namedInputs } from '../lib/psbt-inputs.js';
import { psbtToHex } from '../lib/psbt-text.js';
import type { MethodName, MethodParams } from '../methods/index.js';
import type { UpdateProfileParams } from '../methods/stx_updateProfile.js';
import { networkField } from '../methods/transaction.js';
import {
  numericFeeAndNonce,
  paymentType,
  refuseNetwork,
  refuseRounding,
  refuseTestRecipients,
  refuseTokenTransfer,
  isPhoneApp,
  refuseUnanswered,
  refuseUnknownOnPhone,
  refuseWideText,
  signsSponsored,
  type TokenTransfer,
} from './leather-checks.js';
import { cannot, refuseMisread, wire, without } from './outgoing.js';
import { checkSigners, sighashNumbers } from './psbt.js';
import { defineWallet, notInSip030, writeStandard } from './standard.js';
import type { RequestContext, WireRequest } from './wallet.js';

/** Sends the request of a standard wallet, after refusing what Leather would drop, misread or never answer. */
function adjusted<M extends MethodName>(
  method: M,
  check: (params: NonNullable<MethodParams<M>>) => void = () => undefined,
) {
  return (
    params: NonNullable<MethodParams<M>>,
    context: RequestContext,
  ): WireRequest | Promise<WireRequest> => {
    refuseNetwork(method, context);
    refuseWideText(method, params);
    refuseMisread(method, params);
    refuseUnanswered(method, params, context);
    check(params);
    return writeStandard(method)!(params, context);
  };
}

/** A method that no known version of Leather has. The extension answers with an error, the phone app never answers. */
function askedInExtension<P extends object>(
  method: MethodName,
  send: (params: P, context: RequestContext) => WireRequest | Promise<WireRequest>,
) {
  const asked = (params: P, context: RequestContext) => {
    if (isPhoneApp(context.provider)) {
      throw new JsonRpcError(
        JsonRpcErrorCode.MethodNotFound,
        `${method}: the phone app of Leather does not have it.`,
      );
    }
    return send(params, context);
  };
  return { asked };
}

function tokenTransfer<M extends 'stx_transferSip10Ft' | 'stx_transferSip9Nft'>(method: M) {
  const send = adjusted(method, (params) => refuseTokenTransfer(method, params as TokenTransfer));
  return async (params: NonNullable<MethodParams<M>>, context: RequestContext) => {
    const request = await send(params, context);
    return wire(method, {
      ...(request.params as object),
      ...numericFeeAndNonce(method, params as TokenTransfer),
    });
  };
}

/** Names mainnet if there is no network: otherwise Leather's window for a message shows "Testnet". */
function onMainnet<P>(
  send: (params: P, context: RequestContext) => WireRequest | Promise<WireRequest>,
) {
  return (params: P, context: RequestContext) =>
    send(params, { ...context, network: context.network ?? 'mainnet' });
}

export const leather = defineWallet({
  order: 1,
  info: {
    id: 'LeatherProvider',
    name: 'Leather',
    webUrl: 'https://leather.io/install-extension',
    chromeWebStoreUrl: 'https://chromewebstore.google.com/detail/ldinpeekobnhjjdofggfgjlcehhmanlj',
    iOSAppStoreUrl: 'https://apps.apple.com/app/id6499127775',
    googlePlayStoreUrl: 'https://play.google.com/store/apps/details?id=io.leather.mobilewallet',
    openInWalletUrl: 'leather://browser?url={url}',
  },
  isOwn: (provider) => read(provider, 'isLeather') === true,
  signsSponsored,
  checkUnknown: refuseUnknownOnPhone,
  ignores: {
    stx_transferStx: ['fee', 'nonce', 'address'],
    stx_transferSip10Ft: ['fee', 'nonce'],
    stx_transferSip9Nft: ['fee', 'nonce'],
    stx_callContract: ['fee', 'nonce', 'address'],
    stx_deployContract: ['fee', 'nonce'],
    ...notInSip030,
  },
  answers: {
    getAddresses: adjusted('getAddresses'),
    stx_getAddresses: adjusted('stx_getAddresses'),
    stx_getAccounts: askedInExtension('stx_getAccounts', adjusted('stx_getAccounts')),
    stx_getNetworks: askedInExtension('stx_getNetworks', (params: object) =>
      wire('stx_getNetworks', Object.entries(params).length > 0 ? params : undefined),
    ),
    sendTransfer: async (params, context) => {
      const request = await adjusted('sendTransfer')(params, context);
      if (context.network === undefined) refuseTestRecipients(params);
      // Leather's published schema requires the network.
      const { network = 'mainnet' } = context;
      return wire(request.method, { ...(request.params as object), network });
    },
    signMessage: (params, context) => {
      refuseNetwork('signMessage', context);
      refuseWideText('signMessage', params);
      const network = context.network ?? 'mainnet';
      return wire('signMessage', {
        message: params.message,
        paymentType: paymentType(params, context),
        network,
      });
    },
    signPsbt: async (params, context) => {
      refuseNetwork('signPsbt', context);
      refuseWideText('signPsbt', params);
      // Leather signs with the keys of the current account, and leaves inputs of others unsigned.
      await checkSigners(params, context);
      const named = namedInputs(params);
      const allowedSighash = sighashNumbers(params);
      return wire('signPsbt', {
        ...without(params, 'psbt', 'signInputs', 'allowedSighash'),
        ...networkField(context.network),
        hex: psbtToHex(params.psbt),
        ...(named && { signAtIndex: named.map(({ index }) => index) }),
        // Read by the phone app and newer extensions. Extensions up to 6.107 sign with the type in the PSBT.
        ...(allowedSighash && { allowedSighash }),
      });
    },
    stx_transferStx: adjusted('stx_transferStx', ({ amount, postConditions }) => {
      refuseRounding('stx_transferStx', amount);
      if (postConditions && postConditions.length > 0) {
        throw cannot(
          'stx_transferStx',
          'postConditions',
          postConditions,
          'Leather drops them from a transfer',
        );
      }
    }),
    stx_transferSip10Ft: tokenTransfer('stx_transferSip10Ft'),
    stx_transferSip9Nft: tokenTransfer('stx_transferSip9Nft'),
    stx_callContract: adjusted('stx_callContract'),
    stx_deployContract: adjusted('stx_deployContract'),
    stx_signTransaction: ({ broadcast, ...params }, context) => {
      if (broadcast) {
        throw cannot(
          'stx_signTransaction',
          'broadcast',
          broadcast,
          'Leather signs but never broadcasts',
        );
      }
      return adjusted('stx_signTransaction')(params, context);
    },
    stx_signTransactions: 'missing',
    stx_signMessage: onMainnet(
      adjusted('stx_signMessage', ({ message }) => {
        if (message === '') {
          throw cannot(
            'stx_signMessage',
            'message',
            message,
            'Leather cannot show an empty message',
          );
        }
      }),
    ),
    stx_signStructuredMessage: onMainnet(adjusted('stx_signStructuredMessage')),
    stx_updateProfile: askedInExtension('stx_updateProfile', ({ profile }: UpdateProfileParams) =>
      wire('stx_updateProfile', { person: profile }),
    ),
  },
  // In Leather, -32000 is SERVER_ERROR; only 4001 is the user's rejection. 16 means that the page must connect
  // first, in versions after 6.73.
  errorCodes: {
    4001: JsonRpcErrorCode.UserRejection,
    [-32000]: JsonRpcErrorCode.InternalError,
    16: JsonRpcErrorCode.MethodAccessDenied,
  },
});
