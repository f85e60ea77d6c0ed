import { finishedTransaction, loadDeserializer, pick, settle } from './callback.js';
import type { MethodResult } from './methods.js';
import type { StacksProvider } from './providers.js';
import { loadPsbt, send } from './requests.js';
import type {
  ProfileUpdateRequestOptions,
  PsbtRequestOptions,
  SignatureRequestOptions,
  StructuredDataSignatureRequestOptions,
} from './signature-types.js';
import type {
  ContractCallOptions,
  ContractDeployOptions,
  SignTransactionOptions,
  STXTransferOptions,
} from './transaction-types.js';

/**
 * A function with callbacks. The provider may be one of the older kind, which is ignored: the remembered wallet is
 * asked, or the one that the user chooses. The promise resolves after the callback, and never rejects.
 */
type CallbackFunction<Options> = (options: Options, provider?: StacksProvider) => Promise<void>;

/** Fields that all transactions have. */
const TRANSACTION = [
  ...['network', 'fee', 'nonce', 'sponsored', 'postConditions', 'postConditionMode'],
  ...['stxAddress'],
];

function callback<Options>(
  method: string,
  paramsOf: (options: Options) => object,
  toData: (result: never) => unknown,
): CallbackFunction<Options> {
  return (options, provider) =>
    settle(options, async () => {
      if (toData === finishedTransaction) void loadDeserializer();
      const result = await send<never>({ provider }, method, paramsOf(options));
      return toData(result);
    });
}

/** Calls a public function of a contract. `onFinish` receives `txId`, `txRaw` and `stacksTransaction`. */
export const openContractCall = callback<ContractCallOptions>(
  'stx_callContract',
  (options) =>
    pick(
      options,
      ...TRANSACTION,
      ...['contract', 'contractAddress', 'contractName', 'functionName', 'functionArgs'],
    ),
  finishedTransaction,
);

/** Deploys a contract. */
export const openContractDeploy = callback<ContractDeployOptions>(
  'stx_deployContract',
  (options) => {
    const { contractName: name, codeBody: clarityCode } = pick(options, 'contractName', 'codeBody');
    return { ...pick(options, ...TRANSACTION, 'clarityVersion'), name, clarityCode };
  },
  finishedTransaction,
);

/** Sends STX. `amount` is in micro-STX. */
export const openSTXTransfer = callback<STXTransferOptions>(
  'stx_transferStx',
  (options) => pick(options, ...TRANSACTION, 'recipient', 'amount', 'memo'),
  finishedTransaction,
);

/** Signs a serialized transaction and does not broadcast it. */
export const openSignTransaction = callback<SignTransactionOptions>(
  'stx_signTransaction',
  (options) => {
    const { network, txHex: transaction } = pick(options, 'network', 'txHex');
    return { network, transaction };
  },
  finishedTransaction,
);

/** Signs a text. */
export const openSignatureRequestPopup = callback<SignatureRequestOptions>(
  'stx_signMessage',
  (options) => pick(options, 'message', 'network'),
  (result) => result,
);

/** Signs a Clarity value together with the domain of the app (SIP-018). */
export const openStructuredDataSignatureRequestPopup =
  callback<StructuredDataSignatureRequestOptions>(
    'stx_signStructuredMessage',
    (options) => pick(options, 'message', 'domain', 'network'),
    (result) => result,
  );

/** Signs inputs of a PSBT in hex. `onFinish` receives the signed PSBT in hex. */
export const openPsbtRequestPopup = callback<PsbtRequestOptions>(
  'signPsbt',
  (options) => {
    const { hex: psbt, signAtIndex } = pick(options, 'hex', 'signAtIndex');
    return {
      ...pick(options, 'network', 'allowedSighash'),
      psbt,
      signInputs: typeof signAtIndex === 'number' ? [signAtIndex] : signAtIndex,
    };
  },
  async ({ psbt }: MethodResult<'signPsbt'>) => ({ hex: (await loadPsbt()).psbtToHex(psbt) }),
);

/** Replaces the profile of the account. */
export const openProfileUpdateRequestPopup = callback<ProfileUpdateRequestOptions>(
  'stx_updateProfile',
  (options) => pick(options, 'profile'),
  ({ profile }: MethodResult<'stx_updateProfile'>) => profile,
);

// Other names for the same: version 7 opened the list of wallets only in the functions with these names.
export const showContractCall = openContractCall;
export const showContractDeploy = openContractDeploy;
export const showSTXTransfer = openSTXTransfer;
export const showSignTransaction = openSignTransaction;
export const showSignMessage = openSignatureRequestPopup;
export const showSignStructuredMessage = openStructuredDataSignatureRequestPopup;
export const showPsbt = openPsbtRequestPopup;
export const showProfileUpdate = openProfileUpdateRequestPopup;
