import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { minifyCss } from '../../scripts/build/rollup-styles.mjs';

const CASES = [
  {
    title: 'white space and comments',
    css: `\n  a {\n    color: red;\n    /* why */\n  }\n`,
    short: ' a{color:red;}',
  },
  {
    title: 'a comment between declarations',
    css: `a{b:c; /* 1 */ /* 2 */ d:e}`,
    short: 'a{b:c;d:e}',
  },
  {
    title: 'descendants before a pseudo-class',
    css: `a :hover , b > c { }`,
    short: 'a :hover,b > c{}',
  },
  {
    title: 'calc',
    css: `a { b: calc(1px + 2 * var(--x, 3px)); }`,
    short: 'a{b:calc(1px + 2 * var(--x,3px));}',
  },
  {
    title: 'strings',
    css: `a::after { content: ' ;  { /* no */ "\\'  '; }`,
    short: `a::after{content:' ;  { /* no */ "\\'  ';}`,
  },
  {
    title: 'nested rules',
    css: `@starting-style {\n dialog[open] { opacity: 0; }\n}`,
    short: '@starting-style{dialog[open]{opacity:0;}}',
  },
  {
    title: 'queries',
    css: `@media (width < 30em) and (hover) { a { b: c } }`,
    short: '@media (width < 30em) and (hover){a{b:c}}',
  },
];

describe('minifyCss', () => {
  for (const { title, css, short } of CASES) {
    it(`keeps the meaning of ${title}`, () => {
      assert.equal(minifyCss(css), short);
    });
  }
});
