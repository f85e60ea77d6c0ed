// The development wallet: a production build leaves it out.
export default defineNuxtPlugin(() => {
  if (import.meta.dev) void import('stacks-wallet-elements/dev-wallet/install');
});
