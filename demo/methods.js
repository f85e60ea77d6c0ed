/**
 * The methods of the playground. `params` gives the initial text of the editor from the addresses of the
 * session, if connected, so that a first run works.
 */

/** The second account of the development wallet. Its keys are public. */
const FRIEND = {
  stx: 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH',
  btc: 'bc1qku0qh0mc00y8tk0n65x2tqw4trlspak0fnjmfz',
};
const TOKEN = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token';

/** Spends a sample coin of the development wallet's first account. */
const PSBT =
  'cHNidP8BAHECAAAAAQEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAD/////Apg6AAAAAAAAFgAUtx4Lv3h7yHXZ89UMpYHVWP8A9s+UEQAAAAAAABYAFMDOvNbD08qMddxexi6+VTMO+RDiAAAAAAABAR8gTgAAAAAAABYAFMDOvNbD08qMddxexi6+VTMO+RDiAAAA';
/** A transfer of 1 STX from the development wallet's first account to its second, not yet signed. */
const TRANSACTION =
  '000000000104001859c6840c4dc8ab3a3d39c6b5003fb36c5e723200000000000000000000000000000bb8000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000030200000000000516fb1764a9481fe6ecab8afec961fe7b45f2746fa300000000000f424048656c6c6f0000000000000000000000000000000000000000000000000000000000';

export const GROUPS = [
  {
    name: 'Addresses',
    methods: {
      getAddresses: { about: 'All addresses, Stacks and Bitcoin. The same as connecting.' },
      stx_getAddresses: { about: 'The Stacks addresses only.' },
      stx_getAccounts: { about: 'The Stacks accounts and their data.' },
      stx_getNetworks: { about: 'The networks that the wallet knows.' },
    },
  },
  {
    name: 'Bitcoin',
    methods: {
      sendTransfer: {
        about: 'Sends bitcoin, to one recipient or to many. Amounts are in satoshis.',
        params: () => ({ recipients: [{ address: FRIEND.btc, amount: '1000' }] }),
      },
      signMessage: {
        about:
          'Signs a text with a Bitcoin key (BIP-322). Supported by Leather and Xverse, not part of SIP-030.',
        params: ({ btc }) => ({ message: 'Hello', ...(btc && { address: btc }) }),
      },
      signPsbt: {
        about: 'Signs a PSBT in base64. This one spends a coin of the development wallet.',
        params: ({ btc }) => ({
          psbt: PSBT,
          ...(btc ? { signInputs: [{ index: 0, address: btc }] } : {}),
          broadcast: false,
        }),
      },
    },
  },
  {
    name: 'Stacks',
    methods: {
      stx_transferStx: {
        about: 'Sends STX. The amount is in micro-STX: 1000000 is 1 STX.',
        params: () => ({ amount: '1000000', recipient: FRIEND.stx, memo: 'Hello' }),
      },
      stx_transferSip10Ft: {
        about: 'Sends a fungible token. The amount is in its base units.',
        params: () => ({ asset: `${TOKEN}::honey`, amount: '2500000', recipient: FRIEND.stx }),
      },
      stx_transferSip9Nft: {
        about: 'Sends a non-fungible token, by its id.',
        params: () => ({
          asset: 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.hives::hive',
          assetId: { type: 'uint', value: '7' },
          recipient: FRIEND.stx,
        }),
      },
      stx_callContract: {
        about: 'Calls a public function of a contract. Arguments are Clarity values.',
        params: ({ stx }) => ({
          contract: TOKEN,
          functionName: 'transfer',
          functionArgs: [
            { type: 'uint', value: '2500000' },
            { type: 'address', value: stx ?? FRIEND.stx },
            { type: 'address', value: FRIEND.stx },
            { type: 'none' },
          ],
          postConditions: [],
          postConditionMode: 'deny',
        }),
      },
      stx_deployContract: {
        about: 'Publishes a contract.',
        params: () => ({
          name: 'hello-world',
          clarityCode: '(define-read-only (hello) (ok "Hello"))',
          clarityVersion: '3',
        }),
      },
      stx_signTransaction: {
        about: 'Signs a serialized transaction. This one is from the development wallet.',
        params: () => ({ transaction: TRANSACTION, broadcast: false }),
      },
      stx_signTransactions: {
        about: 'Signs several serialized transactions at once. Only Xverse has it.',
        params: () => ({ transactions: [TRANSACTION, TRANSACTION], broadcast: false }),
      },
    },
  },
  {
    name: 'Signing and profile',
    methods: {
      stx_signMessage: {
        about: 'Signs a text. Sends nothing to a chain.',
        params: () => ({ message: 'Hello from the playground' }),
      },
      stx_signStructuredMessage: {
        about: 'Signs Clarity values for one app (SIP-018).',
        params: () => ({
          message: {
            type: 'tuple',
            value: {
              action: { type: 'ascii', value: 'vote' },
              proposal: { type: 'uint', value: '12' },
            },
          },
          domain: {
            type: 'tuple',
            value: {
              name: { type: 'ascii', value: 'playground' },
              version: { type: 'ascii', value: '1.0.0' },
              'chain-id': { type: 'uint', value: '1' },
            },
          },
        }),
      },
      stx_updateProfile: {
        about: 'Changes the public profile of the account.',
        params: () => ({ profile: { '@type': 'Person', '@context': 'https://schema.org' } }),
      },
    },
  },
];

export const METHODS = Object.assign({}, ...GROUPS.map(({ methods }) => methods));
