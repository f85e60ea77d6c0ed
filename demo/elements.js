import { catalogue } from './catalogue.js';
import { specimen } from './specimen.js';
import { theme } from './theme.js';

document.querySelector('#elements').append(...catalogue.map(specimen));
theme(document.querySelector('#theme'), document.querySelector('#theme-css'));

/* The sections are added after the page has loaded, so scroll to the one in the URL now. */
document.getElementById(location.hash.slice(1))?.scrollIntoView();
