import { base64, hex } from '@scure/base';
import { NETWORK, p2wpkh, Transaction } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { hashMessage } from '@stacks/encryption';
import {
  Cl,
  makeContractCall,
  makeSTXTokenTransfer,
  Pc,
  PostConditionMode,
  privateKeyToPublic,
  signMessageHashRsv,
} from '@stacks/transactions';
import { ACCOUNT, AMOUNT, ASSET, MESSAGE, RECIPIENT, TOKEN } from './subjects/road.js';

/** The key of `ACCOUNT`, the first account of the public mnemonic "abandon … about". */
const STACKS_KEY = '47382d0211f3bbb11812b5e60b696a93d7ad0a91cdeb2162f7d69d4adef48b5d01';
const BITCOIN_KEY = new Uint8Array(32).fill(1);

/**
 * What a page of a user who has connected before has when it loads: the record of the connection, and a wallet whose answers
 * are really signed.
 */
export async function roadPage() {
  const { psbt, signedPsbt, bitcoinAddress } = signPsbt();
  const record = {
    addresses: { stx: [{ address: ACCOUNT }], btc: [{ address: bitcoinAddress }] },
    version: '0.0.1',
  };
  return {
    psbt,
    bitcoinAddress,
    record: hex.encode(new TextEncoder().encode(JSON.stringify(record))),
    answers: {
      stx_transferStx: await signTransfer(),
      stx_callContract: await signCall(),
      stx_signMessage: signMessage(),
      signPsbt: { psbt: signedPsbt },
    },
  };
}

const STACKS = { senderKey: STACKS_KEY, network: 'mainnet', nonce: 7n, fee: 3000n };
const sent = (transaction) => ({
  txid: transaction.txid(),
  transaction: transaction.serialize(),
});

async function signTransfer() {
  return sent(await makeSTXTokenTransfer({ ...STACKS, recipient: RECIPIENT, amount: AMOUNT }));
}

async function signCall() {
  const [contractAddress, contractName] = TOKEN.split('.');
  const functionArgs = [
    Cl.uint(AMOUNT),
    Cl.standardPrincipal(ACCOUNT),
    Cl.standardPrincipal(RECIPIENT),
    Cl.none(),
  ];
  return sent(
    await makeContractCall({
      ...STACKS,
      contractAddress,
      contractName,
      functionName: 'transfer',
      functionArgs,
      postConditions: [Pc.principal(ACCOUNT).willSendEq(AMOUNT).ft(TOKEN, ASSET)],
      postConditionMode: PostConditionMode.Deny,
      validateWithAbi: false,
    }),
  );
}

function signMessage() {
  const messageHash = hex.encode(hashMessage(MESSAGE));
  return {
    signature: signMessageHashRsv({ messageHash, privateKey: STACKS_KEY }),
    publicKey: privateKeyToPublic(STACKS_KEY),
  };
}

function signPsbt() {
  const { script, address } = p2wpkh(pubECDSA(BITCOIN_KEY), NETWORK);
  const transaction = new Transaction();
  transaction.addInput({
    txid: '5f'.repeat(32),
    index: 0,
    witnessUtxo: { script, amount: 20_000n },
  });
  transaction.addOutputAddress(address, 15_000n, NETWORK);
  const psbt = base64.encode(transaction.toPSBT());
  transaction.sign(BITCOIN_KEY);
  return { psbt, signedPsbt: base64.encode(transaction.toPSBT()), bitcoinAddress: address };
}
