let loaded;

/** Loads sample tokens, the development wallet and the elements, in this order, once. Resolves with the module. */
export function loadElements(base) {
  return (loaded ??= (async () => {
    await script(`${base}sample-service.js`, { usual: '' });
    await script(`${base}dist/dev-wallet/dev-wallet.js`, { allowAnyHost: '' });
    return import(/* @vite-ignore */ `${base}dist/cdn/stacks-wallet-elements.js`);
  })());
}

function script(src, data = {}) {
  return new Promise((resolve, reject) => {
    const node = Object.assign(document.createElement('script'), { src });
    Object.assign(node.dataset, data);
    node.onload = resolve;
    node.onerror = () => reject(new Error(`${src} could not be loaded.`));
    document.head.append(node);
  });
}
