import { expect } from '@esm-bundle/chai';
import { isJsonRpcError } from '../errors.js';
import { read } from '../lib/safe-access.js';
import { listAddresses, resolveNetwork, toHint } from './network.js';

const MAIN = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const TEST = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ';
const BITCOIN_MAIN = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
/** Base58 does not show which test network it is. */
const BITCOIN_TEST = 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn';
const BITCOIN_TESTNET = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
const BITCOIN_REGTEST = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

/** What each place says. A place that is left out says nothing. */
interface Case {
  readonly title: string;
  readonly method?: string;
  readonly params?: unknown;
  readonly options?: string;
  readonly account?: readonly string[];
  readonly wallet?: string;
  readonly stored?: string;
  /** A principal in the arguments or post-conditions. */
  readonly argument?: string;
}

const payTo = (...addresses: string[]) => ({
  recipients: addresses.map((address) => ({ address })),
});

const RESOLVED: readonly (Case & { readonly network: string | undefined })[] = [
  { title: 'no place says anything', network: undefined },
  { title: 'params without a network', params: {}, network: undefined },
  // In their order.
  {
    title: 'the params come before the options',
    params: { network: 'testnet' },
    options: 'mainnet',
    network: 'testnet',
  },
  { title: 'the options', options: 'testnet', network: 'testnet' },
  {
    title: 'the options come before the account',
    params: { recipient: TEST },
    options: 'devnet',
    account: ['testnet'],
    network: 'devnet',
  },
  {
    title: 'the options may be of another network than the account',
    params: { recipient: TEST },
    options: 'testnet',
    account: ['mainnet'],
    network: 'testnet',
  },
  { title: 'a recipient', params: { recipient: MAIN }, network: 'mainnet' },
  { title: 'a contract', params: { contract: `${TEST}.token` }, network: 'testnet' },
  { title: 'an asset', params: { asset: `${TEST}.token::tok` }, network: 'testnet' },
  { title: 'a signer', params: { address: TEST }, network: 'testnet' },
  { title: 'a bech32 address', params: payTo(BITCOIN_REGTEST), network: 'regtest' },
  {
    title: 'an address comes before the account',
    params: { recipient: TEST },
    account: ['regtest'],
    network: 'testnet',
  },
  {
    title: 'a signer may be of another network than the account',
    params: { address: TEST },
    account: ['mainnet'],
    network: 'testnet',
  },
  {
    title: 'the account comes before the wallet',
    argument: TEST,
    account: ['testnet'],
    wallet: 'devnet',
    network: 'testnet',
  },
  {
    title: 'the wallet, if the address of the account is of another network than the arguments',
    argument: TEST,
    account: ['mainnet'],
    wallet: 'devnet',
    network: 'devnet',
  },
  {
    title: 'the wallet comes before the values',
    argument: TEST,
    wallet: 'devnet',
    network: 'devnet',
  },
  { title: 'a principal in the arguments', argument: TEST, network: 'testnet' },
  // Nothing in a deployment shows a network.
  {
    title: 'the account, for a deployment',
    method: 'stx_deployContract',
    account: ['testnet'],
    network: 'testnet',
  },
  {
    title: 'the wallet, for a deployment: its name is more exact than an address',
    method: 'stx_deployContract',
    account: ['testnet'],
    wallet: 'devnet',
    network: 'devnet',
  },
  {
    title: 'the stored network, for a deployment: that of an address is less exact',
    method: 'stx_deployContract',
    account: ['testnet'],
    stored: 'devnet',
    network: 'devnet',
  },
  {
    title: 'the wallet comes before the stored network, for a deployment',
    method: 'stx_deployContract',
    account: ['testnet'],
    wallet: 'regtest',
    stored: 'devnet',
    network: 'regtest',
  },
  {
    title: 'the wallet, for a deployment with an address of a test network in a post-condition',
    method: 'stx_deployContract',
    argument: TEST,
    account: ['testnet'],
    wallet: 'devnet',
    network: 'devnet',
  },
  {
    title: 'the stored network, for a deployment with such an address',
    method: 'stx_deployContract',
    argument: TEST,
    account: ['testnet'],
    stored: 'devnet',
    network: 'devnet',
  },
  {
    title: 'the options, for a deployment',
    method: 'stx_deployContract',
    options: 'mainnet',
    account: ['testnet'],
    network: 'mainnet',
  },
  {
    title: 'an account on mainnet, for a deployment',
    method: 'stx_deployContract',
    account: ['mainnet'],
    wallet: 'mainnet',
    network: undefined,
  },
  // What says nothing.
  {
    title: 'the stored network, if no contract is deployed',
    argument: TEST,
    account: ['testnet'],
    stored: 'devnet',
    network: 'testnet',
  },
  { title: 'the account alone', account: ['testnet'], wallet: 'testnet', network: undefined },
  {
    title: 'an account on mainnet, which is the default',
    argument: MAIN,
    account: ['mainnet'],
    network: undefined,
  },
  { title: 'an address of any test network', params: payTo(BITCOIN_TEST), network: undefined },
  {
    title: 'an address of any test network, with options',
    params: payTo(BITCOIN_TEST),
    options: 'signet',
    network: 'signet',
  },
  {
    title: 'a network that is no name, beside an address',
    params: { recipient: TEST, network: 5 },
    network: 'testnet',
  },
  {
    title: 'a network that is no name, beside options',
    params: { network: 5 },
    options: 'testnet',
    network: 'testnet',
  },
  { title: 'params that are no object', params: 'testnet', options: 'mainnet', network: 'mainnet' },
  {
    title: 'lists that are none',
    params: { recipients: {}, signInputs: [null, 'x'] },
    network: undefined,
  },
  // A network that is not known has any address.
  {
    title: 'a network that is not known',
    params: { recipient: MAIN, network: 'my-own-net' },
    network: 'my-own-net',
  },
];

const REFUSED: readonly (Case & { readonly field: string })[] = [
  { title: 'the params', params: { recipient: MAIN, network: 'testnet' }, field: 'recipient' },
  {
    title: 'the params, in another case',
    params: { recipient: MAIN, network: 'Testnet' },
    field: 'recipient',
  },
  {
    title: 'the params, for Bitcoin',
    params: { ...payTo(BITCOIN_TESTNET), network: 'regtest' },
    field: 'recipients[0].address',
  },
  { title: 'the options', params: { recipient: TEST }, options: 'mainnet', field: 'recipient' },
  {
    title: 'the options, in a contract',
    params: { contract: `${MAIN}.token` },
    options: 'testnet',
    field: 'contract',
  },
  {
    title: 'the options, in an asset',
    params: { asset: `${MAIN}.token::tok` },
    options: 'testnet',
    field: 'asset',
  },
  {
    title: 'the options, in an input to sign',
    params: { signInputs: [0, { index: 1, address: BITCOIN_MAIN }] },
    options: 'testnet',
    field: 'signInputs[1].address',
  },
  { title: 'the options, in an argument', argument: TEST, options: 'mainnet', field: 'argument' },
  { title: 'the recipient', params: { recipient: MAIN, address: TEST }, field: 'address' },
  {
    title: 'the recipient, in an asset',
    params: { recipient: MAIN, asset: `${TEST}.token` },
    field: 'asset',
  },
  {
    title: 'the recipient, in an argument',
    params: { recipient: MAIN },
    argument: TEST,
    field: 'argument',
  },
  {
    title: 'the first recipient',
    params: payTo(BITCOIN_MAIN, BITCOIN_TEST),
    field: 'recipients[1].address',
  },
  {
    title: 'the second recipient, since the first shows no network',
    params: payTo(BITCOIN_TEST, BITCOIN_MAIN),
    field: 'recipients[0].address',
  },
  {
    title: 'the account',
    params: { recipient: TEST },
    account: ['mainnet'],
    field: 'recipient',
  },
  { title: 'the account, in an argument', argument: TEST, account: ['mainnet'], field: 'argument' },
  {
    title: 'the account and the wallet',
    argument: TEST,
    account: ['mainnet'],
    wallet: 'mainnet',
    field: 'argument',
  },
  { title: 'the wallet', argument: TEST, wallet: 'mainnet', field: 'argument' },
  {
    title: 'the account that deploys a contract',
    method: 'stx_deployContract',
    argument: MAIN,
    account: ['testnet'],
    stored: 'devnet',
    field: 'argument',
  },
];

const resolve = ({
  method = 'm',
  params,
  options,
  account = [],
  wallet,
  stored,
  argument,
}: Case) => {
  const network = read(params, 'network');
  const hint = argument === undefined ? undefined : toHint('argument', argument);
  return resolveNetwork({
    method,
    params: typeof network === 'string' ? network : undefined,
    options,
    addresses: listAddresses({ ...(params as object) }),
    account,
    ownAddresses: [],
    wallet,
    stored,
    values: hint ? [hint] : [],
  });
};

describe('the network of a request', () => {
  for (const { network, ...places } of RESOLVED) {
    it(`${places.title}: ${network}`, () => {
      expect(resolve(places)).to.equal(network);
    });
  }
});

describe('what is of another network is refused', () => {
  for (const { field, ...places } of REFUSED) {
    it(`than that of ${places.title}`, () => {
      expect(() => resolve(places))
        .to.throw(`\`${field}\``)
        .and.satisfy(isJsonRpcError);
    });
  }
});
