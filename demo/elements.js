import { ELEMENTS } from './elements-data.js';
import { specimenSection } from './specimen.js';
import { STATES } from './states.js';
import { theme } from './theme.js';
import { element } from './dom.js';

const find = (id) => document.getElementById(id);

/* In the order of the states; elements without states come last. */
const tags = new Set([...Object.keys(STATES), ...ELEMENTS.map(({ tag }) => tag)]);
const elements = [...tags].map((name) => ELEMENTS.find(({ tag }) => tag === name));
find('elements').append(...elements.map(specimenSection));
find('jump').append(
  ...elements.map(({ tag }) => element('a', { href: `#${tag}` }, element('code', {}, tag))),
);
/* If the theme is above the elements, it is closed, so that the elements are on the first screen. */
find('theme-panel').open = matchMedia('(min-width: 60.01rem)').matches;
theme(find('theme'), find('theme-css'));

/* The sections are added after the page has loaded, so scroll to the one in the URL now. */
find(location.hash.slice(1))?.scrollIntoView();
