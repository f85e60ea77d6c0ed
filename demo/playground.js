import { showAddresses } from './addresses.js';
import { broadcasts } from './broadcasts.js';
import { requests } from './requests.js';
import { tokens } from './tokens-lookup.js';

showAddresses(document.querySelector('#session'));
requests(document.querySelector('#request'), broadcasts(document.querySelector('#broadcasts')));
tokens(document.querySelector('#lookup'), document.querySelector('#card'));
