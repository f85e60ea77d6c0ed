import { createApp } from 'vue';
import 'stacks-wallet-elements/reserve.css';
import App from './app.vue';

// The development wallet: a production build leaves it out.
if (import.meta.env.DEV) void import('stacks-wallet-elements/dev-wallet/install');

createApp(App).mount('#app');
