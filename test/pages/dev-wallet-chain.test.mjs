import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { base64, hex } from '@scure/base';
import { OutScript, Address, Transaction } from '@scure/btc-signer';
import { deserializeTransaction, sponsorTransaction } from '@stacks/transactions';
import { readPsbt, readTransaction } from '../../fixtures/chain/bitcoin-bytes.mjs';
import {
  transactionId,
  verifySegwit,
  verifyTaproot,
} from '../../fixtures/chain/verify-bitcoin.mjs';
import { verifySponsor, verifyStacks } from '../../fixtures/chain/verify-stacks.mjs';
import { launchBrowser } from '../support/browser.mjs';
import { installWallet, startWalletServer } from '../support/wallet-server.mjs';

/** The first account of the development wallet. */
const PAYMENT = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const PAYMENT_KEY = '0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c';
const TAPROOT = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr';
const SENDER = 'SPC5KHM41H6WHAST7MWWDD807YSPRQKJ69FSH54J';
/** The second account, which sponsors with its Stacks key. */
const FRIEND = 'bc1qku0qh0mc00y8tk0n65x2tqw4trlspak0fnjmfz';
const SPONSOR = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';
const SPONSOR_KEY = '789db648a1d9d181f1e7d3f05ed0aa939db9c7e5cbe12e35cf6e38547497026a01';

describe('the development wallet and the fixture chain, over HTTP', () => {
  let server, browser, page;
  before(async () => {
    [server, browser] = await Promise.all([startWalletServer(), launchBrowser()]);
    page = await browser.newPage();
    await page.goto(server.url);
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });
  beforeEach(async () => {
    await fetch(`${server.url}fixture`, { method: 'DELETE' });
    await installWallet(page, { autoApprove: true });
  });

  const get = async (path) => (await fetch(`${server.url}${path}`)).json();
  const coinsOf = async (address) =>
    (await get(`api/address/${address}/utxo`)).map(({ txid, vout, value }) => ({
      txid,
      index: vout,
      address,
      amount: BigInt(value),
      script: hex.encode(OutScript.encode(Address().decode(address))),
    }));
  const ask = (method, params) =>
    page.evaluate(
      ([name, given]) =>
        window.devWallet.provider.request(name, given).then(
          ({ result }) => result,
          ({ error }) => error,
        ),
      [method, params],
    );
  /** A PSBT that sends these coins to FRIEND, minus a fee of 1000. */
  const psbtOf = (coins) => {
    const transaction = new Transaction();
    for (const { txid, index, amount, script } of coins) {
      transaction.addInput({ txid, index, witnessUtxo: { script: hex.decode(script), amount } });
    }
    const total = coins.reduce((sum, { amount }) => sum + amount, 0n);
    transaction.addOutputAddress(FRIEND, total - 1000n);
    return base64.encode(transaction.toPSBT());
  };

  const KINDS = {
    'native segwit': [PAYMENT],
    Taproot: [TAPROOT],
    both: [PAYMENT, TAPROOT, TAPROOT],
  };
  it('sends a tuple in byte order, which the chain accepts', async () => {
    // B before a, and aB before a_b: no locale sorts like this.
    const tuple = ['0c00000003', '014203', '02614203', '03615f6203'].join('');
    const { txid } = await ask('stx_callContract', {
      contract: `${SENDER}.swap`,
      functionName: 'f',
      functionArgs: [tuple],
    });
    const [accepted] = await get('fixture/transactions');
    assert.equal(accepted.txid, txid);
    assert.ok(accepted.raw.endsWith(tuple));
  });

  for (const [kind, addresses] of Object.entries(KINDS)) {
    it(`signs a PSBT of ${kind} coins, which the chain accepts`, async () => {
      const held = { [PAYMENT]: await coinsOf(PAYMENT), [TAPROOT]: await coinsOf(TAPROOT) };
      const coins = addresses.map((address) => held[address].shift());
      const { psbt, txid } = await ask('signPsbt', { psbt: psbtOf(coins), broadcast: true });

      const [accepted, ...more] = await get('fixture/transactions');
      assert.deepEqual([accepted.txid, more], [txid, []]);
      assert.deepEqual(
        accepted.decoded.inputs,
        coins.map(({ address, amount }) => ({ address, amount: String(amount) })),
      );
      const total = coins.reduce((sum, { amount }) => sum + amount, 0n);
      assert.deepEqual(accepted.decoded.outputs, [
        { address: FRIEND, amount: String(total - 1000n) },
      ]);
      assert.equal(accepted.decoded.fee, '1000');

      const raw = readTransaction(accepted.raw);
      assert.equal(await transactionId(raw), txid);
      assert.equal(await transactionId(readPsbt(psbt).transaction), txid);
      for (const [at, coin] of coins.entries()) {
        const [signature, publicKey] = raw.inputs[at].witness.map(hex.encode);
        assert.equal(publicKey, coin.address === PAYMENT ? PAYMENT_KEY : undefined);
        assert.ok(
          coin.address === PAYMENT
            ? await verifySegwit(raw, at, coin, signature, publicKey)
            : await verifyTaproot(raw, at, coins, signature),
        );
      }
      const paid = await coinsOf(FRIEND);
      assert.ok(paid.some((coin) => coin.txid === txid && coin.amount === total - 1000n));
    });
  }

  it('returns the chain’s error for a PSBT of a spent coin', async () => {
    const [coin] = await coinsOf(TAPROOT);
    const psbt = psbtOf([coin]);
    await ask('signPsbt', { psbt, broadcast: true });
    await control('mine');
    const { code, message } = await ask('signPsbt', { psbt, broadcast: true });
    assert.equal(code, -32603);
    assert.match(message, /bad-txns-inputs-missingorspent/);
    assert.equal((await get('fixture/transactions')).length, 1);
  });

  it('pays from the coins and change that the chain reports', async () => {
    for (const amount of ['49000000', '900000', '700000']) {
      const { txid } = await ask('sendTransfer', { recipients: [{ address: FRIEND, amount }] });
      const accepted = (await get('fixture/transactions')).at(-1);
      assert.equal(accepted.txid, txid);
      assert.ok(
        accepted.decoded.outputs.some((out) => out.address === FRIEND && out.amount === amount),
      );
      assert.ok(accepted.decoded.inputs.every(({ address }) => address === PAYMENT));
    }
  });

  it('signs a sponsored transaction, which the chain accepts from the sponsor', async () => {
    const { txid, transaction } = await ask('stx_transferStx', {
      amount: '5',
      recipient: SPONSOR,
      sponsored: true,
    });
    assert.equal(txid, '');
    assert.deepEqual(await get('fixture/transactions'), []);
    assert.equal(await post(transaction), 400);

    const sponsored = await sponsorTransaction({
      transaction: deserializeTransaction(transaction),
      sponsorPrivateKey: SPONSOR_KEY,
      fee: 3000n,
      sponsorNonce: 0n,
      network: 'mainnet',
    });
    const raw = sponsored.serialize();
    assert.equal(verifyStacks(raw).publicKey, verifyStacks(transaction).publicKey);
    assert.equal(verifySponsor(raw).fee, 3000n);
    assert.equal(await post(raw), 200);
    const [{ decoded }] = await get('fixture/transactions');
    assert.equal(decoded.sender, SENDER);
    assert.deepEqual(decoded.sponsor, { address: SPONSOR, nonce: '0', fee: '3000' });
  });

  const control = (path, body = {}) =>
    fetch(`${server.url}fixture/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const replace = (how, txid) =>
    page.evaluate(
      ([name, id]) =>
        window.devWallet[name](id).catch(({ reason, message }) => ({ reason, message })),
      [how, txid],
    );

  it('speeds up an STX transfer: sends it again with a higher fee and a new signature', async () => {
    const { txid } = await ask('stx_transferStx', { amount: '5', recipient: SPONSOR, fee: '1800' });
    const second = await replace('speedUp', txid);
    const [first, accepted] = await get('fixture/transactions');
    assert.equal(accepted.txid, second);
    assert.deepEqual({ ...accepted.decoded, fee: '1800' }, first.decoded);
    // A quarter and one micro-STX more, but at least the usual fee.
    assert.equal(accepted.decoded.fee, '2251');
    assert.equal(verifyStacks(accepted.raw).publicKey, verifyStacks(first.raw).publicKey);
    const { tx_status, replaced_by_tx_id } = await get(`extended/v1/tx/${txid}`);
    assert.deepEqual([tx_status, replaced_by_tx_id], ['dropped_replace_by_fee', second]);
    await control('mine');
    assert.equal((await get(`extended/v1/tx/${second}`)).tx_status, 'success');
    assert.match((await replace('speedUp', second)).message, /answered 404/);
  });

  it('cancels a contract call: sends one micro-STX to the next account with the same nonce', async () => {
    const call = { contract: `${SENDER}.swap`, functionName: 'f', functionArgs: [], fee: '3000' };
    const { txid } = await ask('stx_callContract', call);
    const second = await replace('cancel', txid);
    const { decoded } = (await get('fixture/transactions')).at(-1);
    const { type, recipient, amount, nonce, fee } = decoded;
    assert.deepEqual(
      [type, recipient, amount, nonce, fee],
      ['token_transfer', SPONSOR, '1', '0', '3751'],
    );
    assert.equal((await get(`extended/v1/tx/${txid}`)).replaced_by_tx_id, second);
  });

  it('speeds up and cancels a Bitcoin transfer, with its change or with more coins', async () => {
    // The second amount leaves too little change for a higher fee: the replacement needs more coins.
    for (const amount of ['40000', '249700']) {
      await fetch(`${server.url}fixture`, { method: 'DELETE' });
      const recipients = [{ address: FRIEND, amount }];
      const { txid } = await ask('sendTransfer', { recipients });
      const second = await replace('speedUp', txid);
      const third = await replace('cancel', second);
      const [first, faster, cancelled] = (await get('fixture/transactions')).map(
        ({ decoded }) => decoded,
      );
      const paid = ({ outputs }) => outputs.find(({ address }) => address === FRIEND)?.amount;
      assert.deepEqual([first, faster, cancelled].map(paid), [amount, amount, undefined]);
      assert.ok(BigInt(faster.fee) > BigInt(first.fee));
      assert.ok(BigInt(cancelled.fee) > BigInt(faster.fee));
      assert.deepEqual(
        cancelled.outputs.map(({ address }) => address),
        [PAYMENT],
      );
      for (const id of [txid, second]) {
        const { replacements } = await get(`api/v1/tx/${id}/rbf`);
        assert.equal(replacements.tx.txid, third);
      }
      await control('mine');
      assert.equal((await get(`api/tx/${third}`)).status.confirmed, true);
      assert.match((await replace('cancel', third)).message, /is in a block/);
    }
  });

  it('speeds up a PSBT of both kinds of coins', async () => {
    const held = [(await coinsOf(PAYMENT))[0], (await coinsOf(TAPROOT))[1]];
    const { txid } = await ask('signPsbt', { psbt: psbtOf(held), broadcast: true });
    const second = await replace('speedUp', txid);
    const { replacements } = await get(`api/v1/tx/${txid}/rbf`);
    assert.equal(replacements.tx.txid, second);
  });

  it('replaces no transaction of another account, and none without approval', async () => {
    const { txid } = await ask('stx_transferStx', { amount: '5', recipient: SPONSOR });
    const asked = await page.evaluate(async (id) => {
      const { devWallet } = window;
      const failed = [];
      const attempt = () => devWallet.speedUp(id).catch(({ reason }) => failed.push(reason));
      devWallet.behave({ reject: true });
      await attempt();
      devWallet.behave({ reject: false });
      devWallet.switchAccount(1);
      await attempt();
      devWallet.switchAccount(0);
      devWallet.lock();
      await attempt();
      devWallet.unlock();
      await devWallet.cancel('abc').catch(({ reason }) => failed.push(reason));
      return failed;
    }, txid);
    assert.deepEqual(asked, ['rejected', 'address', 'access', 'params']);
    assert.equal((await get('fixture/transactions')).length, 1);
  });

  const post = async (raw) =>
    (
      await fetch(`${server.url}v2/transactions`, {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body: hex.decode(raw),
      })
    ).status;
});
