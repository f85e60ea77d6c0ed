import 'stacks-wallet-elements/test-setup';
