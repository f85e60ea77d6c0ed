import { expect } from '@esm-bundle/chai';
import { createWalletClient } from '../core/client.js';
import type { RequestOptions, WalletClient } from '../core/types.js';
import { isJsonRpcError, type JsonRpcError } from '../errors.js';
import { memoryStorage } from './fake-wallet.js';
import { fordefiWallet, leatherWallet, standardWallet, xverseWallet } from './emulated-wallets.js';
import type { Owner } from './psbts.js';
import type { SchemaWallet } from './schema-wallet.js';

/** Each kind of wallet, by its name in test titles. */
export const EVERY_WALLET: Readonly<Record<string, (holds?: readonly Owner[]) => SchemaWallet>> = {
  Leather: leatherWallet,
  Xverse: (holds) => xverseWallet(holds && { holds }),
  Fordefi: (holds) => fordefiWallet(holds && { holds }),
  'a wallet that conforms to SIP-030': standardWallet,
};

/** A client with empty storage. */
export function freshClient(): WalletClient {
  return createWalletClient({ storage: memoryStorage() });
}

/** Sends a request to one wallet through the public client. */
export function ask(
  wallet: SchemaWallet,
  method: string,
  params?: unknown,
  options: RequestOptions = {},
): Promise<unknown> {
  return freshClient().request({ provider: wallet, ...options }, method, params);
}

/** The params of the last call that reached a wallet. */
export function sentTo(wallet: SchemaWallet): Record<string, unknown> {
  return wallet.calls.at(-1)?.params as Record<string, unknown>;
}

/** The error of a request; throws if the request succeeds. */
export async function refusal(request: Promise<unknown>): Promise<JsonRpcError> {
  const error: unknown = await request.then(
    (value) => expect.fail(`resolved with ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!isJsonRpcError(error)) throw error;
  return error;
}

/** Expects an error about one field, and that the wallet was not called. */
export async function isRefused(
  method: string,
  params: unknown,
  field: string,
  makeWallet: () => SchemaWallet,
): Promise<void> {
  const wallet = makeWallet();
  const error = await refusal(ask(wallet, method, params));
  expect(error.code, error.message).to.equal(-32602);
  expect(error.message).to.contain(`\`${field}\``);
  expect(error.data).to.include({ field });
  expect(wallet.calls).to.deep.equal([]);
}
