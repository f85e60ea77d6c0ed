import { getDefaultClient, isJsonRpcError, JsonRpcErrorCode } from 'stacks-wallet-elements';
import { contract } from 'stacks-wallet-elements/contracts';
import 'stacks-wallet-elements/define/wallet-connect-button';
import { formatUnits, parseUnits } from 'stacks-wallet-elements/metadata';
import { TransactionFailedError, trackTransaction } from 'stacks-wallet-elements/transactions';

const JAR = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';

const functions = [
  {
    name: 'transfer',
    access: 'public',
    args: [
      { name: 'amount', type: 'uint128' },
      { name: 'sender', type: 'principal' },
      { name: 'recipient', type: 'principal' },
      { name: 'memo', type: { optional: { buffer: { length: 34 } } } },
    ],
    outputs: { type: { response: { ok: 'bool', error: 'uint128' } } },
  },
  {
    name: 'get-balance',
    access: 'read_only',
    args: [{ name: 'who', type: 'principal' }],
    outputs: { type: { response: { ok: 'uint128', error: 'none' } } },
  },
] as const;

const TOKENS = {
  HNY: {
    decimals: 6,
    token: contract(
      { functions, fungible_tokens: [{ name: 'honey' }] },
      { contract: 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token' },
    ),
  },
  sBTC: {
    decimals: 8,
    token: contract(
      { functions, fungible_tokens: [{ name: 'sbtc-token' }] },
      { contract: 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token' },
    ),
  },
};

const client = getDefaultClient();
const form = document.querySelector('form')!;
const show = (id: string, text: string) => (document.getElementById(id)!.textContent = text);

function chosen() {
  const data = new FormData(form);
  const ticker = data.get('token') as keyof typeof TOKENS;
  return { ...TOKENS[ticker], ticker, typed: String(data.get('amount')) };
}

async function showBalances() {
  const { stxAddress } = client.state;
  form.querySelector('button')!.disabled = !stxAddress;
  const { token, decimals, ticker } = chosen();
  const read = async (who: string) =>
    `${formatUnits(await token.read['get-balance']({ who }), decimals)} ${ticker}`;
  show('jar', await read(JAR));
  show('balance', stxAddress ? await read(stxAddress) : '–');
}

async function tip() {
  const { token, decimals, typed } = chosen();
  const { stxAddress } = client.state;
  if (!stxAddress) return;
  try {
    const amount = parseUnits(typed, decimals, { unsigned: true });
    const transfer = { amount, sender: stxAddress, recipient: JAR };
    show('outcome', 'Confirm in your wallet.');
    const sent = await token.call.transfer(transfer, token.suggest.transfer(transfer));
    show('outcome', 'Sent. Waiting for a block.');
    await trackTransaction(sent).until('confirmed');
    show('outcome', 'Confirmed.');
  } catch (error) {
    show('outcome', explain(error));
  }
  await showBalances();
}

function explain(error: unknown): string {
  if (isJsonRpcError(error) && error.code === JsonRpcErrorCode.UserRejection) {
    return 'You rejected it. Nothing was sent.';
  }
  if (error instanceof TransactionFailedError) {
    const { reason, result } = error.state;
    return reason === 'post-condition'
      ? 'A post-condition stopped it. Only the fee was paid.'
      : `The contract refused it: ${result}. Only the fee was paid.`;
  }
  return error instanceof Error ? error.message : String(error);
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void tip();
});
form.addEventListener('input', showBalances);
client.subscribe(showBalances);
void showBalances();
