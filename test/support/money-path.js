/**
 * Runs in a page before any other script. Records what the library sends and returns, without built-ins that
 * another library may replace later.
 */
window.moneyPath = (() => {
  const { stringify, parse } = JSON;
  const keysOf = Object.getOwnPropertyNames;
  const NOW = 1_700_000_000_000;
  Date.now = () => NOW;

  /** Any value as text. Calls JSON.stringify only with strings, for which it never calls toJSON. */
  function dump(value) {
    if (typeof value === 'string') return stringify(value);
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value === 'function') return 'function';
    if (typeof value !== 'object' || value === null) return `${value}`;
    const isList = Array.isArray(value) || value instanceof Uint8Array;
    const parts = [];
    if (isList) for (let at = 0; at < value.length; at += 1) parts.push(dump(value[at]));
    else {
      if (value instanceof Error) parts.push(`${value.name}: ${stringify(value.message)}`);
      const names = keysOf(value);
      for (let at = 0; at < names.length; at += 1) {
        if (names[at] === 'stack' || names[at] === 'message' || names[at] === 'cause') continue;
        parts.push(`${stringify(names[at])}: ${dump(value[names[at]])}`);
      }
    }
    return isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  }

  function memoryStorage() {
    const items = { __proto__: null };
    return {
      getItem: (key) => items[key] ?? null,
      setItem: (key, value) => void (items[key] = value),
      removeItem: (key) => void delete items[key],
      items,
    };
  }

  /** A wallet that resolves with `reply`, and adds a line for each request. */
  function recorder(provider, lines) {
    const wallet = {
      reply: undefined,
      request(method, params) {
        lines.push(`  asked ${method} ${dump(params)}`);
        return Promise.resolve(wallet.reply);
      },
    };
    for (const name in provider) {
      wallet[name] = provider[name] === 'function' ? () => undefined : provider[name];
    }
    return wallet;
  }

  async function outcome(promise) {
    try {
      return `  answered ${dump(await promise)}`;
    } catch (error) {
      return `  failed ${dump(error)}`;
    }
  }

  /** What each row of a wallet, and each of `requests`, sends and returns. */
  async function play({ wallet: name, provider, rows, requests }) {
    const all = [];
    for (const row of [...rows, ...requests]) {
      const lines = [`${name}, ${row.method}: ${row.what}`];
      const storage = memoryStorage();
      const client = library().createWalletClient({ storage });
      const wallet = recorder(provider, lines);
      if (row.connected) {
        wallet.reply = rows[0].reply;
        lines.push(await outcome(client.connect({ provider: wallet })));
        lines.push(`  stored ${dump(storage.items)}`);
      }
      wallet.reply = row.reply;
      const asked = client.request({ provider: wallet }, row.method, row.params);
      // The client has copied the params by now.
      if (row.changed) change(row.params);
      lines.push(await outcome(asked));
      all.push(lines.join('\n'));
    }
    return all;
  }

  function change(params) {
    for (const name in params) {
      if (Array.isArray(params[name])) params[name][0] = '0x0100000000000000000000000000000bad';
    }
  }

  /** Every text on the page, including shadow roots. */
  function texts(node) {
    let text = '';
    const children = (node.shadowRoot ?? node).childNodes;
    for (let at = 0; at < children.length; at += 1) {
      const child = children[at];
      if (child.nodeType === 3) text += ` ${child.data.trim()}`;
      else if (child.nodeType === 1 && !['STYLE', 'SCRIPT'].includes(child.nodeName)) {
        text += texts(child);
      }
    }
    return text;
  }

  const events = [];
  for (const type of [
    'wallet-connect',
    'wallet-modal-show',
    'wallet-modal-after-hide',
    'wallet-change',
    'ft-load',
  ]) {
    document.addEventListener(type, (event) => {
      events.push(`${type} of ${event.target.localName}, ${event.bubbles}`);
    });
  }

  /** A wallet on the page, for the elements. */
  const lines = [];
  window.FakeWalletProvider = recorder({}, lines);
  window.wbip_providers = [{ id: 'FakeWalletProvider', name: 'Fake wallet' }];

  return {
    async requests() {
      await loadLibrary();
      const all = [];
      for (const recording of recordings(parse)) {
        window.FakeWalletProvider.reply = recording.rows[0].reply;
        all.push(...(await play(recording)));
      }
      return all.join('\n\n');
    },
    async amounts() {
      const { formatUnits, parseUnits } = await import('/dist/metadata/index.js');
      const all = [];
      for (const locale of ['en', 'de', 'ar-EG', 'hi']) {
        for (const amount of ['0', '999999', '-1', '123456789012345678901234567890']) {
          for (const decimals of [0, 6, 38]) {
            const text = formatUnits(amount, decimals, { locale });
            const back = parseUnits(text, decimals, { locale });
            all.push(`${amount} ${decimals} ${locale}: ${text} ${back}`);
          }
        }
      }
      return all.join('\n');
    },
    page: () =>
      [
        texts(document.body),
        ...lines,
        ...events,
        dump(localStorage.getItem('STX_PROVIDER')),
        dump(localStorage.getItem('@stacks/connect')),
      ].join('\n'),
  };
})();
