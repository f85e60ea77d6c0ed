/* Every state of the metadata card, and amounts. */
import '/src/define/ft-amount.ts';
import '/src/define/ft-metadata-card.ts';

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="20" fill="#0b7285"/><path d="M12 26l8-14 8 14z" fill="#e3fafc"/></svg>',
)}`;
const PRINCIPAL = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.larkspur-token';

const TOKEN = {
  name: 'Larkspur',
  symbol: 'LARK',
  decimals: 6,
  total_supply: '1500000000123456',
  description: 'The token of the Larkspur exchange. Holders share its fees and vote on its listings.',
  image_uri: ICON,
  tx_id: '0x3b2f6e1c9a4d5f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7f8',
  sender_address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7',
  asset_identifier: `${PRINCIPAL}::larkspur`,
  metadata: {
    sip: 16,
    name: 'Larkspur',
    attributes: [
      { trait_type: 'Kind', display_type: 'string', value: 'Governance' },
      { trait_type: 'Launched', display_type: 'date', value: '2024-05-01' },
    ],
    properties: { collection: 'Exchange tokens', total_supply: '1500000000' },
  },
};

async function card(properties, answer) {
  if (answer) window.fetch = answer;
  const element = Object.assign(document.createElement('ft-metadata-card'), properties);
  document.querySelector('main').append(element);
  await element.updateComplete;
  await new Promise((resolve) => setTimeout(resolve, 400));
}

const fails = (status, error) => async () => Response.json({ error }, { status });
const fetched = { principal: PRINCIPAL, lazy: 'off', baseUrl: 'https://metadata.example' };

export const tokenScenes = {
  'card-ready': () => card({ principal: PRINCIPAL, metadata: TOKEN }),
  'card-bare': () => card({ principal: PRINCIPAL, metadata: { symbol: 'LARK' } }),
  'card-loading': () => card(fetched, () => new Promise(() => {})),
  'card-pending': () => card(fetched, fails(422, 'Token metadata fetch in progress')),
  'card-not-found': () => card(fetched, fails(404, 'Token not found')),
  'card-error': () => card(fetched, fails(500, 'Internal error')),
  amounts: async () => {
    for (const [value, decimals] of [
      ['1500000000123456', 6],
      ['1', 8],
      ['340282366920938463463374607431768211455', 38],
    ]) {
      const element = Object.assign(document.createElement('ft-amount'), {
        value,
        decimals,
        symbol: 'LARK',
      });
      const line = document.createElement('p');
      line.append(element);
      document.querySelector('main').append(line);
      await element.updateComplete;
    }
  },
};
