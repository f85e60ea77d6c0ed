/**
 * Answers of hostile services: each is refused or read without keeping the page busy for longer than 100 ms at a time, and
 * nothing keeps more than 10 MB.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import {
  contract,
  getAddressOfName,
  getContractInterface,
  getFtBalance,
  getFtBalances,
  getName,
  getStxBalance,
  SBTC,
} from '../dist/contracts/index.js';
import { fetchSignIn } from '../dist/sign-in/index.js';
import { fetchNextNonce } from '../dist/stacks/next-nonce.js';
import { createMetadataClient, displayText } from '../dist/tokens/index.js';
import { mempoolSpace, stacksApi, trackTransaction } from '../dist/transactions/index.js';
import { measure, slowness } from './support/blocking.mjs';

/** Milliseconds. */
const LONGEST = 100;
/** Bytes. */
const MOST_KEPT = 10_000_000;

const ADDRESS = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const CONTRACT = `${ADDRESS}.token`;
const ID = `0x${'5a'.repeat(32)}`;
const MEGABYTE = 1_000_000;

const many = (count, text) => text.repeat(count);
const list = (count, item) => Array.from({ length: count }, (_, n) => item(n));
const record = (count, entry) => Object.fromEntries(list(count, entry));

/** JSON that is no answer of any service, of a number of bytes. */
const JSON_OF = {
  objects: (bytes) => `[${many(bytes / 3 - 1, '{},')}{}]`,
  arrays: (bytes) => `[${many(bytes / 3 - 1, '[],')}[]]`,
  'numbers in a list': (bytes) => `[${many(bytes / 2 - 1, '0,')}0]`,
  'nested lists': (bytes) => many(bytes / 2, '[') + many(bytes / 2, ']'),
  'nested objects': (bytes) => `${many(bytes / 6, '{"a":')}1${many(bytes / 6, '}')}`,
  'different names': (bytes) => `{${list(bytes / 14, (n) => `"k${n}":0`).join()}}`,
  'one text': (bytes) => `"${many(bytes - 2, 'x')}"`,
  'one text of escapes': (bytes) => `"${many(bytes / 6, '\\u00e9')}"`,
  'one number': (bytes) => many(bytes, '9'),
  'white space': (bytes) => many(bytes, ' '),
};

const hexOf = (number, bytes) => number.toString(16).padStart(bytes * 2, '0');
const principal = (n) => `0516${hexOf(n, 20)}`;
const clarityList = (items) => `0b${hexOf(items.length, 4)}${items.join('')}`;
const clarityName = (n) => `n${n.toString(36)}`;
const text = (value) => Buffer.from(value).toString('hex');
const clarityTuple = (entries) =>
  `0c${hexOf(entries.length, 4)}${entries
    .map(([name, hex]) => hexOf(name.length, 1) + text(name) + hex)
    .join('')}`;

/** Serialized Clarity values of up to 2 MiB, the most of the chain. */
const CLARITY = {
  '95,000 principals': () => clarityList(list(95_000, principal)),
  'two million times none': () => clarityList(list(2_000_000, () => '09')),
  'a tuple of 230,000 entries': () =>
    clarityTuple(list(230_000, (n) => [clarityName(n), '09'])),
  'a long text': () => `0d${hexOf(MEGABYTE, 4)}${many(MEGABYTE, '61')}`,
  'a long buffer': () => `02${hexOf(MEGABYTE, 4)}${many(MEGABYTE, 'ff')}`,
  'a long text of four bytes a character': () => `0e${hexOf(MEGABYTE, 4)}${many(MEGABYTE / 4, 'f09f918b')}`, // prettier-ignore
  'lists in lists': () => {
    let value = clarityList(list(9, () => '03'));
    for (let depth = 0; depth < 5; depth++) value = clarityList(list(8, () => value));
    return value;
  },
};

/** Types that may have as many values as the chain allows. */
const LARGEST = {
  'a list of principals': [{ list: { type: 'principal', length: 47_000 } }, '95,000 principals', 47_000], // prettier-ignore
};

let server;
let baseUrl;
/** What the service answers, by the URL: a body, or `[status, body]`. */
let answer;

before(async () => {
  server = createServer((request, response) => {
    request.resume();
    const found = answer(request.url);
    const [status, body] = Array.isArray(found) ? found : [200, found];
    response.writeHead(status, { 'content-type': 'application/json' });
    // Without a length in the header: what is not read must be cancelled while it streams.
    response.write(body);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${server.address().port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

let number = 0;
/** Each run has its own URL, so that it shares no answer with another. */
const nextUrl = () => `${baseUrl}/${(number += 1)}`;

const functions = (type) => [{ name: 'f', access: 'read_only', args: [], outputs: { type } }];
const read = (type) => (url) =>
  contract({ functions: functions(type) }, { contract: CONTRACT, source: { baseUrl: url } }).read.f({}, { maxAge: 60_000 }); // prettier-ignore
const variable = (url) =>
  contract({ functions: [], variables: [{ name: 'v', type: 'uint128', access: 'variable' }] }, { contract: CONTRACT, source: { baseUrl: url } }).variable.v(); // prettier-ignore
const entry = (url) =>
  contract({ functions: [], maps: [{ name: 'm', key: 'uint128', value: 'bool' }] }, { contract: CONTRACT, source: { baseUrl: url } }).map.m(1n); // prettier-ignore
const source = (url) => ({ source: { baseUrl: url } });
const client = (url) => createMetadataClient({ baseUrl: url });
const track = (from) => async (url) => {
  const handle = trackTransaction(ID, { source: from({ baseUrl: url, pace: 0.001, perMinute: 1_000_000 }), network: 'mainnet', store: false }); // prettier-ignore
  const stop = handle.subscribe(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 300));
  stop();
  return handle.state;
};

/** The functions that read a service. */
const READS = {
  'contract().read': read('uint128'),
  'contract().variable': variable,
  'contract().map': entry,
  getContractInterface: (url) => getContractInterface(CONTRACT, source(url)),
  getStxBalance: (url) => getStxBalance(ADDRESS, source(url)),
  getFtBalance: (url) => getFtBalance(ADDRESS, SBTC.mainnet, source(url)),
  getFtBalances: (url) => getFtBalances(ADDRESS, source(url)),
  getName: (url) => getName(ADDRESS, source(url)),
  getAddressOfName: (url) => getAddressOfName('alice.btc', source(url)),
  getFtMetadata: (url) => client(url).getFtMetadata(CONTRACT),
  getNftMetadata: (url) => client(url).getNftMetadata(CONTRACT, 1n),
  getTokens: (url) => client(url).getTokens([CONTRACT, `${CONTRACT}-2`]),
  searchFts: (url) => client(url).searchFts({ name: 'x' }),
  'trackTransaction on Stacks': track(stacksApi),
  fetchNextNonce: (url) => fetchNextNonce({ method: 'f', stacksApi: url }, ADDRESS),
  fetchSignIn: (url) => fetchSignIn(url).getSession(),
};

const results = [];
async function check(name, body, run) {
  answer = typeof body === 'function' ? body : () => body;
  const { result, longest, kept } = await measure(() => run(nextUrl()));
  results.push([name, longest, kept]);
  console.log(String(longest.toFixed(0)).padStart(6), (kept / 1e6).toFixed(1).padStart(7), name, '|', String(result instanceof Error ? result.message : typeof result).slice(0, 110));
}

for (const [shape, make] of Object.entries(JSON_OF)) {
  for (const size of [8 * MEGABYTE, MEGABYTE - 100, 150_000, 60_000]) it(`a body of ${size} bytes: ${shape}`, async () => {
    const body = Buffer.from(make(size));
    for (const [name, run] of Object.entries(READS)) await check(`${name}: ${shape} ${size}`, body, run);
  });
}
for (const [shape, make] of Object.entries(CLARITY)) {
  it(`a Clarity value: ${shape}`, async () => {
    const hex = make();
    const body = Buffer.from(JSON.stringify({ okay: true, result: `0x${hex}`, data: `0x${hex}` }));
    for (const name of ['contract().read', 'contract().variable', 'contract().map', 'getName', 'getAddressOfName']) await check(`${name}: ${shape}`, body, READS[name]);
  });
}
