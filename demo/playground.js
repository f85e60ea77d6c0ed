import { showAddresses } from './addresses.js';
import { requests } from './requests.js';
import { tokens } from './tokens-lookup.js';

showAddresses(document.querySelector('#session'));
requests(document.querySelector('#request'));
tokens(document.querySelector('#lookup'), document.querySelector('#card'));
