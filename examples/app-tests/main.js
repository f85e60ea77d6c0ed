if (import.meta.env.DEV && 'Cypress' in window) await import('stacks-wallet-elements/test-setup');
const { showApp } = await import('./pay.js');

showApp(document.body);
