import { mount } from 'svelte';
import { configure } from 'stacks-wallet-elements';
import 'stacks-wallet-elements/reserve.css';
import App from './app.svelte';
import './style.css';
import { NETWORK } from './token';

configure({ network: NETWORK });

// The development wallet: a production build leaves it out.
if (import.meta.env.DEV) void import('stacks-wallet-elements/dev-wallet/install');

mount(App, { target: document.querySelector('#app')! });
