import { mount } from 'svelte';
import 'stacks-wallet-elements/reserve.css';
import App from './app.svelte';

mount(App, { target: document.querySelector('#app')! });
