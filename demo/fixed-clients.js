/* Clients with a fixed state, to look at the elements in each state. */

const icon = (color) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="9" fill="${color}"/><path d="M20 9l11 11-11 11L9 20z" fill="#fff"/></svg>`,
  )}`;

/** Sample wallets, since the names and icons of real ones belong to their makers. */
const WALLETS = [
  ['Example wallet', '#4340c8'],
  ['Amber', '#b45309'],
  ['Birch', '#15764a'],
  ['Cobalt', '#1d4ed8'],
  ['Dune', '#a16207'],
  ['Estuary, a Wallet for Teams with Many Signatures', '#0b7285'],
  ['Fathom', '#334155'],
  ['Garnet', '#9f1239'],
  ['محفظة النخيل', '#3f6212'],
  ['Without an icon'],
].map(([name, color], index) => ({
  id: `ExampleWallet${index}`,
  name,
  ...(color && { icon: icon(color) }),
}));
const OTHERS = [
  { id: 'OtherWallet', name: 'Cedar', webUrl: 'https://wallet.example/' },
  {
    id: 'PhoneWallet',
    name: 'Heron',
    webUrl: 'https://wallet.example/',
    openInWalletUrl: 'https://wallet.example/browser?url={url}',
  },
];
const [WALLET] = WALLETS;

const ADDRESSES = [
  { symbol: 'STX', address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', publicKey: '' },
  {
    symbol: 'BTC',
    purpose: 'payment',
    address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    publicKey: '',
  },
  {
    symbol: 'BTC',
    purpose: 'ordinals',
    address: 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    publicKey: '',
  },
];

export const DISCONNECTED = { status: 'disconnected', addresses: [] };
export const CONNECTING = { status: 'connecting', addresses: [] };
export const CONNECTED = {
  status: 'connected',
  address: ADDRESSES[0].address,
  stxAddress: ADDRESSES[0].address,
  providerId: WALLET.id,
  addresses: ADDRESSES,
  network: 'mainnet',
};

const never = () => new Promise(() => {});

/** Fails like a wallet. -32000: the user declined. */
export const failing = (code, message) => () =>
  Promise.reject(Object.assign(new Error(message), { name: 'JsonRpcError', code }));

/** A choice of these wallets. `connect` is called for a picked wallet; without it, the choice ends. */
export function fixedChoice(wallets, connect, more) {
  const listeners = new Set();
  let state = { status: 'choosing' };
  const set = (next) => {
    state = next;
    for (const listener of [...listeners]) listener();
  };
  const pick = async (providerId) => {
    set({ status: 'connecting', providerId });
    try {
      await connect?.();
      set({ status: 'done', providerId });
    } catch (error) {
      set({ status: 'failed', providerId, error });
    }
  };
  return {
    get state() {
      return state;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    wallets,
    watchWallets: () => () => {},
    pick,
    retry: () => pick(state.providerId),
    back: () => set({ status: 'choosing' }),
    close: () => set({ status: 'done' }),
    ...more,
  };
}

/** `installed`: the number of wallets on the page. */
export function fixedStateClient(state, { answer = never, installed = 1 } = {}) {
  const wallets = { installed: WALLETS.slice(0, installed), others: OTHERS };
  return {
    state,
    isOpening: false,
    choose: async () => fixedChoice(wallets, answer),
    selectedProviderId: installed > 1 ? WALLET.id : undefined,
    subscribe: () => () => {},
    isConnected: () => state.status === 'connected',
    wallets: () => wallets,
    watchWallets: () => () => {},
    with: () => fixedStateClient(state, { answer, installed }),
    connect: answer,
    request: answer,
    disconnect: () => {},
    preload: () => {},
    on: () => () => {},
  };
}

/** A metadata client whose methods all call `answer`. */
export const metadataClient = (answer) => ({
  getFtMetadata: answer,
  getNftMetadata: answer,
  getSftMetadata: answer,
});
export const metadataFailure = (code) => () =>
  Promise.reject(Object.assign(new Error(code), { name: 'MetadataError', code }));
export const noMetadata = never;
