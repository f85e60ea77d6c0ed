import { expect } from '@esm-bundle/chai';
import { Cl, Pc } from '@stacks/transactions';
import { ask, freshClient, isRefused, refusal, sentTo } from '../testing/every-wallet.js';
import { leatherMobile, leatherWallet } from '../testing/emulated-wallets.js';
import { psbtFor } from '../testing/psbts.js';
import { STX_ADDRESS } from '../testing/schema-wallet.js';
import { UNSIGNED } from '../testing/transactions.js';

const CONTRACT = `${STX_ADDRESS}.token`;
const RECIPIENT = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE';
const POST_CONDITION = Pc.principal(STX_ADDRESS).willSendLte(5n).ustx();
const transfer = { amount: 5n, recipient: RECIPIENT };

describe('Leather', () => {
  /** What it would drop, misread or never answer. */
  const REFUSED: readonly [why: string, method: string, params: object, field: string][] = [
    [
      'an unknown network, for which it uses mainnet',
      'stx_deployContract',
      { name: 'token', clarityCode: '(ok 1)', network: 'regtest' },
      'network',
    ],
    ['an unknown network for addresses', 'getAddresses', { network: 'nakamoto' }, 'network'],
    [
      'a network that it does not support for messages',
      'stx_signMessage',
      { message: 'x', network: 'signet' },
      'network',
    ],
    ['characters above U+00FF in a memo', 'stx_transferStx', { ...transfer, memo: '👋' }, 'memo'],
    [
      'characters above U+00FF in contract code',
      'stx_deployContract',
      { name: 'token', clarityCode: ';; 你好' },
      'clarityCode',
    ],
    [
      'the first character above U+00FF',
      'stx_deployContract',
      { name: 'token', clarityCode: 'Ā' },
      'clarityCode',
    ],
    ['an unknown network for its account', 'stx_getAddresses', { network: 'regtest' }, 'network'],
    ['an unknown network for its accounts', 'stx_getAccounts', { network: 'regtest' }, 'network'],
    [
      'post-conditions of a transfer, which it drops',
      'stx_transferStx',
      { ...transfer, postConditions: [POST_CONDITION] },
      'postConditions',
    ],
    [
      'a mode of a transfer that it ignores',
      'stx_transferStx',
      { ...transfer, postConditionMode: 'allow' },
      'postConditionMode',
    ],
    [
      'a broadcast that would not happen',
      'stx_signTransaction',
      { transaction: UNSIGNED, broadcast: true },
      'broadcast',
    ],
    [
      'a transfer to a test address without its network',
      'sendTransfer',
      { recipients: [{ address: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', amount: 1 }] },
      'network',
    ],
    ['an empty message, which crashes it', 'stx_signMessage', { message: '' }, 'message'],
  ];
  for (const [why, method, params, field] of REFUSED) {
    it(`is not asked for ${why}`, async () => {
      const wallet = leatherWallet();
      const error = await refusal(ask(wallet, method, params));
      expect(error.code).to.equal(-32602);
      expect(error.message).to.contain(`\`${field}\``);
      expect(wallet.calls).to.deep.equal([]);
    });

    it(`is asked for ${why} with enableOverrides: false`, async () => {
      const wallet = leatherWallet();
      await ask(wallet, method, params, { enableOverrides: false }).catch(() => undefined);
      expect(wallet.calls).to.have.length(1);
    });
  }

  const WIDE = Cl.stringUtf8('你好 👋');
  const NOT_SENT = Pc.principal(STX_ADDRESS).willNotSendAsset().nft(CONTRACT, 'n', WIDE);
  const call = { contract: CONTRACT, functionName: 'mint' };
  /** Fields that are sent as hex, so that they may contain any character. */
  const TAKEN: readonly [where: string, method: string, params: object][] = [
    ['an argument', 'stx_callContract', { ...call, functionArgs: [WIDE] }],
    ['a post-condition', 'stx_callContract', { ...call, postConditions: [NOT_SENT] }],
    [
      'the id of a token',
      'stx_transferSip9Nft',
      { recipient: RECIPIENT, asset: `${CONTRACT}::nft`, assetId: WIDE },
    ],
    ['a structured message', 'stx_signStructuredMessage', { message: WIDE, domain: '03' }],
    [
      'the domain of a structured message',
      'stx_signStructuredMessage',
      { message: '03', domain: Cl.tuple({ name: WIDE }) },
    ],
  ];
  for (const [where, method, params] of TAKEN) {
    it(`accepts any character in ${where}, which is sent as hex`, async () => {
      const wallet = leatherWallet();
      const client = freshClient().with({ provider: wallet });
      await client.connect();
      await client.request(method, params);
      expect(wallet.calls).to.have.length(2);
      expect(wallet.violations).to.deep.equal([]);
    });
  }

  for (const makeWallet of [leatherWallet, leatherMobile]) {
    it(`is asked for addresses without \`message\`, which it ignores, in any language: ${makeWallet.name}`, async () => {
      for (const method of ['getAddresses', 'stx_getAddresses']) {
        const wallet = makeWallet();
        await ask(wallet, method, { message: '你好', network: 'mainnet' });
        expect(sentTo(wallet)).to.deep.equal({ network: 'mainnet' });
        expect(wallet.violations).to.deep.equal([]);
      }
    });
  }

  it('is asked with the descriptor of a policy account in the extension, and not on the phone', async () => {
    const descriptor = 'wsh(sortedmulti(1,[d34db33f/48h]xpub6E/0/*))#cjjspncu';
    const params = { psbt: psbtFor(['segwit']), signInputs: [0], descriptor };
    const wallet = leatherWallet();
    await ask(wallet, 'signPsbt', params);
    expect(sentTo(wallet)).to.include({ descriptor });
    expect(wallet.violations).to.deep.equal([]);
    await isRefused('signPsbt', params, 'descriptor', leatherMobile);
  });

  it('is asked for a message on each network that it supports for messages', async () => {
    for (const network of ['mainnet', 'testnet', 'devnet']) {
      const wallet = leatherWallet();
      await ask(wallet, 'stx_signMessage', { message: 'x', network });
      expect(sentTo(wallet)).to.deep.equal({ message: 'x', network });
    }
  });

  it('is asked for a Bitcoin message with the type of the address, even before its addresses are known', async () => {
    const address = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
    const wallet = leatherWallet();
    await ask(wallet, 'signMessage', { message: 'x', address }).catch(() => undefined);
    expect(sentTo(wallet)).to.include({ paymentType: 'p2wpkh' });
  });

  it('is asked for a transfer to a test address on the network that is named', async () => {
    const wallet = leatherWallet();
    const recipients = [{ address: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', amount: 1 }];
    await ask(wallet, 'sendTransfer', { recipients, network: 'signet' });
    expect(sentTo(wallet)).to.include({ network: 'signet' });
  });

  it('accepts Latin-1 in a memo', async () => {
    const wallet = leatherWallet();
    await ask(wallet, 'stx_transferStx', { ...transfer, memo: 'café' });
    expect(wallet.violations).to.deep.equal([]);
  });

  it('gets the network of a Bitcoin transfer, which its schema requires', async () => {
    const wallet = leatherWallet();
    await ask(wallet, 'sendTransfer', {
      network: undefined,
      recipients: [{ address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', amount: 1 }],
    });
    expect(sentTo(wallet)['network']).to.equal('mainnet');
  });

  it('reads only 4001 as a rejection: its -32000 is another error', async () => {
    const reject = (code: number) => ({
      ...leatherWallet(),
      isLeather: true,
      request: () => Promise.reject({ jsonrpc: '2.0', id: '1', error: { code, message: 'x' } }),
    });
    expect((await refusal(ask(reject(4001), 'getAddresses'))).code).to.equal(-32000);
    expect((await refusal(ask(reject(-32000), 'getAddresses'))).code).to.equal(-32603);
  });
});
