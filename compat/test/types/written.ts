/** Lines of real apps, in addition to the apps in `apps/`. */
import {
  connect,
  openContractCall,
  openContractDeploy,
  openSTXTransfer,
  request,
  requestRaw,
  showConnect,
  UserSession,
  type FinishedTxData,
  type JsonRpcErrorCode,
} from '@stacks/connect';
import type { MethodParams, Methods, StacksProvider } from '@stacks/connect/dist/types';
import type {
  AddressEntry,
  GetAddressesResult,
  TransactionResult,
} from '@stacks/connect/dist/types/methods';
import { STACKS_MAINNET, STACKS_TESTNET } from '@stacks/network';
import { StacksTestnet } from '@stacks/network-v6';
import { Cl, Pc, PostConditionMode, type ClarityValue } from '@stacks/transactions';
import { AnchorMode, uintCV } from '@stacks/transactions-v6';

const contract = { contractAddress: 'SP', contractName: 'c', functionName: 'f' };

export async function results() {
  const connected: GetAddressesResult = await connect();
  const entries: AddressEntry[] = connected.addresses;
  entries.sort((a, b) => a.address.localeCompare(b.address));
  connected.addresses[0]!.symbol = 'STX';
  const called: TransactionResult = await request('stx_callContract', {
    contract: 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH.counter',
    functionName: 'f',
    functionArgs: [Cl.uint(1)],
  });
  const empty: TransactionResult = {};
  const { txid } = await request('sendTransfer', { recipients: [{ address: 'bc1', amount: 1 }] });
  const signed = await request('stx_signMessage', { message: 'm' });
  const sent: { txid: string } = { txid };
  return [entries, called.txid, called.transaction, empty, sent, signed.signature];
}

/** A wrapper with a type parameter for the method, as in many apps. */
export function ask<M extends keyof Methods>(method: M, params: MethodParams<M>) {
  return request({ forceWalletSelect: false, persistWalletSelect: true }, method, params);
}

export async function raw(provider: StacksProvider) {
  const { signature } = await requestRaw(provider, 'stx_signMessage', { message: 'm' });
  const { txid } = await requestRaw(provider, 'stx_callContract', {
    contract: 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH.counter',
    functionName: 'f',
    functionArgs: ['0x0100000000000000000000000000000001'],
    postConditions: ['00'],
    network: 'mainnet',
  });
  return [signature, txid];
}

export function networks(functionArgs: ClarityValue[]) {
  const call = { ...contract, functionArgs };
  openContractCall({ ...call, network: 'testnet' });
  openContractCall({ ...call, network: STACKS_MAINNET });
  openContractCall({ ...call, network: new StacksTestnet() });
  openContractCall({ ...call, network: { url: 'http://localhost:3999' } });
}

export function callbacks(provider: StacksProvider) {
  const finished = (data: FinishedTxData) =>
    data.txId + data.txRaw + String(data.stacksTransaction);
  openContractCall(
    {
      ...contract,
      functionArgs: [uintCV(1), Cl.uint(1), '0x00'],
      postConditions: [Pc.principal('SP').willSendEq(1).ustx(), '00'],
      postConditionMode: PostConditionMode.Allow,
      anchorMode: AnchorMode.Any,
      network: STACKS_TESTNET,
      sponsored: false,
      fee: 1000,
      onFinish: finished,
      onCancel: (error) => error?.message,
    },
    provider,
  );
  openContractCall({
    ...contract,
    functionArgs: [],
    sponsored: true,
    onFinish: ({ txRaw }) => txRaw,
  });
  openContractDeploy({
    contractName: 'c',
    codeBody: '',
    clarityVersion: 3,
    onFinish: (data) => [data.txRaw, data.stacksTransaction.txid()],
  });
  openSTXTransfer({ recipient: 'SP', amount: '1', memo: 'm', onFinish: (data) => void data.txRaw });
}

export function session() {
  const userSession = new UserSession({ appConfig: undefined });
  void showConnect({
    appDetails: { name: 'a', icon: 'i' },
    onFinish: ({ userSession: signedIn, authResponsePayload }) =>
      signedIn.loadUserData().profile.stxAddress.mainnet ??
      authResponsePayload?.profile.stxAddress.testnet,
  });
  userSession.store.setSessionData({ userData: { profile: {} } });
  return userSession.isUserSignedIn() && userSession.handlePendingSignIn();
}

export const codes = (code: JsonRpcErrorCode) => code === -31001;
export const sent = (result: TransactionResult) => result as FinishedTxData;
