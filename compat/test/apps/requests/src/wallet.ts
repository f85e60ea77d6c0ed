import {
  connect,
  disconnect,
  getLocalStorage,
  isConnected,
  request,
  type MethodParams,
} from '@stacks/connect';
import type {
  CallContractParams,
  GetAddressesResult,
  TransactionResult,
} from '@stacks/connect/dist/types/methods';
import { Cl, Pc } from '@stacks/transactions';

const CONTRACT = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH.counter';
const TOKEN = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH.honey';
const network: CallContractParams['network'] = 'mainnet';

export interface Session {
  stx: string;
  btc: string | undefined;
}

/** The stored session, as a component reads it when it is rendered first. */
export function getSession(): Session | null {
  if (!isConnected()) return null;
  const userData = getLocalStorage();
  const stx = userData?.addresses?.stx?.[0]?.address;
  if (!stx) return null;
  return { stx, btc: userData?.addresses?.btc?.[0]?.address };
}

export async function connectWallet(): Promise<Session> {
  const response: GetAddressesResult = await connect();
  const stx =
    response.addresses.find((entry) => entry.symbol === 'STX')?.address ??
    response.addresses.find((entry) => entry.address.startsWith('S'))?.address;
  if (!stx) throw new Error('The wallet has no Stacks address');
  return { stx, btc: response.addresses[0]?.address };
}

/** Lets the user pick another account of the wallet. */
export async function switchAccount(): Promise<Session | null> {
  await connect({ forceWalletSelect: true });
  return getSession();
}

export function disconnectWallet() {
  disconnect();
}

export async function increment(sender: string, amount: number): Promise<string> {
  const params: MethodParams<'stx_callContract'> = {
    contract: CONTRACT,
    functionName: 'increment',
    functionArgs: [Cl.uint(amount), Cl.some(Cl.principal(sender))],
    postConditions: [
      Pc.principal(sender).willSendLte(1_000_000n).ustx(),
      Pc.principal(sender).willSendEq(5).ft(TOKEN, 'honey'),
    ],
    postConditionMode: 'deny',
    network,
  };
  const result: TransactionResult = await request('stx_callContract', params);
  if (!result.txid) throw new Error('The wallet returned no txid');
  return result.txid;
}

export async function transfer(recipient: string, ustx: bigint): Promise<string> {
  const { txid } = await request('stx_transferStx', {
    recipient,
    amount: ustx,
    memo: 'Thanks',
    network,
  });
  return txid ?? '';
}

export async function signMessage(message: string) {
  const { signature, publicKey } = await request('stx_signMessage', { message });
  return { signature, publicKey };
}

/** How the templates tell a refusal from a failure. */
export function describeError(error: unknown): string {
  const { code, message = String(error) } = error as { code?: number; message?: string };
  const text = message.toLowerCase();
  if (
    code === 4001 ||
    code === -32000 ||
    code === -31001 ||
    text.includes('cancel') ||
    text.includes('reject')
  ) {
    return `You refused: ${message}`;
  }
  return `Failed: ${message}`;
}
