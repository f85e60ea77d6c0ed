/** Imports and calls each entry point on a server that is not Node. Returns the unexpected results. */
const MESSAGE = { message: 'Hello' };

export async function use(entryPoints) {
  const faults = [];
  const loaded = {};
  for (const [entryPoint, load] of Object.entries(entryPoints)) {
    try {
      loaded[entryPoint] = await load();
    } catch (error) {
      faults.push(`${entryPoint}: ${error.name}: ${error.message}`);
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

  for (const entryPoint of ['.', '/core', '/cdn']) {
    const { connect, disconnect, getDefaultClient, getLocalStorage, isConnected, request } =
      loaded[entryPoint] ?? {};
    if (!connect) continue;
    call(`${entryPoint}: isConnected()`, isConnected, false);
    call(`${entryPoint}: getLocalStorage()`, getLocalStorage, null);
    call(`${entryPoint}: disconnect()`, disconnect, undefined);
    call(`${entryPoint}: the state`, () => getDefaultClient().state.status, 'disconnected');
    await rejects(`${entryPoint}: connect()`, () => connect(), /in the browser/);
    await rejects(
      `${entryPoint}: request()`,
      () => request('stx_signMessage', MESSAGE),
      /in the browser/,
    );
  }
  const { '/svelte': svelte, '/metadata': metadata } = loaded;
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
    call('/metadata', () => metadata.formatUnits(1_500_000n, 6, { locale: 'en' }), '1.5');
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
      /^WalletAccount: .* in the browser.* See node_modules.*#server$/,
    );
  }
  if (messages) {
    call('/elements/messages', () => messages.registerMessages('de', {}), undefined);
  }
  return faults;
}
