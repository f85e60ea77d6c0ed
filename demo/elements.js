import { catalogue } from './catalogue.js';
import { specimen } from './specimen.js';
import { theme } from './theme.js';

document.querySelector('#elements').append(...catalogue.map(specimen));
theme(document.querySelector('#theme'), document.querySelector('#theme-css'));

/* The sections came after the page: a link to one of them is followed now. */
document.getElementById(location.hash.slice(1))?.scrollIntoView();
