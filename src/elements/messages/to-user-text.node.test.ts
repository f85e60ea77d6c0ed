import { expect } from '@esm-bundle/chai';
import { createWalletClient } from '../../core/client.js';
import { JsonRpcError } from '../../errors.js';
import { ContractError, type ContractErrorCode } from '../../contracts/contract-error.js';
import { MetadataError } from '../../metadata/metadata-error.js';
import { parseUnits } from '../../metadata/units.js';
import { leatherWallet, xverseWallet } from '../../testing/emulated-wallets.js';
import { freshClient, refusal } from '../../testing/every-wallet.js';
import { memoryStorage } from '../../testing/fake-wallet.js';
import { trackTransaction } from '../../transactions/track.js';
import { DroppedError, TransactionFailedError } from '../../transactions/transaction-error.js';
import { toUserText } from './index.js';
import { createSignIn } from '../../sign-in/create-sign-in.js';
import { fetchSignIn, SignInAnswerError, SignInOriginError } from '../../sign-in/fetch-sign-in.js';
import { shortAddress } from '../../accounts/short-address.js';
import { explorerUrl } from '../../core/explorer-url.js';
import { Cl } from '../../clarity/index.js';
import { getStxBalance } from '../../contracts/balances.js';
import { watchBalance } from '../../contracts/watch-balance.js';
import { createMetadataClient } from '../../metadata/metadata-client.js';
import { locales } from './registry.js';

const CHECK = 'Check your wallet before you try again.';
const RECIPIENT = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';

/** What a request of a wallet that answers so throws. */
async function errorOf(
  answer: (method: string) => unknown,
  params: object = { recipient: RECIPIENT, amount: 1n },
): Promise<unknown> {
  const provider = { request: async (method: string) => answer(method) };
  const client = createWalletClient({ storage: memoryStorage() });
  return client
    .request({ provider } as never, 'stx_transferStx', params as never)
    .then(() => undefined)
    .catch((error: unknown) => error);
}
const notFound = () => new Response('{}', { status: 404 });
const refused = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);
const thrower = (error: unknown) => () => {
  throw error;
};

describe('toUserText(error)', () => {
  for (const [title, answer, text] of [
    [
      'the user declined',
      thrower({ code: -32000, message: 'no' }),
      'You declined in your wallet. Nothing was sent.',
    ],
    [
      'the wallet has no such method',
      thrower({ code: -32601, message: 'unknown' }),
      'Your wallet cannot do this. Nothing was sent. Try another wallet.',
    ],
    [
      'the wallet says why it failed',
      thrower({ code: -32603, message: 'Insufficient balance.' }),
      `Your wallet says: “Insufficient balance.” ${CHECK}`,
    ],
    [
      'the wallet refuses the params',
      thrower({ code: -32602, message: 'Bad amount.' }),
      `Your wallet says: “Bad amount.” ${CHECK}`,
    ],
    [
      'the wallet fails without a reason',
      thrower({ code: -31000 }),
      `Your wallet failed. ${CHECK}`,
    ],
    [
      'the page is not connected',
      thrower({ code: -32002, message: 'denied' }),
      'Your wallet is not connected to this page. Nothing was sent. Connect again.',
    ],
    [
      'the answer is no result of the method',
      () => ({ jsonrpc: '2.0', id: '1', result: { txid: 'x' } }),
      'The answer of your wallet could not be verified. Something may have been sent: check your wallet before you try again.',
    ],
    [
      'a wallet says that no wallet was asked',
      thrower({ code: -31000, message: 'It could not be loaded; no wallet was asked.' }),
      `Your wallet says: “It could not be loaded; no wallet was asked.” ${CHECK}`,
    ],
  ] as const) {
    it(`says it if ${title}`, async () => {
      expect(await toUserText(await errorOf(answer))).to.equal(text);
    });
  }

  it('says that nothing was sent if the page has a mistake', async () => {
    const error = await errorOf(() => ({}), { recipient: RECIPIENT, amount: '1.5' });
    expect(await toUserText(error)).to.equal(
      'This page asked for something invalid. Nothing was sent. Tell the website.',
    );
  });

  for (const [title, method, params] of [
    [
      'has another checksum',
      'stx_transferStx',
      { recipient: `${RECIPIENT.slice(0, -1)}0`, amount: '1' },
    ],
    ['is a name', 'stx_transferStx', { recipient: 'larkspur.btc', amount: '1' }],
    ['is no Bitcoin address', 'sendTransfer', { recipients: [{ address: 'alice', amount: '1' }] }],
  ] as const) {
    it(`asks to check a recipient that ${title}`, async () => {
      const error = await refusal(
        freshClient().request({ provider: leatherWallet() }, method as never, params as never),
      );
      expect(await toUserText(error)).to.equal(
        'This recipient is not a valid address. Nothing was sent. Check it, and try again.',
      );
    });
  }

  it('names the network to choose if the wallet is on another one and its requests have no network', async () => {
    const client = freshClient().with({ provider: xverseWallet({ network: 'testnet' }) });
    await client.connect();
    const error = await refusal(
      client.request({ network: 'mainnet' }, 'stx_signMessage', { message: 'Hello' }),
    );
    expect(error.message).to.contain('; ask the user to choose mainnet in the wallet. See ');
    expect(await toUserText(error)).to.equal(
      'Your wallet is on testnet, but this page uses mainnet. Nothing was sent. Switch to mainnet in your wallet.',
    );
    expect(await toUserText(error, 'de')).to.match(/zu Mainnet\.$/);
    const asked = new JsonRpcError(-32602, 'x', { data: { network: 'testnet' }, cause: {} });
    expect(await toUserText(asked), 'what a wallet says').to.match(/^Your wallet says/);
  });

  it('names the network to choose if the wallet cannot be asked to change it', async () => {
    const switching = freshClient().switchNetwork('testnet', { provider: leatherWallet() });
    const error = await refusal(switching);
    expect(await toUserText(error)).to.equal('Switch to testnet in your wallet.');
  });

  it('names the network that the wallet lacks, and to try another wallet', async () => {
    const errorIn = (provider: unknown, network: string) =>
      refusal(
        freshClient().request({ provider, network } as never, 'stx_signMessage', { message: 'x' }),
      );
    const onOkx = { request: async () => ({}) };
    const client = createWalletClient({
      storage: memoryStorage(),
      window: Object.assign(new EventTarget(), { okxwallet: { stacks: onOkx } }) as never,
    });
    const refusedByOkx = await refusal(
      client.request({ providerId: 'okxwallet.stacks', network: 'testnet' }, 'stx_signMessage', {
        message: 'x',
      }),
    );
    expect(refusedByOkx.message).to.contain('OKX Wallet supports only Stacks mainnet');
    const lacks = (network: string) =>
      `Your wallet does not support ${network}. Nothing was sent. Try another wallet.`;
    expect(await toUserText(refusedByOkx)).to.equal(lacks('testnet'));
    expect(await toUserText(refusedByOkx, 'de')).to.match(/^Ihr Wallet unterstützt Testnet nicht/);
    const ofLeather = await errorIn(leatherWallet(), 'nakamoto');
    expect(await toUserText(ofLeather)).to.equal(lacks('nakamoto'));
    const texts = await Promise.all(
      Object.keys(locales).map((locale) => toUserText(refusedByOkx, locale)),
    );
    expect(new Set(texts).size, texts.join()).to.equal(texts.length);
  });

  it('names the network to choose if Xverse is not connected, and has not reported its own', async () => {
    const provider = {
      request: async () => Promise.reject(Object.assign(new Error('denied'), { code: -32002 })),
    };
    const client = createWalletClient({
      storage: memoryStorage(),
      window: Object.assign(new EventTarget(), {
        XverseProviders: { BitcoinProvider: provider },
      }) as never,
    });
    const error = await refusal(
      client.request(
        { providerId: 'XverseProviders.BitcoinProvider', network: 'testnet' },
        'stx_signMessage',
        { message: 'x' },
      ),
    );
    expect(error.message).to.contain('it did not report its own; connect first');
    expect(await toUserText(error)).to.equal(
      'Your wallet is not connected to this page. Nothing was sent. Connect again. Switch to testnet in your wallet.',
    );
  });

  it('names the network of what is sent if the account is on another one', async () => {
    const client = freshClient().with({ provider: leatherWallet() });
    await client.connect();
    const recipient = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ';
    const error = await refusal(client.request('stx_transferStx', { recipient, amount: 1n }));
    expect(error.message).to.contain('`recipient`').and.to.contain('the connected account');
    expect(await toUserText(error)).to.equal(
      'Your wallet is on mainnet, but this page uses testnet. Nothing was sent. Switch to testnet in your wallet.',
    );
  });

  it('names another account that has signed', async () => {
    const error = new JsonRpcError(-32603, 'x', {
      data: { account: [RECIPIENT], signer: RECIPIENT },
      cause: {},
    });
    expect(await toUserText(error)).to.match(/^Another account of your wallet has signed\./);
  });

  it('says that the wallet may still ask if the page aborted the request', async () => {
    expect(await toUserText(AbortSignal.abort().reason)).to.match(/If your wallet still asks/);
  });

  it('says of a transaction whether it can be sent again', async () => {
    const handle = trackTransaction('0x'.padEnd(66, '0'), { network: 'mainnet' });
    const error = await handle
      .until('confirmed', { timeout: 1 })
      .catch((thrown: unknown) => thrown);
    expect(await toUserText(error)).to.equal(
      'Not confirmed yet, but it still may be. Do not send it again.',
    );
    const state = { status: 'dropped' } as never;
    expect(await toUserText(new DroppedError('dropped', 'x', state))).to.equal(
      'The network dropped the transaction. Nothing was sent. You can try again.',
    );
  });

  it('has the texts of the elements for tokens, sign-ins and payments', async () => {
    expect(await toUserText(new MetadataError('not-found', 'x'))).to.equal(
      'No token found for this contract.',
    );
    expect(await toUserText({ status: 'failed', code: 'multisig-unsupported' })).to.equal(
      'A multisig account cannot sign in. Choose another account in your wallet.',
    );
    expect(await toUserText({ status: 'failed', code: 'price-changed' })).to.equal(
      'The price has changed. Nothing was paid. Reload the page.',
    );
    const failed = {
      status: 'failed',
      code: 'wallet-failed',
      error: new JsonRpcError(-32000, 'x'),
    };
    expect(await toUserText(failed)).to.equal('You declined in your wallet. Nothing was sent.');
  });

  it('tells who types an amount what to type', async () => {
    const thrown = (text: string, decimals = 6, locale = 'en', limits = {}): unknown => {
      try {
        return parseUnits(text, decimals, { locale, ...limits });
      } catch (error) {
        return error;
      }
    };
    expect(await toUserText(thrown(''))).to.equal('Enter an amount.');
    expect(await toUserText(thrown('x'))).to.equal('Enter the amount in digits.');
    const beyond = (text: string) => thrown(text, 6, 'de', { min: 1n, max: 12_500_000n });
    expect(await toUserText(beyond('0'), 'de')).to.equal('Geben Sie mindestens 0,000001 ein.');
    expect(await toUserText(beyond('13'), 'de')).to.equal('Geben Sie höchstens 12,5 ein.');
    expect(await toUserText(beyond('13'), 'en')).to.equal('Enter at most 12,5.');
    expect(await toUserText(thrown('1.1234567'))).to.equal('This amount has too many decimals.');
    // Not "without separators": `15` is ten times as much.
    const ways = 'This amount can be read in two ways.';
    expect(await toUserText(thrown('1,5'))).to.equal(
      `${ways} Write it like 1234.5, without other separators.`,
    );
    expect(await toUserText(thrown('1,5', 0))).to.contain(`${ways} Write it like 1234, `);
    expect(await toUserText(thrown('1.5', 6, 'de'), 'de')).to.contain('wie 1234,5, ohne');
  });

  it('says of what was read that it could not be loaded, and not what was sent', async () => {
    const at = (code: ContractErrorCode, contract?: string) =>
      toUserText(new ContractError(code, 'x', { contract }));
    expect(await at('err-response', `${RECIPIENT}.pool`)).to.equal(
      'The contract could not be read.',
    );
    expect(await at('network')).to.equal('The service couldn’t be reached. Try again later.');
    expect(await at('invalid')).to.match(/^This page asked for something invalid\. Nothing was/);
    const source = { baseUrl: 'https://api.example.com', fetch: async () => notFound() };
    const balance = await refused(getStxBalance(RECIPIENT, { source }));
    expect(await toUserText(balance)).to.equal('Something could not be loaded. Try again later.');
  });

  it('says of the state of a transaction why it failed, and nothing of others', async () => {
    const failed = { status: 'failed', reason: 'post-condition' };
    const stopped =
      'Not executed: it would have moved more than allowed. Only the network fee was charged.';
    expect(await toUserText(failed)).to.equal(stopped);
    expect(await toUserText(new TransactionFailedError('failed', 'x', failed as never))).to.equal(
      stopped,
    );
    for (const [state, text] of [
      [{ status: 'failed', reason: 'response' }, /^The transaction failed\. Only/],
      [{ status: 'dropped', reason: 'expired' }, /^The network dropped the transaction\./],
      [{ status: 'replaced' }, /^Another transaction took the place of this one\./],
      [{ status: 'untracked', reason: 'signed' }, /^$/],
      [{ status: 'submitted', since: 0 }, /^$/],
      [{ status: 'pending', since: 0 }, /^$/],
      [{ status: 'confirmed' }, /^$/],
      [{ status: 'unknown', raw: '' }, /^$/],
    ] as const) {
      expect(await toUserText(state)).to.match(text);
    }
  });

  it('says of a sign-in what helps after an answer of the server', async () => {
    const refusedWith = (reason: string) =>
      toUserText({ status: 'failed', code: 'server-refused', reason });
    expect(await refusedWith('chain')).to.equal(
      'The website does not accept accounts of this network. Choose another network in your wallet.',
    );
    expect(await refusedWith('domain')).to.match(/the sign\u2011in\. Tell the website\.$/);
    expect(await refusedWith('nonce-used')).to.match(/Try again\.$/);
    expect(await refusedWith('toString')).to.match(/Try again\.$/);
    for (const [path, status, text] of [
      ['nonce', 502, /^The website couldn’t be reached\./],
      ['nonce', 503, /^The website couldn’t be reached\./],
      ['verify', 500, /^The answer of the service cannot be used\. Try again later\.$/],
    ] as const) {
      const error = new SignInAnswerError(`https://example.com/auth/${path} answered ${status}`);
      const code = path === 'nonce' ? 'nonce-fetch' : 'server-unreachable';
      expect(await toUserText({ status: 'failed', code, error }), path).to.match(text);
      expect(await toUserText(error), path).to.match(text);
    }
    const missing = new SignInAnswerError(
      'https://example.com/auth/nonce answered 404',
      'sign-in-route',
    );
    for (const code of ['nonce-fetch', 'server-unreachable'] as const) {
      const text =
        'Sign\u2011in is not available on this website. Nothing was sent. Tell the website.';
      expect(await toUserText({ status: 'failed', code, error: missing })).to.equal(text);
      expect(await toUserText(missing)).to.equal(text);
    }
    const elsewhereSet = new SignInAnswerError(
      'https://example.com/auth/nonce answered 403',
      'sign-in-origin',
    );
    for (const shown of [
      { status: 'failed', code: 'nonce-fetch', error: elsewhereSet },
      elsewhereSet,
    ])
      expect(await toUserText(shown)).to.match(
        /^The website did not accept .* Tell the website\.$/,
      );
    const error = new SignInOriginError('no');
    const elsewhere = { status: 'failed', code: 'nonce-fetch', error } as const;
    expect(await toUserText(elsewhere)).to.match(/Tell the website\.$/);
    expect(await toUserText(error)).to.match(/Tell the website\.$/);
  });

  it('says of an address of another network which one the user can choose, if it is that of the wallet', async () => {
    const at = (isConnected: boolean) => {
      const networks = { address: 'testnet', page: 'mainnet', isConnected } as const;
      return new ContractError('wrong-network', 'x', { networks });
    };
    expect(await toUserText(at(false))).to.equal(
      'This address is on testnet, but this page uses mainnet.',
    );
    expect(await toUserText(at(true), 'de')).to.equal(
      'Ihr Wallet verwendet Testnet, diese Seite aber Mainnet. Wechseln Sie in Ihrem Wallet zu Mainnet.',
    );
    expect(await toUserText({ status: 'error', balance: undefined, error: at(true) })).to.equal(
      'Your wallet is on testnet, but this page uses mainnet. Switch to mainnet in your wallet.',
    );
  });

  it('says of a service whether it could not be reached, is busy, or gave an unusable answer', async () => {
    const at = (code: ContractErrorCode) => toUserText(new ContractError(code, 'x'));
    expect(await at('network')).to.match(/^The service couldn’t be reached\./);
    expect(await at('rate-limited')).to.match(/^The service is busy\. Try again later\.$/);
    const unusable = /^The answer of the service cannot be used\. Try again later\.$/;
    expect(await at('bad-response')).to.match(unusable);
    const answered = new SignInAnswerError('x');
    expect(await toUserText(answered)).to.match(unusable);
    expect(await toUserText({ status: 'failed', code: 'nonce-fetch', error: answered })).to.match(
      unusable,
    );
  });

  it('says that the page made a mistake and nothing was sent, if an option or argument is wrong', async () => {
    const calls: Readonly<Record<string, () => unknown>> = {
      createSignIn: () => createSignIn({} as never),
      fetchSignIn: () => fetchSignIn('/auth', { hedaers: {} } as never),
      shortAddress: () => shortAddress(5 as never),
      explorerUrl: () => explorerUrl(5 as never),
      createWalletClient: () => createWalletClient({ stroage: 5 } as never),
      watchBalance: () => watchBalance(RECIPIENT, { asseet: 'stx' } as never),
      trackTransaction: () => trackTransaction('0x', { netwrok: 'mainnet' } as never),
      createMetadataClient: () => createMetadataClient({ network: 5 } as never),
      parseUnits: () => parseUnits('1', -1),
      uint: () => Cl.uint(-1n),
    };
    for (const [name, call] of Object.entries(calls)) {
      let thrown: unknown;
      try {
        call();
      } catch (error) {
        thrown = error;
      }
      expect(await toUserText(thrown), name).to.match(
        /^This page asked for something invalid\. No/,
      );
    }
    // One of the browser: what the page has done before is not known.
    const failed = new TypeError('Failed to fetch');
    expect(await toUserText(failed)).to.equal(`Something went wrong. ${CHECK}`);
  });

  it('says nothing of a state that is no failure', async () => {
    const account = undefined;
    const read = { error: undefined, balance: 1n };
    for (const state of [
      { status: 'unknown', account },
      { status: 'signed-out', account },
      ...['preparing', 'ready', 'signing', 'verifying', 'signed-in'].map((status) => ({ status })),
      ...['idle', 'connecting', 'confirming'].map((status) => ({ status })),
      ...['sent', 'seen', 'paid'].map((status) => ({ status, txid: '0x' })),
      ...['idle', 'loading', 'ready'].map((status) => ({ ...read, status })),
      // A service that is busy, or has not fetched a token yet, is asked again.
      { status: 'loading', balance: 1n, error: new ContractError('rate-limited', 'x') },
      { status: 'pending', token: undefined, error: new MetadataError('not-found', 'x') },
      { status: 'found', name: 'a.btc', error: undefined },
      { status: 'none', name: undefined, reason: 'no-name', error: undefined },
      { status: 'pending', data: undefined, error: undefined, transaction: undefined },
      { status: 'success', data: {}, error: undefined, transaction: undefined },
      { status: 'success', data: {}, error: undefined, transaction: { status: 'confirmed' } },
      { status: 'disconnected' },
      { status: 'connected' },
      undefined,
      null,
    ]) {
      expect(await toUserText(state), JSON.stringify(state?.status)).to.equal('');
    }
  });

  it('has the text of the error in a state that is a failure', async () => {
    const busy = new ContractError('rate-limited', 'x');
    for (const [state, text] of [
      [{ status: 'error', balance: undefined, error: busy }, /^The service is busy\./],
      [{ status: 'unknown', name: undefined, error: busy }, /^The service is busy\./],
      [
        { status: 'error', token: undefined, error: new MetadataError('not-found', 'x') },
        /^No tok/,
      ],
      [{ status: 'error', data: undefined, error: new JsonRpcError(-32000, 'x') }, /^You declined/],
      [{ status: 'success', data: {}, transaction: { status: 'dropped' } }, /^The network dropped/],
      [{ status: 'error', price: undefined }, /^Something could not be loaded\./],
      // Not of this package, or without what it failed with: something may have been sent.
      [{ status: 'error' }, /Check your wallet/],
      [{ status: 'failed', code: 'x', error: undefined }, /Check your wallet/],
      [{ status: 'other' }, /Check your wallet/],
    ] as const) {
      expect(await toUserText(state)).to.match(text);
    }
  });

  it('never rejects', async () => {
    const bare: object = Object.create(null);
    for (const value of ['x', 5, new Error('x'), {}, bare, { name: bare }]) {
      expect(await toUserText(value)).to.equal(`Something went wrong. ${CHECK}`);
    }
  });
});

describe('toUserText(error, locale)', () => {
  for (const locale of Object.keys(locales)) {
    it(`is in the language ${locale}, and quotes the wallet`, async () => {
      const error = await errorOf(thrower({ code: -32603, message: 'Insufficient balance.' }));
      const text = await toUserText(error, locale);
      expect(text).to.contain('Insufficient balance.').and.not.contain('Check your wallet');
    });
  }

  it('is in the language without the region, or in English', async () => {
    const error = new JsonRpcError(-32000, 'x');
    expect(await toUserText(error, 'de-CH')).to.match(/^Sie haben/);
    expect(await toUserText(error, 'xx')).to.match(/^You declined/);
    expect(await toUserText(error, 'no tag at all')).to.match(/^You declined/);
  });
});
