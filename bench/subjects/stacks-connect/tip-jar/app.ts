import { connect, disconnect, getLocalStorage, isConnected, request } from '@stacks/connect';
import { Cl, ClarityType, fetchCallReadOnlyFunction, Pc } from '@stacks/transactions';

const API = 'https://api.hiro.so';
const JAR = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';

const TOKENS = {
  HNY: {
    decimals: 6,
    contract: 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token',
    asset: 'honey',
  },
  sBTC: {
    decimals: 8,
    contract: 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token',
    asset: 'sbtc-token',
  },
} as const;

class FailedError extends Error {}

const form = document.querySelector('form')!;
const connectButton = document.querySelector<HTMLButtonElement>('#connect')!;
const show = (id: string, text: string) => (document.getElementById(id)!.textContent = text);

function account(): string | undefined {
  return isConnected() ? getLocalStorage()?.addresses.stx[0]?.address : undefined;
}

function chosen() {
  const data = new FormData(form);
  const ticker = data.get('token') as keyof typeof TOKENS;
  return { ...TOKENS[ticker], ticker, typed: String(data.get('amount')) };
}

function formatUnits(amount: bigint, decimals: number): string {
  const digits = String(amount).padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  const whole = BigInt(digits.slice(0, -decimals)).toLocaleString('en');
  return fraction ? `${whole}.${fraction}` : whole;
}

function parseUnits(typed: string, decimals: number): bigint {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(typed.trim()) ?? [];
  if (whole === undefined) throw new Error('Write an amount such as 1.5.');
  if (fraction.length > decimals) throw new Error(`At most ${decimals} decimals.`);
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

async function readBalance(contract: string, who: string): Promise<bigint> {
  const [contractAddress, contractName] = contract.split('.') as [string, string];
  const answer = await fetchCallReadOnlyFunction({
    contractAddress,
    contractName,
    functionName: 'get-balance',
    functionArgs: [Cl.principal(who)],
    senderAddress: who,
    network: 'mainnet',
  });
  if (answer.type !== ClarityType.ResponseOk || answer.value.type !== ClarityType.UInt) {
    throw new Error('The contract did not answer with a balance.');
  }
  return BigInt(answer.value.value);
}

async function showBalances() {
  const address = account();
  connectButton.textContent = address ? `Disconnect ${address.slice(0, 5)}…` : 'Connect';
  form.querySelector('button')!.disabled = !address;
  const { contract, decimals, ticker } = chosen();
  const read = async (who: string) =>
    `${formatUnits(await readBalance(contract, who), decimals)} ${ticker}`;
  show('jar', await read(JAR));
  show('balance', address ? await read(address) : '–');
}

async function waitForBlock(txid: string) {
  for (;;) {
    const response = await fetch(`${API}/extended/v1/tx/${txid}`);
    if (response.ok) {
      const { tx_status: status, tx_result: result } = await response.json();
      if (status === 'success') return;
      if (status === 'abort_by_post_condition') {
        throw new FailedError('A post-condition stopped it. Only the fee was paid.');
      }
      if (status !== 'pending') {
        throw new FailedError(
          `The contract refused it: ${result?.repr ?? status}. Only the fee was paid.`,
        );
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 5000));
  }
}

async function tip() {
  const { contract, asset, decimals, typed } = chosen();
  const address = account();
  if (!address) return;
  try {
    const amount = parseUnits(typed, decimals);
    show('outcome', 'Confirm in your wallet.');
    const { txid } = await request('stx_callContract', {
      contract,
      functionName: 'transfer',
      functionArgs: [Cl.uint(amount), Cl.principal(address), Cl.principal(JAR), Cl.none()],
      postConditions: [Pc.principal(address).willSendEq(amount).ft(contract, asset)],
      postConditionMode: 'deny',
      network: 'mainnet',
    });
    if (!txid) throw new Error('The wallet returned no transaction id.');
    show('outcome', 'Sent. Waiting for a block.');
    await waitForBlock(txid);
    show('outcome', 'Confirmed.');
  } catch (error) {
    show('outcome', explain(error));
  }
  await showBalances();
}

function explain(error: unknown): string {
  const code = (error as { code?: unknown } | undefined)?.code;
  if (code === 4001 || code === -31001 || code === -32000) {
    return 'You rejected it. Nothing was sent.';
  }
  return error instanceof Error ? error.message : String(error);
}

connectButton.addEventListener('click', async () => {
  try {
    if (account()) disconnect();
    else await connect();
  } catch (error) {
    show('outcome', explain(error));
  }
  await showBalances();
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void tip();
});
form.addEventListener('input', showBalances);
void showBalances();
