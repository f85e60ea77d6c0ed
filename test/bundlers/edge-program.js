/** Imports and calls each entry point on a server that is not Node. Returns the unexpected results. */
const MESSAGE = { message: 'Hello' };

export async function use(doors) {
  const faults = [];
  const loaded = {};
  for (const [door, load] of Object.entries(doors)) {
    try {
      loaded[door] = await load();
    } catch (error) {
      faults.push(`${door}: ${error.name}: ${error.message}`);
    }
  }
  const is = (what, actual, expected) => {
    const text = JSON.stringify(actual);
    if (text !== JSON.stringify(expected)) faults.push(`${what} is ${text}`);
  };
  const call = (what, run, expected) => {
    try {
      is(what, run(), expected);
    } catch (error) {
      faults.push(`${what}: ${error}`);
    }
  };
  const rejects = async (what, run, expected) => {
    const error = await run().catch((reason) => reason);
    if (!expected.test(error?.message)) faults.push(`${what}: ${error?.message}`);
  };

  for (const door of ['.', '/core', '/cdn']) {
    const { connect, disconnect, getDefaultClient, getLocalStorage, isConnected, request } =
      loaded[door] ?? {};
    if (!connect) continue;
    call(`${door}: isConnected()`, isConnected, false);
    call(`${door}: getLocalStorage()`, getLocalStorage, null);
    call(`${door}: disconnect()`, disconnect, undefined);
    call(`${door}: the state`, () => getDefaultClient().state.status, 'disconnected');
    await rejects(`${door}: connect()`, () => connect(), /in the browser/);
    await rejects(
      `${door}: request()`,
      () => request('stx_signMessage', MESSAGE),
      /in the browser/,
    );
  }
  const { '/state': state, '/svelte': svelte, '/metadata': metadata } = loaded;
  if (state) call('/state', () => state.walletSnapshot().status, 'disconnected');
  if (svelte) {
    call(
      '/svelte',
      () => {
        let seen;
        svelte.useWallet().subscribe(({ status }) => (seen = status))();
        return seen;
      },
      'disconnected',
    );
  }
  if (metadata) {
    call('/metadata', () => metadata.formatAmount(1_500_000n, 6, { locale: 'en' }), '1.5');
    await rejects('/metadata: getFtMetadata()', () => metadata.getFtMetadata('x'), /principal/);
  }
  const { '/transactions': transactions } = loaded;
  if (transactions) {
    call(
      '/transactions',
      () => transactions.trackTransaction('5a'.repeat(32)).state.status,
      'submitted',
    );
  }
  const { '/define/autoload': autoload } = loaded;
  if (autoload) call('/define/autoload', () => typeof autoload.loadElements, 'function');
  const { '/elements/wallet-account': account, '/elements/messages': messages } = loaded;
  if (account) {
    await rejects(
      '/elements/wallet-account',
      async () => new account.WalletAccount(),
      /^WalletAccount: .* in the browser.* See https:.*#server$/,
    );
  }
  if (messages) {
    call('/elements/messages', () => messages.registerMessages('de', {}), undefined);
  }
  return faults;
}
