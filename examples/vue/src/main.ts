import { createApp } from 'vue';
import 'stacks-wallet-elements/reserve.css';
import App from './app.vue';

createApp(App).mount('#app');
