import { expect } from '@open-wc/testing';
import { Cl, Pc } from '@stacks/transactions';
import { ask, freshClient, refusal, sentTo } from '../testing/every-wallet.js';
import {
  fordefiWallet,
  leatherWallet,
  STX_ADDRESS,
  standardWallet,
  xverseWallet,
} from '../testing/schema-wallets.js';
import { addressOf } from '../testing/psbts.js';

const CONTRACT = `${STX_ADDRESS}.token`;
const RECIPIENT = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE';
const TESTNET_RECIPIENT = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKPVKG2CE';
const POST_CONDITION = Pc.principal(STX_ADDRESS).willSendLte(5n).ustx();
const recipients = [{ address: addressOf('stranger'), amount: 5n }];
const transfer = { amount: 5n, recipient: RECIPIENT };

describe('Leather', () => {
  /** What it would drop, do otherwise, or never answer. */
  const REFUSED: readonly [why: string, method: string, params: object, field: string][] = [
    [
      'an unknown network, which it takes for mainnet',
      'stx_deployContract',
      { name: 'token', clarityCode: '(ok 1)', network: 'regtest' },
      'network',
    ],
    ['an unknown network for addresses', 'getAddresses', { network: 'nakamoto' }, 'network'],
    [
      'a network that messages do not know',
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
      'characters above U+00FF in a field that it does not know',
      'stx_callContract',
      { contract: CONTRACT, functionName: 'mint', appDetails: { name: '你好' } },
      'appDetails',
    ],
    [
      'post-conditions of a transfer, which it drops',
      'stx_transferStx',
      { ...transfer, postConditions: [POST_CONDITION] },
      'postConditions',
    ],
    [
      'a mode that it does not know',
      'stx_callContract',
      { contract: CONTRACT, functionName: 'mint', postConditionMode: 'originator' },
      'postConditionMode',
    ],
    [
      'a broadcast that would not happen',
      'stx_signTransaction',
      { transaction: '00', broadcast: true },
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

    it(`is asked for ${why} by enableOverrides: false, for those who know`, async () => {
      const wallet = leatherWallet();
      await ask(wallet, method, params, { enableOverrides: false }).catch(() => undefined);
      expect(wallet.calls).to.have.length(1);
    });
  }

  it('takes any character inside a Clarity value, which is hex on its way', async () => {
    const wallet = leatherWallet();
    await ask(wallet, 'stx_callContract', {
      contract: CONTRACT,
      functionName: 'mint',
      functionArgs: [Cl.stringUtf8('你好 👋')],
    });
    expect(wallet.violations).to.deep.equal([]);
  });

  it('takes Latin-1 in a memo', async () => {
    const wallet = leatherWallet();
    await ask(wallet, 'stx_transferStx', { ...transfer, memo: 'café' });
    expect(wallet.violations).to.deep.equal([]);
  });

  it('is told the network of a Bitcoin transfer, which its schema requires', async () => {
    const wallet = leatherWallet();
    await ask(wallet, 'sendTransfer', {
      recipients: [{ address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', amount: 1 }],
    });
    expect(sentTo(wallet)['network']).to.equal('mainnet');
  });

  it('reads a rejection by 4001 alone: its -32000 is an error of its own', async () => {
    const reject = (code: number) => ({
      ...leatherWallet(),
      isLeather: true,
      request: () => Promise.reject({ jsonrpc: '2.0', id: '1', error: { code, message: 'x' } }),
    });
    expect((await refusal(ask(reject(4001), 'getAddresses'))).code).to.equal(-32000);
    expect((await refusal(ask(reject(-32000), 'getAddresses'))).code).to.equal(-32603);
  });
});

describe('Xverse', () => {
  it('gets amounts of Bitcoin as numbers', async () => {
    const wallet = xverseWallet();
    await ask(wallet, 'sendTransfer', { recipients });
    expect(sentTo(wallet)).to.deep.include({
      recipients: [{ address: addressOf('stranger'), amount: 5 }],
    });
  });

  it('is told not to broadcast a transaction, since it would', async () => {
    for (const [given, sent] of [
      [undefined, false],
      [false, false],
      [true, true],
    ] as const) {
      const wallet = xverseWallet();
      const params = { transaction: '0x00', ...(given === undefined ? {} : { broadcast: given }) };
      await ask(wallet, 'stx_signTransaction', params);
      expect(sentTo(wallet)).to.include({ broadcast: sent, transaction: '00' });
    }
  });

  it('gets the arguments of a call under the names of old and new versions', async () => {
    const wallet = xverseWallet();
    await ask(wallet, 'stx_callContract', {
      contract: CONTRACT,
      functionName: 'mint',
      functionArgs: ['0x03'],
      postConditionMode: 1,
    });
    expect(sentTo(wallet)).to.deep.include({
      functionArgs: ['03'],
      arguments: ['03'],
      postConditionMode: 'allow',
    });
  });

  it('gets the mode of a transfer as a number', async () => {
    for (const [mode, sent] of [
      ['allow', 1],
      ['deny', 2],
      [2, 2],
    ] as const) {
      const wallet = xverseWallet();
      await ask(wallet, 'stx_transferStx', { ...transfer, postConditionMode: mode });
      expect(sentTo(wallet)['postConditionMode']).to.equal(sent);
    }
  });

  it('is not asked for a mode that it does not know', async () => {
    const params = { ...transfer, postConditionMode: 'originator' };
    expect((await refusal(ask(xverseWallet(), 'stx_transferStx', params))).message).to.contain(
      'postConditionMode',
    );
  });

  it('gets the Clarity version as a number', async () => {
    const wallet = xverseWallet();
    await ask(wallet, 'stx_deployContract', {
      name: 'token',
      clarityCode: '(ok 1)',
      clarityVersion: '3',
    });
    expect(sentTo(wallet)['clarityVersion']).to.equal(3);
  });

  it('is not asked for another network than the one that it is on', async () => {
    const wallet = xverseWallet();
    const client = freshClient();
    await client.connect({ provider: wallet });
    const error = await refusal(
      client.request({ provider: wallet }, 'stx_transferStx', {
        amount: 1,
        recipient: TESTNET_RECIPIENT,
      }),
    );
    expect(error.code).to.equal(-32602);
    expect(error.message).to.contain('`network`').and.to.contain('mainnet');
    expect(wallet.calls.map(({ method }) => method)).to.deep.equal(['wallet_connect']);
  });

  it('is sent it where it never said which network it is on', async () => {
    const wallet = xverseWallet();
    await ask(wallet, 'stx_transferStx', { amount: 1, recipient: TESTNET_RECIPIENT });
    expect(wallet.calls).to.have.length(1);
  });

  it('is not connected on a network that it does not have', async () => {
    const wallet = xverseWallet();
    expect(
      (await refusal(ask(wallet, 'getAddresses', { network: 'nakamoto' }))).message,
    ).to.contain('`network`');
    expect(wallet.calls).to.deep.equal([]);
  });

  it('gets the public key of the account, which some versions want with a message', async () => {
    const wallet = xverseWallet();
    const client = freshClient();
    await client.connect({ provider: wallet });
    await client.request({ provider: wallet }, 'stx_signMessage', { message: 'hello' });
    expect(sentTo(wallet)['publicKey']).to.match(/^[0-9a-f]{66}$/);
  });
});

describe('other wallets', () => {
  it('are not sent the public key with a message', async () => {
    for (const wallet of [leatherWallet(), standardWallet()]) {
      await ask(wallet, 'stx_signMessage', { message: 'hello', publicKey: '02ab' });
      expect(sentTo(wallet)).to.deep.equal({ message: 'hello' });
    }
  });

  it('of Fordefi answer txId, which reads as txid', async () => {
    expect(await ask(fordefiWallet(), 'sendTransfer', { recipients })).to.have.property('txid');
  });

  it('get the modes of @stacks/transactions by name', async () => {
    for (const [mode, name] of [
      [1, 'allow'],
      [2, 'deny'],
      [3, 'originator'],
    ] as const) {
      const wallet = standardWallet();
      await ask(wallet, 'stx_transferStx', { ...transfer, postConditionMode: mode });
      expect(sentTo(wallet)['postConditionMode']).to.equal(name);
    }
  });
});

describe('a signature', () => {
  it('has the 0x that was promised', async () => {
    for (const wallet of [leatherWallet(), xverseWallet(), standardWallet()]) {
      const result = (await ask(wallet, 'stx_signMessage', { message: 'x' })) as {
        signature: string;
      };
      expect(result.signature).to.match(/^0x[0-9a-f]{130}$/);
    }
  });
});

describe('results', () => {
  for (const result of [null, 'txid', true, false, ['a'], []]) {
    it(`that are ${JSON.stringify(result)} stay as they are`, async () => {
      for (const method of ['sendTransfer', 'stx_transferStx', 'stx_signMessage'] as const) {
        const params = { sendTransfer: { recipients }, stx_transferStx: transfer, stx_signMessage: { message: 'x' } }; // prettier-ignore
        const wallet = standardWallet();
        wallet.results[method] = result;
        expect(await ask(wallet, method, params[method])).to.deep.equal(result);
      }
    });
  }
});
