import { expect } from '@open-wc/testing';
import { type AnyRecording, fetchRecording } from '../../fixtures/recorded/fetch.js';
import type { WalletProvider, Wallet } from '../../src/wallets/wallet.js';
import type { RequestOptions } from '../../src/core/types.js';
import { freshClient, refusal } from '../../src/testing/every-wallet.js';
import { methodNames } from '../../src/methods/index.js';
import { findWallet, wallets } from '../../src/wallets/index.js';
import { standard } from '../../src/wallets/sip030.js';

/** One recorded request of a wallet and its answer; see fixtures/recorded/. */
interface Row {
  readonly what: string;
  readonly method: string;
  /** The session is connected first, with the file's first row of `getAddresses`. A string: its Stacks address. */
  readonly connected?: true | string;
  readonly params?: unknown;
  /** The exact request that the wallet receives; absent if it is not asked. */
  readonly wire?: { readonly method: string; readonly params?: unknown };
  /** The answer, or what it rejects with. */
  readonly reply?: unknown;
  readonly rejects?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message?: string };
  /** The field for which the request is refused before the wallet is asked. */
  readonly refused?: string;
  /** The requests that the wallet receives in that case, which open no window. */
  readonly asked?: readonly unknown[];
}

interface Recording extends AnyRecording {
  readonly wallet: string;
  /** Where the page finds the wallet, if it is recognized by that. */
  readonly path?: string;
  /** For a wallet without `request`: the path of its object, which has the functions in the rows. */
  readonly functionsAt?: string;
  /** The properties by which this wallet is recognized; 'function' stands for a function. */
  readonly provider: Readonly<Record<string, unknown>>;
  readonly rows: readonly Row[];
}

/** Each known wallet has a file. */
const FILES = [...Object.keys(wallets), 'standard'];

/** Replaces the names of constants, and `{ "$bigint": "5" }` by bigints. */
function filled(recording: Recording): Recording {
  const { constants } = recording;
  const named = JSON.stringify(recording).replace(
    /\{([A-Z][A-Z0-9_]*)\}/g,
    (whole, name: string) => constants[name] ?? whole,
  );
  return JSON.parse(named, (_key, value: unknown) =>
    isBigint(value) ? BigInt(value.$bigint) : value,
  ) as Recording;
}

function isBigint(value: unknown): value is { $bigint: string } {
  return typeof value === 'object' && value !== null && '$bigint' in value;
}

class RecordedWallet implements WalletProvider {
  readonly calls: unknown[] = [];
  private row: Row;

  constructor({ provider, rows }: Recording, row: Row) {
    for (const [key, value] of Object.entries(provider)) {
      Object.assign(this, { [key]: value === 'function' ? () => undefined : value });
    }
    const first = rows.find(({ method }) => method === 'getAddresses');
    this.row = row.connected && first ? first : row;
    if (typeof row.connected !== 'string') return;
    const address = { symbol: 'STX', address: row.connected, publicKey: '' };
    this.row = {
      ...this.row,
      reply: { jsonrpc: '2.0', id: '1', result: { addresses: [address] } },
    };
  }

  async request(method: string, params?: unknown): Promise<unknown> {
    this.calls.push(params === undefined ? { method } : { method, params });
    if (this.row.rejects) throw this.row.rejects;
    return this.row.reply;
  }

  /** From now on it answers as in another row. */
  setRow(row: Row): void {
    this.row = row;
    this.calls.length = 0;
  }
}

/** The options with which a client finds the wallet. */
function found({ functionsAt, path, rows }: Recording, provider: RecordedWallet): RequestOptions {
  if (path !== undefined) {
    Object.assign(window, { [path]: provider });
    return { providerId: path };
  }
  if (functionsAt === undefined) return { provider };
  const functions = rows.flatMap(({ wire }) =>
    wire
      ? [[wire.method, (params: unknown) => provider.request(wire.method, params)] as const]
      : [],
  );
  const [name = '', inner = ''] = functionsAt.split('.');
  Object.assign(window, { [name]: { [inner]: Object.fromEntries(functions) } });
  return { providerId: functionsAt };
}

async function play(recording: Recording, row: Row): Promise<void> {
  const provider = new RecordedWallet(recording, row);
  const client = freshClient().with(found(recording, provider));
  if (row.connected) await client.connect();
  provider.setRow(row);
  const request = () => client.request(row.method, row.params);
  if (row.refused !== undefined) {
    const error = await refusal(request());
    expect(error.code).to.equal(-32602);
    expect(error.message).to.contain(`\`${row.refused}\``);
    expect(provider.calls).to.deep.equal(row.asked ?? []);
    return;
  }
  if (row.error) expect(await refusal(request())).to.include(row.error);
  else expect(await request()).to.deep.equal(row.result);
  expect(provider.calls).to.deep.equal(row.wire ? [row.wire] : []);
}

for (const file of FILES) {
  const recording = filled(await fetchRecording<Recording>(file));

  describe(`the recorded rows of ${recording.wallet}`, () => {
    const wallet = findWallet(
      new RecordedWallet(recording, recording.rows[0]!),
      recording.functionsAt ?? recording.path,
    );

    it('are played by this wallet', () => {
      const own: Record<string, Wallet> = wallets;
      expect(wallet.info).to.equal((own[file] ?? standard).info);
    });

    it('have every method', () => {
      const recorded = new Set(recording.rows.map(({ method }) => method));
      expect(recorded).to.include.all.keys(...methodNames);
    });

    it('agree with the wallet on the methods that it does not have', () => {
      const missing = recording.rows.filter(({ error }) => error?.code === -32601);
      const account = { addresses: [], network: undefined, reportedNetwork: () => undefined };
      const unsupported = methodNames.filter((method) => !wallet.supports?.(method, account));
      expect(new Set(unsupported)).to.deep.equal(new Set(missing.map(({ method }) => method)));
    });

    it('agree with `explain` on the fields that it ignores', async () => {
      for (const { method, params, connected, wire } of recording.rows) {
        if (connected || !wire || wallet.info === standard.info) continue;
        const rows = await freshClient().explain(method, params);
        const row = rows.find(({ providerId }) => providerId === wallet.info.id);
        const given = Object.keys(params ?? {});
        const ignored = (recording.ignores[method] ?? []).filter((field) => given.includes(field));
        expect(row?.ignores, method).to.have.members(ignored);
      }
    });

    for (const row of recording.rows) {
      it(`${row.method}: ${row.what}`, () => play(recording, row));
    }
  });
}
