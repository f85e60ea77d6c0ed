// The development wallet: a production build leaves it out, which `dev` of `$app/environment` would not.
if (import.meta.env.DEV) void import('stacks-wallet-elements/dev-wallet/install');
