import { GATEWAY, isHostile, listOf } from './sample-tokens.js';
import {
  CONNECTED,
  CONNECTING,
  DISCONNECTED,
  failing,
  metadataClient,
  metadataFailure,
  noMetadata,
  fixedStateClient,
} from './fixed-clients.js';
import { TOKEN_LIST_STATES } from './fixed-lists.js';
import { AMOUNT_STATES } from './fixed-prices.js';
import { SIGN_IN_STATES } from './fixed-sign-in.js';
import { PAYMENT_STATES } from './fixed-payments.js';
import { LIST_STATES, TRANSACTION_STATES } from './fixed-transactions.js';

const client = (state, answer) => ({ client: fixedStateClient(state, { answer }) });
const page = (installed, answer) => ({
  client: fixedStateClient(DISCONNECTED, { answer, installed }),
});
const REFUSED = failing(-32000, 'No.');
const FAILED = failing(-32603, 'The wallet is locked: unlock it first.');

/** The wallets that a user can find, and the result of choosing one. */
const CHOICES = {
  Live: {},
  'No wallet': page(0),
  'One wallet': page(1),
  'Ten wallets': page(10),
  'Will not answer': page(3),
  'Will be refused': page(3, REFUSED),
  'Will fail': page(3, FAILED),
};

/** With these, no sample is loaded from another host. */
const GATEWAYS = { ipfsGateway: GATEWAY, arweaveGateway: GATEWAY };
const CARD_STATES = {
  Live: GATEWAYS,
  Loading: { client: metadataClient(noMetadata) },
  Pending: { client: metadataClient(metadataFailure('in-progress')) },
  'Not found': { client: metadataClient(metadataFailure('not-found')) },
  Error: { client: metadataClient(metadataFailure('network')) },
};

/** The states of each element. A state is a set of properties, and `attributes`. The first state is shown first. */
export const STATES = {
  'wallet-connect-button': {
    Live: {},
    Disconnected: client(DISCONNECTED),
    Connecting: client(CONNECTING),
    Connected: client(CONNECTED),
    'Will be refused': client(DISCONNECTED, REFUSED),
    'Will fail': client(DISCONNECTED, FAILED),
  },
  'wallet-account': { Connected: client(CONNECTED), 'Live (nothing while disconnected)': {} },
  'wallet-balance': {
    Connected: client(CONNECTED),
    sBTC: { ...client(CONNECTED), attributes: { asset: 'sbtc' } },
    'With its value': { ...client(CONNECTED), attributes: { asset: 'stx', fiat: 'eur' } },
    'Live (nothing while disconnected)': {},
  },
  'wallet-request-button': {
    Live: {},
    Pending: { ...client(CONNECTED), status: 'pending' },
    Success: { ...client(CONNECTED), status: 'success' },
    Error: { ...client(CONNECTED), status: 'error' },
    'Will be refused': client(CONNECTED, REFUSED),
    'Will fail': client(CONNECTED, failing(-32603, 'Not enough STX for the fee.')),
  },
  'wallet-pay-button': PAYMENT_STATES,
  'wallet-sign-in': { Live: {}, ...SIGN_IN_STATES },
  'wallet-transaction': { Live: {}, ...TRANSACTION_STATES },
  'wallet-transactions': { Live: {}, ...LIST_STATES },
  'wallet-select-modal': CHOICES,
  'wallet-list': CHOICES,
  'wallet-context': {
    Live: {},
    Connected: client(CONNECTED),
    Disconnected: client(DISCONNECTED),
  },
  'ft-metadata-card': CARD_STATES,
  'nft-metadata-card': { ...CARD_STATES, 'Not a token id': { attributes: { 'token-id': 'one' } } },
  'ft-list': {
    Live: { client: listOf((principal) => !isHostile(principal)), ...GATEWAYS },
    'Hostile tokens': { client: listOf(isHostile), ...GATEWAYS },
    ...TOKEN_LIST_STATES,
  },
  'ft-amount': { Live: {}, ...AMOUNT_STATES },
};
