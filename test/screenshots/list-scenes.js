/* Every state of the list of tokens. */
import '/src/elements/ft-list/define.ts';

const ADDRESS = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const image = (color) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="20" fill="${color}"/></svg>`,
  )}`;
const token = (contract, name, symbol, color) => ({
  principal: `${ADDRESS}.${contract}`,
  name,
  symbol,
  ...(color && { image_uri: image(color) }),
});
const TOKENS = [
  token('bee-token', 'Bee', 'BEE', '#f59f00'),
  token('larkspur-token', 'Larkspur', 'LARK', '#5f3dc4'),
  token('orbit', 'Orbit', 'ORB'),
  token('river-token-with-a-very-long-name-000000', 'River', 'RIVER'),
  token(
    'stacks-verified',
    'STX \u2713 Verified by Stacks \u202eSP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE',
    'USDC (verified) SP3',
  ),
  token('no-metadata-yet'),
  token('atlas', 'Atlas', 'ATL', '#0b7285'),
  token('comet', 'Comet', 'CMT'),
];
const failure = (code) => () =>
  Promise.reject(Object.assign(new Error(code), { name: 'MetadataError', code }));

async function list(searchFts, properties = {}) {
  const made = Object.assign(document.createElement('ft-list'), {
    client: { searchFts, getTokens: () => Promise.resolve([]) },
    ...properties,
  });
  document.querySelector('main').append(made);
  await new Promise((resolve) => setTimeout(resolve, 400));
  return made;
}
const page = (tokens) => () => Promise.resolve({ tokens, total: tokens.length, offset: 0 });
const key = (made, name) =>
  made.shadowRoot
    .querySelector('input')
    .dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));

export const listScenes = {
  list: async () => {
    const made = await list(page(TOKENS), { value: TOKENS[2].principal });
    made.focus();
    key(made, 'ArrowDown');
    key(made, 'ArrowDown');
    await made.updateComplete;
  },
  'list-loading': () => list(() => new Promise(() => {})),
  'list-empty': () => list(page([]), { search: 'nothing has this name' }),
  'list-failed': () => list(failure('bad-response')),
  'list-disabled': () => list(page(TOKENS), { disabled: true }),
  'list-next-page-failed': async () => {
    const made = await list(({ offset }) =>
      offset
        ? failure('rate-limited')()
        : Promise.resolve({ tokens: TOKENS, total: 99, offset: 0, nextOffset: 8 }),
    );
    made.shadowRoot.querySelector('.options').scrollTop = 9999;
    await new Promise((resolve) => setTimeout(resolve, 400));
  },
};
