import { expect } from '@open-wc/testing';
import {
  Cl,
  deserializeTransaction,
  makeUnsignedContractCall,
  makeUnsignedContractDeploy,
  makeUnsignedSTXTokenTransfer,
  Pc,
  sponsorTransaction,
} from '@stacks/transactions';
import fc from 'fast-check';
import { ask, freshClient, isRefused, refusal, sentTo } from '../../src/testing/every-wallet.js';
import {
  fordefiWallet,
  leatherMobile,
  leatherWallet,
  standardWallet,
  xverseWallet,
} from '../../src/testing/emulated-wallets.js';
import { STX_ADDRESS, STX_PUBLIC_KEY, type SchemaWallet } from '../../src/testing/schema-wallet.js';
import {
  POST_CONDITION,
  signTransaction,
  TESTNET_STX_ADDRESS,
} from '../../src/testing/transactions.js';
import type { MethodName, RequestOptions } from '../../src/core/index.js';
import { rounds } from '../../src/testing/cdp.js';

const RUNS = await rounds({ usual: 10, long: 30 });

const RECIPIENT = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE';
const CONTRACT = `${STX_ADDRESS}.token`;
const TRANSACTIONS = {
  stx_transferStx: { amount: 1, recipient: RECIPIENT },
  stx_transferSip10Ft: { amount: 1, recipient: RECIPIENT, asset: `${CONTRACT}::tok` },
  stx_transferSip9Nft: { recipient: RECIPIENT, asset: `${CONTRACT}::nft`, assetId: Cl.uint(1) },
  stx_callContract: { contract: CONTRACT, functionName: 'mint' },
  stx_deployContract: { name: 'token', clarityCode: '(ok 1)' },
} as const;

/**
 * The extension broadcasts after its answer to `sponsored: true`, since version 6.73; the phone app ignores the field.
 * A wallet that does not report its version may be any of them.
 */
const EVERY_LEATHER = [
  leatherMobile,
  leatherWallet,
  ...['6.73.4', '6.107.0'].map(
    (version) => () => Object.assign(leatherWallet(), { getProductInfo: () => ({ version }) }),
  ),
  () => Object.assign(leatherWallet(), { getProductInfo: undefined }),
];

/** The options of @stacks/transactions for the account of the test wallets. */
const common = (nonce: bigint, network: 'mainnet' | 'testnet' = 'mainnet') => ({
  publicKey: STX_PUBLIC_KEY,
  nonce,
  fee: 0n,
  sponsored: true,
  network,
});

/** Connects, and sends a sponsored request. */
async function sponsored(
  wallet: SchemaWallet,
  method: string,
  params: object,
  options: RequestOptions = {},
): Promise<{ status: string; txid: string; transaction: string }> {
  const client = freshClient().with({ provider: wallet, ...options });
  await client.connect();
  const result = await client.request(
    method as MethodName,
    { ...params, sponsored: true } as never,
  );
  return result as never;
}

const nonce = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const memo = fc.string({ maxLength: 34 }).filter((text) => new Blob([text]).size <= 34);
const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,39}$/);

describe('a sponsored transaction', () => {
  it('is for the network of the account, or refused with that account for another network', async () => {
    const call = { contract: 'ST000000000000000000002AMW42H.pox', functionName: 'f', nonce: 1 };
    const deploy = { name: 'token', clarityCode: '(ok 1)', nonce: 1 };
    for (const makeWallet of [xverseWallet, leatherWallet, leatherMobile]) {
      const wallet = Object.assign(makeWallet(), { network: 'testnet' });
      for (const [method, params] of [
        ['stx_callContract', call],
        ['stx_deployContract', deploy],
      ] as const) {
        const { transaction } = await sponsored(wallet, method, params);
        expect(deserializeTransaction(transaction).chainId).to.equal(0x80000000);
      }
      const request = sponsored(wallet, 'stx_deployContract', { ...deploy, network: 'mainnet' });
      const error = await refusal(request);
      expect(error.code).to.equal(-32602);
      expect(error.message).to.contain(TESTNET_STX_ADDRESS).and.not.contain('not known');
    }
  });

  for (const [method, params] of Object.entries(TRANSACTIONS)) {
    it(`by ${method} is not sent to a wallet that would make the user pay`, async () => {
      await isRefused(method, { ...params, sponsored: true }, 'sponsored', fordefiWallet);
    });

    it(`by ${method} is refused before a connection, if it is built here`, async () => {
      for (const makeWallet of [xverseWallet, ...EVERY_LEATHER]) {
        await isRefused(method, { ...params, sponsored: true }, 'sponsored', makeWallet);
      }
    });

    it(`by ${method} is sent to a wallet that conforms to SIP-030`, async () => {
      for (const isSponsored of [true, false]) {
        const wallet = standardWallet();
        await ask(wallet, method, { ...params, sponsored: isSponsored });
        expect(sentTo(wallet)).to.include({ sponsored: isSponsored });
      }
      const wallet = xverseWallet();
      await ask(wallet, method, { ...params, sponsored: false }).catch(() => undefined);
      expect(wallet.calls).to.have.length(1);
    });

    it(`by ${method} is built, signed without a broadcast, and can be sponsored`, async () => {
      for (const [makeWallet, sent] of [
        [xverseWallet, 'stx_signTransactions'],
        ...EVERY_LEATHER.map((each) => [each, 'stx_signTransaction'] as const),
      ] as const) {
        const wallet = makeWallet();
        const result = await sponsored(wallet, method, { ...params, nonce: 7 });
        const { transaction } = result;
        expect(result).to.deep.equal({ status: 'signed', txid: '', transaction });
        expect(wallet.violations).to.deep.equal([]);
        expect(wallet.calls.at(-1)?.method).to.equal(sent);
        expect(sentTo(wallet)['broadcast']).to.equal(sent === 'stx_signTransactions' ? false : undefined); // prettier-ignore
        const paid = await sponsorTransaction({
          transaction: deserializeTransaction(transaction),
          sponsorPrivateKey: `${'07'.repeat(32)}01`,
          fee: 500n,
          sponsorNonce: 1n,
          network: 'mainnet',
        });
        expect(() => paid.verifyOrigin()).not.to.throw();
        expect(paid.auth.spendingCondition.fee).to.equal(0n);
      }
    });
  }

  it('of STX has the same bytes as with @stacks/transactions', () =>
    fc.assert(
      fc.asyncProperty(
        nonce,
        fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
        memo,
        fc.constantFrom(RECIPIENT, CONTRACT),
        async (next, amount, text, recipient) => {
          const made = await makeUnsignedSTXTokenTransfer({ ...common(next), amount, recipient, memo: text }); // prettier-ignore
          const params = { amount, recipient, nonce: next, memo: text };
          const { transaction } = await sponsored(xverseWallet(), 'stx_transferStx', params);
          expect(transaction).to.equal(signTransaction(made.serialize()));
        },
      ),
      { numRuns: RUNS },
    )).timeout(60_000);

  it('of a call has the same bytes as with @stacks/transactions', () =>
    fc.assert(
      fc.asyncProperty(
        nonce,
        name,
        fc.array(fc.oneof(fc.bigInt({ min: 0n, max: 99n }).map(Cl.uint), fc.string().map(Cl.stringUtf8), fc.constant(Cl.list([Cl.some(Cl.principal(CONTRACT))]))), { maxLength: 4 }), // prettier-ignore
        fc.constantFrom('allow' as const, 'deny' as const, undefined),
        fc.boolean(),
        async (next, functionName, functionArgs, mode, hasPostConditions) => {
          const postConditions = hasPostConditions
            ? [Pc.principal(STX_ADDRESS).willSendLte(5n).ustx()]
            : [];
          const made = await makeUnsignedContractCall({
            ...common(next),
            contractAddress: STX_ADDRESS,
            contractName: 'token',
            functionName,
            functionArgs,
            postConditions,
            postConditionMode: mode ?? 'deny',
            validateWithAbi: false,
          });
          const params = { contract: CONTRACT, functionName, functionArgs, postConditions, nonce: next }; // prettier-ignore
          const { transaction } = await sponsored(xverseWallet(), 'stx_callContract', {
            ...params,
            ...(mode && { postConditionMode: mode }),
          });
          expect(transaction).to.equal(signTransaction(made.serialize()));
        },
      ),
      { numRuns: RUNS },
    )).timeout(60_000);

  it('of a deployment has the same bytes as with @stacks/transactions, on a test network, too', () =>
    fc.assert(
      fc.asyncProperty(
        nonce,
        name,
        fc.string({ minLength: 1, unit: 'binary' }),
        fc.constantFrom(1, 2, 3),
        fc.constantFrom('mainnet' as const, 'testnet' as const),
        async (next, contractName, codeBody, clarityVersion, network) => {
          const made = await makeUnsignedContractDeploy({ ...common(next, network), contractName, codeBody, clarityVersion }); // prettier-ignore
          const wallet = xverseWallet({ network });
          const { transaction } = await sponsored(
            wallet,
            'stx_deployContract',
            { name: contractName, clarityCode: codeBody, clarityVersion, nonce: next },
            { network },
          );
          expect(transaction).to.equal(signTransaction(made.serialize()));
        },
      ),
      { numRuns: RUNS },
    )).timeout(60_000);

  it('of a token is a call with a post-condition for exactly what is sent', async () => {
    const asset = `${CONTRACT}::tok` as const;
    const ft = { amount: 5n, recipient: RECIPIENT, asset, memo: 'hi', nonce: 1 };
    const nft = { recipient: RECIPIENT, asset, assetId: Cl.uint(7), nonce: 1 };
    const [from, to] = [Cl.principal(STX_ADDRESS), Cl.principal(RECIPIENT)];
    const own = Pc.principal(STX_ADDRESS);
    for (const [method, params, functionArgs, condition] of [
      ['stx_transferSip10Ft', ft, [Cl.uint(5), from, to, Cl.some(Cl.bufferFromUtf8('hi'))], own.willSendEq(5).ft(CONTRACT, 'tok')], // prettier-ignore
      ['stx_transferSip9Nft', nft, [Cl.uint(7), from, to], own.willSendAsset().nft(asset, Cl.uint(7))], // prettier-ignore
    ] as const) {
      const made = await makeUnsignedContractCall({
        ...common(1n),
        contractAddress: STX_ADDRESS,
        contractName: 'token',
        functionName: 'transfer',
        functionArgs: [...functionArgs],
        postConditions: [condition],
        postConditionMode: 'deny',
        validateWithAbi: false,
      });
      const { transaction } = await sponsored(xverseWallet(), method, params);
      expect(transaction).to.equal(signTransaction(made.serialize()));
    }
    const error = await refusal(sponsored(xverseWallet(), 'stx_transferSip10Ft', { ...ft, asset: CONTRACT })); // prettier-ignore
    expect(error.data).to.include({ field: 'asset' });
  });

  it('takes the nonce from the Stacks API, and fails without asking the wallet if there is none', async () => {
    const { fetch } = window;
    const urls: string[] = [];
    let answer = () => Response.json({ next_nonce: 12 });
    window.fetch = async (url) => {
      urls.push(url as string);
      return answer();
    };
    try {
      const { transaction } = await sponsored(xverseWallet(), 'stx_transferStx', TRANSACTIONS.stx_transferStx); // prettier-ignore
      expect(deserializeTransaction(transaction).auth.spendingCondition.nonce).to.equal(12n);
      const wallet = xverseWallet({ network: 'testnet' });
      await sponsored(wallet, 'stx_deployContract', TRANSACTIONS.stx_deployContract, { network: 'testnet' }); // prettier-ignore
      const path = (address: string) => `/extended/v3/principals/${address}/nonces`;
      expect(urls).to.deep.equal([
        `https://api.hiro.so${path(STX_ADDRESS)}`,
        `https://api.testnet.hiro.so${path(TESTNET_STX_ADDRESS)}`,
      ]);
      for (const broken of [
        () => Response.json({}),
        () => Response.json({ next_nonce: -1 }),
        () => new Response('', { status: 503 }),
        () => new Response('no JSON'),
      ]) {
        answer = broken;
        const asked = xverseWallet();
        const options = { stacksApi: 'https://node.example/' };
        const error = await refusal(sponsored(asked, 'stx_transferStx', TRANSACTIONS.stx_transferStx, options)); // prettier-ignore
        expect(error.code).to.equal(-31000);
        expect(error.message).to.contain(`https://node.example${path(STX_ADDRESS)}`);
        expect(asked.calls.map(({ method }) => method)).to.deep.equal(['wallet_connect']);
      }
    } finally {
      window.fetch = fetch;
    }
  });

  it('is refused with a fee, another address or post-conditions of a transfer, and with a Ledger', async () => {
    for (const [more, field] of [
      [{ fee: 5 }, 'fee'],
      [{ address: RECIPIENT }, 'address'],
      [{ postConditions: [POST_CONDITION] }, 'postConditions'],
    ] as const) {
      const wallet = xverseWallet();
      const params = { ...TRANSACTIONS.stx_transferStx, nonce: 1, ...more };
      const error = await refusal(sponsored(wallet, 'stx_transferStx', params));
      expect([error.code, error.data]).to.deep.include(-32602);
      expect(error.data).to.include({ field });
      expect(wallet.calls).to.have.length(1);
    }
    const ledger = xverseWallet();
    const row = { address: STX_ADDRESS, publicKey: STX_PUBLIC_KEY, purpose: 'stacks', walletType: 'ledger' }; // prettier-ignore
    ledger.results['wallet_connect'] = { addresses: [row] };
    const error = await refusal(sponsored(ledger, 'stx_transferStx', { ...TRANSACTIONS.stx_transferStx, nonce: 1 })); // prettier-ignore
    expect(error.message).to.contain('Ledger');
    expect(ledger.calls).to.have.length(1);
  });

  it('fails if the wallet made the user pay', async () => {
    const wallet = xverseWallet();
    const paid = await makeUnsignedSTXTokenTransfer({ ...common(1n), sponsored: false, fee: 300n, amount: 1n, recipient: RECIPIENT }); // prettier-ignore
    wallet.results['stx_signTransactions'] = { transactions: [signTransaction(paid.serialize())] };
    const error = await refusal(sponsored(wallet, 'stx_transferStx', { ...TRANSACTIONS.stx_transferStx, nonce: 1 })); // prettier-ignore
    expect(error.code).to.equal(-32603);
    expect(error.message).to.contain('type of authorization');
  });
});

describe('the post-conditions of a transfer', () => {
  it('are not sent to a wallet that drops them', async () => {
    const postConditions = [Pc.principal(STX_ADDRESS).willSendLte(5n).ustx()];
    for (const makeWallet of [xverseWallet, fordefiWallet]) {
      const params = { ...TRANSACTIONS.stx_transferStx, postConditions };
      await isRefused('stx_transferStx', params, 'postConditions', makeWallet);
      const wallet = makeWallet();
      await ask(wallet, 'stx_transferStx', { ...params, postConditions: [] });
      expect(wallet.violations).to.deep.equal([]);
    }
  });
});
