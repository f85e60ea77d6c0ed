/**
 * `real` is @stacks/connect 8.2.7. `@stacks/connect` is the drop-in, and in a second run also 8.2.7, which shows that
 * 8.2.7 accepts everything in this file.
 */
import * as ours from '@stacks/connect';
import type * as oursTypes from '@stacks/connect/dist/types';
import type * as oursMethods from '@stacks/connect/dist/types/methods';
import type * as real from 'real';
import type * as realMethods from 'real/methods';

declare function given<T>(): T;

// What an app passes: every value that 8.2.7 accepts.
given<real.AuthOptions>() satisfies ours.AuthOptions;
given<real.ConnectNetwork>() satisfies ours.ConnectNetwork;
given<real.ContractCallOptions>() satisfies ours.ContractCallOptions;
given<real.ContractCallRegularOptions>() satisfies ours.ContractCallRegularOptions;
given<real.ContractCallSponsoredOptions>() satisfies ours.ContractCallSponsoredOptions;
given<real.ContractDeployOptions>() satisfies ours.ContractDeployOptions;
given<real.ContractDeployRegularOptions>() satisfies ours.ContractDeployRegularOptions;
given<real.STXTransferOptions>() satisfies ours.STXTransferOptions;
given<real.STXTransferRegularOptions>() satisfies ours.STXTransferRegularOptions;
given<real.SignatureRequestOptions>() satisfies ours.SignatureRequestOptions;
given<real.StructuredDataSignatureRequestOptions>() satisfies ours.StructuredDataSignatureRequestOptions;
given<real.PsbtRequestOptions>() satisfies ours.PsbtRequestOptions;
given<real.StacksProvider>() satisfies ours.StacksProvider;
given<real.WbipProvider>() satisfies ours.WbipProvider;
given<real.StorageData>() satisfies ours.StorageData;
given<real.SessionOptions>() satisfies ours.SessionOptions;
given<real.SessionData>() satisfies ours.SessionData;
given<real.UserSession>() satisfies ours.UserSession;

// What an app passes, by method.
given<keyof real.Methods>() satisfies keyof ours.Methods;
type Params = { [M in keyof real.Methods]: real.MethodParams<M> };
given<Params>() satisfies { [M in keyof real.Methods]: ours.MethodParams<M> };
given<realMethods.CallContractParams>() satisfies oursMethods.CallContractParams;
given<realMethods.TransferStxParams>() satisfies oursMethods.TransferStxParams;
given<realMethods.DeployContractParams>() satisfies oursMethods.DeployContractParams;
given<realMethods.SignPsbtParams>() satisfies oursMethods.SignPsbtParams;
given<realMethods.SendTransferParams>() satisfies oursMethods.SendTransferParams;
given<realMethods.SignMessageParams>() satisfies oursMethods.SignMessageParams;
given<realMethods.SignStructuredMessageParams>() satisfies oursMethods.SignStructuredMessageParams;
given<realMethods.GetAddressesParams>() satisfies oursMethods.GetAddressesParams;
given<realMethods.PostCondition>() satisfies oursMethods.PostCondition;
given<realMethods.ClarityValue>() satisfies oursMethods.ClarityValue;
given<realMethods.NetworkString>() satisfies oursMethods.NetworkString;
given<realMethods.Integer>() satisfies oursMethods.Integer;

// What an app receives, and passes to code that expects the types of 8.2.7.
given<ours.FinishedTxData>() satisfies real.FinishedTxData;
given<ours.FinishedAuthData>() satisfies real.FinishedAuthData;
given<ours.AuthResponsePayload>() satisfies real.AuthResponsePayload;
given<ours.SignatureData>() satisfies real.SignatureData;
given<ours.PsbtData>() satisfies real.PsbtData;
given<ours.UserData>() satisfies real.UserData;
given<ours.UserSession>() satisfies real.UserSession;
given<ours.StorageData>() satisfies real.StorageData;
given<ours.JsonRpcError>() satisfies real.JsonRpcError;
given<ours.StacksProvider>() satisfies real.StacksProvider;
type Results = { [M in keyof real.Methods]: ours.MethodResult<M> };
given<Results>() satisfies { [M in keyof real.Methods]: real.MethodResult<M> };
given<oursMethods.GetAddressesResult>() satisfies realMethods.GetAddressesResult;
given<oursMethods.TransactionResult>() satisfies realMethods.TransactionResult;
given<oursMethods.AddressEntry>() satisfies realMethods.AddressEntry;

// Values of an app with these types: fixtures of tests, and state.
given<real.FinishedTxData>() satisfies ours.FinishedTxData;
given<real.FinishedAuthData>() satisfies ours.FinishedAuthData;
given<real.UserData>() satisfies ours.UserData;
given<real.SignatureData>() satisfies ours.SignatureData;
given<realMethods.GetAddressesResult>() satisfies oursMethods.GetAddressesResult;
given<realMethods.AddressEntry>() satisfies oursMethods.AddressEntry;
given<realMethods.TransactionResult>() satisfies oursMethods.TransactionResult;
given<realMethods.TxidResult>() satisfies oursMethods.TxidResult;
given<realMethods.SignMessageResult>() satisfies oursMethods.SignMessageResult;
given<realMethods.SignPsbtResult>() satisfies oursMethods.SignPsbtResult;

// The functions and classes that apps use, with their arguments and results.
ours.connect satisfies typeof real.connect;
ours.disconnect satisfies typeof real.disconnect;
ours.getLocalStorage satisfies typeof real.getLocalStorage;
ours.clearLocalStorage satisfies typeof real.clearLocalStorage;
ours.isConnected satisfies typeof real.isConnected;
ours.request satisfies typeof real.request;
ours.authenticate satisfies typeof real.authenticate;
ours.showConnect satisfies typeof real.showConnect;
ours.openContractCall satisfies typeof real.openContractCall;
ours.openContractDeploy satisfies typeof real.openContractDeploy;
ours.openSTXTransfer satisfies typeof real.openSTXTransfer;
ours.openSignatureRequestPopup satisfies typeof real.openSignatureRequestPopup;
ours.openPsbtRequestPopup satisfies typeof real.openPsbtRequestPopup;
ours.openStructuredDataSignatureRequestPopup satisfies typeof real.openStructuredDataSignatureRequestPopup;
ours.showContractCall satisfies typeof real.showContractCall;
ours.showContractDeploy satisfies typeof real.showContractDeploy;
ours.showSTXTransfer satisfies typeof real.showSTXTransfer;
ours.showSignMessage satisfies typeof real.showSignMessage;
ours.getUserData satisfies typeof real.getUserData;
ours.getStacksProvider satisfies typeof real.getStacksProvider;
ours.isStacksWalletInstalled satisfies typeof real.isStacksWalletInstalled;
ours.getSelectedProvider satisfies typeof real.getSelectedProvider;
ours.getSelectedProviderId satisfies typeof real.getSelectedProviderId;
ours.setSelectedProviderId satisfies typeof real.setSelectedProviderId;
ours.clearSelectedProviderId satisfies typeof real.clearSelectedProviderId;
ours.isProviderSelected satisfies typeof real.isProviderSelected;
ours.isMobile satisfies typeof real.isMobile;
ours.DEFAULT_PROVIDERS satisfies typeof real.DEFAULT_PROVIDERS;
ours.AppConfig satisfies typeof real.AppConfig;
ours.UserSession satisfies typeof real.UserSession;
ours.JsonRpcError satisfies typeof real.JsonRpcError;
// Enums of two declarations are never assignable, so their values are compared at run time.
ours.JsonRpcErrorCode.UserCanceled satisfies number;
ours.JsonRpcErrorCode.UserRejection satisfies ours.JsonRpcErrorCode;
ours.TransactionTypes.ContractCall satisfies string;
given<oursTypes.FinishedTxData>() satisfies ours.FinishedTxData;
