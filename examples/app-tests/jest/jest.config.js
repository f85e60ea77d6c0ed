export default {
  testEnvironment: 'jsdom',
  setupFiles: ['stacks-wallet-elements/test-setup'],
  transform: {},
};
