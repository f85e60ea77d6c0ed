import { expect, test } from 'vitest';
import { configure } from 'stacks-wallet-elements';
import 'stacks-wallet-elements/define';
import manifest from 'stacks-wallet-elements/custom-elements.json';

const { document } = globalThis;
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

const tags = manifest.modules
  .flatMap(({ declarations }) => declarations)
  .flatMap(({ tagName }) => tagName ?? []);

test.each(tags)('%s can be created, attached, pressed, moved and removed', async (tag) => {
  const element = document.createElement(tag);
  document.body.append(element);
  await element.updateComplete;
  element.shadowRoot.querySelector('button')?.click();
  await pause(50);
  const parent = document.createElement('main');
  document.body.append(parent);
  parent.append(element);
  await element.updateComplete;
  element.remove();
  // As a framework does: from markup.
  parent.innerHTML = `<${tag} principal="SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.token" value="1"></${tag}>`;
  await parent.firstChild.updateComplete;
  document.body.replaceChildren();
  await pause(20);
});

test('a press opens the picker, which can be closed', async () => {
  const button = document.createElement('wallet-connect-button');
  document.body.append(button);
  await button.updateComplete;
  button.click();
  await expect.poll(() => document.querySelector('wallet-select-modal')?.open).toBe(true);
  const modal = document.querySelector('wallet-select-modal');
  await modal.updateComplete;
  expect(modal.shadowRoot.querySelector('dialog').open).toBe(true);
  const rejected = new Promise((done) => button.addEventListener('wallet-connect-error', done));
  modal.hide();
  expect(await rejected).toMatchObject({ rejected: true });
  await expect.poll(() => document.querySelector('wallet-select-modal')).toBe(null);
});

test('a failure is shown', async () => {
  configure({ picker: () => Promise.reject(new Error('No picker.')) });
  const button = document.createElement('wallet-connect-button');
  document.body.append(button);
  await button.updateComplete;
  button.click();
  const alert = () => button.shadowRoot.querySelector('[role=alert]').textContent;
  await expect.poll(alert).toContain('No picker.');
  button.remove();
  // Until its last update: vitest removes the DOM at once.
  await pause(100);
});
