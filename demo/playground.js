import { copyable } from './controls.js';
import { showSession } from './session.js';
import { whenVisible } from './when-visible.js';

const find = (selector) => document.querySelector(selector);

copyable(find('.front .source'));
showSession(find('.picker'));

/* The rest loads when it is scrolled into view. */
let reload = () => {};
whenVisible(find('#request'), async (form) => {
  const { requests } = await import('./requests.js');
  requests(form, () => reload());
});
const chain = find('#transaction-status');
// Not on the pages of the documentation, which have no server.
if (chain) {
  whenVisible(chain, async (place) => {
    const { showTransactions } = await import('./transaction-status.js');
    showTransactions(place);
  });
}
whenVisible(find('#broadcasts'), async (place) => {
  const { broadcasts } = await import('./broadcasts.js');
  reload = broadcasts(place);
});
whenVisible(find('#lookup'), async (form) => {
  const { tokenLookup } = await import('./token-lookup.js');
  await tokenLookup(form, find('#card'), find('#token-code'));
});
whenVisible(find('#gallery'), async (place) => {
  const { themeGallery } = await import('./theme-gallery.js');
  themeGallery(place);
});
