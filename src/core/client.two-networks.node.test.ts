import { expect } from '@esm-bundle/chai';
import {
  fordefiWallet,
  leatherWallet,
  standardWallet,
  xverseWallet,
} from '../testing/emulated-wallets.js';
import { Pc } from '../clarity/index.js';
import { contract, ContractError } from '../contracts/index.js';
import { freshClient, refusal } from '../testing/every-wallet.js';
import { STX_ADDRESS, TESTNET_STX_ADDRESS } from '../testing/transactions.js';

/** The switch of guide/testnets.md: two clients of one connection, and `connect` of the one that the user has chosen. */
describe('a page with two networks', () => {
  for (const [makeWallet, follows] of [
    [xverseWallet, true],
    [fordefiWallet, true],
    [leatherWallet, false],
    [standardWallet, false],
  ] as const) {
    it(`asks the wallet once at the switch: ${makeWallet.name}`, async () => {
      const wallet = makeWallet();
      const page = freshClient().with({ provider: wallet });
      const clients = {
        mainnet: page.with({ network: 'mainnet' }),
        testnet: page.with({ network: 'testnet' }),
      };
      const seen: (string | undefined)[] = [];
      await clients.mainnet.connect();
      clients.mainnet.subscribe(() => seen.push(clients.mainnet.state.stxAddress));
      const before = wallet.calls.length;
      await clients.testnet.connect();
      const [call, ...more] = wallet.calls.slice(before);
      expect(more).to.deep.equal([]);
      expect(String((call!.params as { network: string }).network).toLowerCase()).to.equal(
        'testnet',
      );

      // Both have the one connection, which is never empty meanwhile.
      expect(clients.testnet.state).to.equal(clients.mainnet.state);
      expect(seen.filter((address) => address === undefined)).to.deep.equal([]);
      // A wallet in which only the user changes the network says which one it is on.
      const { network, stxAddress } = clients.testnet.state;
      expect([network, stxAddress]).to.deep.equal(
        follows ? ['testnet', TESTNET_STX_ADDRESS] : ['mainnet', STX_ADDRESS],
      );
      const recipient = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ';
      const sent = wallet.calls.length;
      // An address of testnet is never sent with the client of mainnet.
      const params = { recipient, amount: 1n };
      const error = await refusal(clients.mainnet.request('stx_transferStx', params));
      expect(error.code).to.equal(-32602);
      expect(wallet.calls.length).to.equal(sent);
    });
  }

  const CONTRACT = { contract: `${STX_ADDRESS}.crowdfunding`, functionName: 'pledge' };
  const REQUESTS: readonly [string, (own: string) => readonly [string, object]][] = [
    [
      'post-conditions',
      (own) => [
        'stx_callContract',
        { ...CONTRACT, postConditions: [Pc.principal(own).willSendLte(1n).ustx()] },
      ],
    ],
    ['the signer', (own) => ['stx_callContract', { ...CONTRACT, address: own }]],
    ['the recipient', (own) => ['stx_transferStx', { recipient: own, amount: 1n }]],
  ];
  for (const [what, requestOf] of REQUESTS) {
    it(`says which network to choose if the account is of another one: ${what}`, async () => {
      const wallet = xverseWallet();
      const page = freshClient().with({ provider: wallet });
      await page.with({ network: 'testnet' }).connect();
      const sent = wallet.calls.length;
      const mainnet = page.with({ network: 'mainnet' });
      const [method, params] = requestOf(mainnet.state.stxAddress!);
      const { code, data } = await refusal(mainnet.request(method, params));
      expect(code).to.equal(-32602);
      expect(data).to.include({ network: 'mainnet', current: 'testnet' });
      // An address that is not of the account is a mistake of the page.
      const [, other] = requestOf('ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ');
      expect((await refusal(mainnet.request(method, other))).data).not.to.have.property('current');
      expect(wallet.calls.length).to.equal(sent);
    });
  }

  it('says of a read with the address of the account which network to choose', async () => {
    const page = freshClient().with({ provider: xverseWallet() });
    await page.with({ network: 'testnet' }).connect();
    const type = { response: { ok: 'uint128', error: 'none' } } as const;
    const args = [{ name: 'who', type: 'principal' }] as const;
    const abi = {
      functions: [{ name: 'get-points', access: 'read_only', args, outputs: { type } }],
    } as const;
    const client = page.with({ network: 'mainnet' });
    const { read } = contract(abi, { contract: `${STX_ADDRESS}.points`, client });
    const other = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ';
    for (const [who, code, networks] of [
      [
        client.state.stxAddress!,
        'wrong-network',
        { address: 'testnet', page: 'mainnet', isConnected: true },
      ],
      // An address that is not of the account is a mistake of the page.
      [other, 'invalid', undefined],
    ] as const) {
      const error: unknown = await read['get-points']({ who }).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(ContractError);
      expect((error as ContractError).code).to.equal(code);
      expect((error as ContractError).networks).to.deep.equal(networks);
    }
  });
});

describe('stx_deployContract without a network', () => {
  const DEPLOYMENT = { name: 'token', clarityCode: '(ok 1)' };
  /** A wallet that is connected with this Stacks address, and reports no network. */
  async function connectedAs(address: string, extras: object) {
    const sent: unknown[] = [];
    const provider = {
      request: (method: string, params?: unknown) => {
        if (method !== 'getAddresses') sent.push(params);
        const result = { addresses: [{ address }], txid: 'ab'.repeat(32) };
        return Promise.resolve({ jsonrpc: '2.0', id: '1', result });
      },
      ...extras,
    };
    const client = freshClient().with({ provider });
    await client.connect({ network: 'testnet' });
    return { client, sent };
  }

  for (const [name, extras] of [
    ['Leather', { isLeather: true }],
    ['a wallet that conforms to SIP-030', {}],
  ] as const) {
    it(`is deployed on testnet by an account of testnet: ${name}`, async () => {
      const { client, sent } = await connectedAs(TESTNET_STX_ADDRESS, extras);
      await client.request('stx_deployContract', DEPLOYMENT);
      expect(sent).to.deep.equal([{ ...DEPLOYMENT, network: 'testnet' }]);
    });

    it(`is sent without one for an account of mainnet: ${name}`, async () => {
      const { client, sent } = await connectedAs(STX_ADDRESS, extras);
      await client.request('stx_deployContract', DEPLOYMENT);
      expect(sent).to.deep.equal([DEPLOYMENT]);
    });
  }
});
