/** Signed messages, and the expected results of the verifier, as plain data. */
import { createSignInMessage } from 'stacks-wallet-elements/verify';
import { bitcoinSigner, stacksSigner } from '../support/message-signers.mjs';
import {
  BASIC_ERRORS,
  BASIC_SIMPLE,
  GENERATED_FULL,
  GENERATED_SIMPLE,
  PROOFS_OF_FUNDS,
} from '../vectors/bip-322.mjs';

const inconclusive = 'signature-inconclusive';
const MISMATCH = 'signature-mismatch';
const named = (title, input, expected) => ({ title, input, expected });

const vectors = [
  ...[...BASIC_SIMPLE, ...GENERATED_SIMPLE, ...GENERATED_FULL].flatMap((vector) => {
    const { type, message, signature, isInconclusive, wrongMessage, wrongSigner } = vector;
    const expected = isInconclusive ? inconclusive : 'ok';
    return [
      named(`${type}, ${message}`, vector, expected),
      named(
        `${type}, ${message}, without prefix`,
        { ...vector, signature: signature.replace(/^(?:smp|ful)/, '') },
        expected,
      ),
      ...(wrongMessage === undefined
        ? []
        : [
            named(`${type}, wrong message`, { ...vector, message: wrongMessage }, MISMATCH),
            named(`${type}, wrong signer`, { ...vector, address: wrongSigner }, MISMATCH),
          ]),
    ];
  }),
  ...PROOFS_OF_FUNDS.map((vector) => named(`proof of funds, ${vector.type}`, vector, inconclusive)),
  ...BASIC_ERRORS.map(({ description, code, ...vector }) => named(description, vector, code)),
];

const accounts = [
  ['p2wpkh', 'simple'],
  ['p2tr', 'simple'],
  ['p2sh-p2wpkh', 'simple'],
  ['p2wpkh', 'full'],
  ['p2pkh', 'ecdsa'],
].map(([type, format]) => {
  const signer = bitcoinSigner(type);
  const account = { chain: 'bitcoin:mainnet', address: signer.address };
  return { title: `${type}, ${format}`, account, sign: signer[format] };
});
const stacks = stacksSigner();
accounts.push({
  title: 'Stacks',
  account: { chain: 'stacks:mainnet', address: stacks.address() },
  sign: stacks.sign,
});

const NOW = Date.parse('2026-11-22T12:00:00.000Z');
const NONCE = 'ABCDEFGH12345678';
const signIns = accounts.flatMap(({ title, account, sign }) => {
  const message = createSignInMessage({
    ...account,
    domain: 'app.example.com',
    uri: 'https://app.example.com',
    nonce: NONCE,
    issuedAt: new Date(NOW).toISOString(),
    expirationTime: new Date(NOW + 600_000).toISOString(),
  });
  const input = { message, signature: sign(message) };
  const changed = { ...input, message: message.replace(NONCE, `${NONCE.slice(1)}A`) };
  return [
    { title, input, nonces: [NONCE], expected: 'ok' },
    { title: `${title}, without its nonce`, input, nonces: [], expected: 'nonce-unknown' },
    { title: `${title}, changed`, input: changed, nonces: [NONCE], expected: MISMATCH },
    {
      title: `${title}, CRLF`,
      input: { ...input, message: message.replaceAll('\n', '\r\n') },
      nonces: [NONCE],
      expected: 'malformed',
    },
  ];
});

/** SIP-018, "Test vectors". */
const structured = [
  named(
    'SIP-018',
    {
      message: { type: 'ascii', value: 'Hello World' },
      signature:
        '8b94e45701d857c9f1d1d70e8b2ca076045dae4920fb0160be0642a68cd78de072ab527b5c5277a593baeb2a8b657c216b99f7abb5d14af35b4bf12ba6460ba401',
      address: stacksSigner(
        '753b7cc01a1a2e86221266a154af739463fce51219d97e4f856cd7200c3bd2a601',
      ).address(),
    },
    'ok',
  ),
].map((each) => ({ ...each, domain: { name: 'Test App', version: '1.0.0', chainId: 1 } }));

export const CASES = {
  messages: vectors,
  structured,
  signIns,
  policy: {
    domains: ['app.example.com'],
    uris: ['https://app.example.com'],
    chains: ['stacks:mainnet', 'bitcoin:mainnet'],
    now: NOW,
  },
};
