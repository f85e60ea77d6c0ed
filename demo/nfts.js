/* A button in the card of an NFT sends the NFT. Its params are values that the card has checked. */

/** A sample recipient. */
const RECIPIENT = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';

for (const button of document.querySelectorAll('nft-metadata-card > wallet-request-button')) {
  const card = button.closest('nft-metadata-card');
  const update = () => {
    // Enabled only after the card has loaded the token: then it has checked the principal and the token id.
    button.disabled = card.status !== 'ready';
    button.params = {
      asset: `${card.principal}::${button.dataset.assetName}`,
      assetId: { type: 'uint', value: String(card.tokenId) },
      recipient: RECIPIENT,
    };
  };
  card.addEventListener('nft-load', update);
  card.addEventListener('nft-error', update);
  if (card.status) update();
}
