/** What editors offer in Vue, Svelte and Angular. test/package/completions.test.mjs tests TypeScript and TSX. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { built } from './support/folders.mjs';
import { startSvelte, startTypeScript } from './support/language-servers.mjs';

const METHODS = ['stx_transferStx', 'stx_callContract', 'signPsbt'];
const NETWORKS = ['mainnet', 'testnet', 'devnet'];
const PARAMS = ['recipient', 'amount', 'memo'];
const VARIANTS = ['filled', 'outlined', 'plain'];
const ATTRIBUTES = ['method', 'params', 'variant'];

const vue = (script, template = '') => `<script setup lang="ts">
import type {} from 'stacks-wallet-elements/tags/vue';
import { useWallet } from 'stacks-wallet-elements/vue';
const { request, network } = useWallet();
${script}
</script>
<template>${template}</template>
`;
const svelte = (script, template = '') => `<script lang="ts">
  import type {} from 'stacks-wallet-elements/tags/svelte';
  import { useWallet } from 'stacks-wallet-elements/svelte';
  const wallet = useWallet();
  ${script}
</script>
${template}
`;
const angular = (code, template = '') => `
import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';
import { request } from 'stacks-wallet-elements';
import 'stacks-wallet-elements/define/wallet-connect-button';
import 'stacks-wallet-elements/define/wallet-request-button';
@Component({ selector: 'app-root', template: \`${template}\`, schemas: [CUSTOM_ELEMENTS_SCHEMA] })
export class App {
  send() { ${code} }
}
`;

const LANGUAGES = {
  Vue: {
    file: 'App.vue',
    start: (folder) => startTypeScript(folder, ['@vue/typescript-plugin']),
    places: [
      ['methods', vue(`request('‸')`), METHODS],
      ['methods after options', vue(`request({}, '‸')`), METHODS],
      ['params', vue(`request('stx_transferStx', { ‸ })`), PARAMS],
      ['methods of a tag', vue('', '<wallet-request-button method="‸" />'), METHODS],
      ['networks of a tag', vue('', '<wallet-context network="‸" />'), NETWORKS],
      ['attributes', vue('', '<wallet-request-button ‸ />'), ATTRIBUTES, 'attributes'],
      ['values of an attribute', vue('', '<wallet-request-button variant="‸" />'), VARIANTS],
      [
        'fields of an event',
        vue('', '<wallet-connect-button @wallet-connect="(event) => event.‸" />'),
        ['addresses'],
      ],
    ],
  },
  Svelte: {
    file: 'App.svelte',
    start: startSvelte,
    places: [
      ['methods', svelte(`wallet.request('‸')`), METHODS],
      ['methods after options', svelte(`wallet.request({}, '‸')`), METHODS],
      ['params', svelte(`wallet.request('stx_transferStx', { ‸ })`), PARAMS],
      [
        'methods of a tag',
        svelte('', '<wallet-request-button method="‸"></wallet-request-button>'),
        METHODS,
      ],
      ['networks of a tag', svelte('', '<wallet-context network="‸"></wallet-context>'), NETWORKS],
      ['attributes', svelte('', '<wallet-request-button va‸></wallet-request-button>'), ATTRIBUTES],
      [
        'values of an attribute',
        svelte('', '<wallet-request-button variant="‸"></wallet-request-button>'),
        VARIANTS,
      ],
      [
        'fields of an event',
        svelte(
          '',
          '<wallet-connect-button onwallet-connect={(event) => event.‸}></wallet-connect-button>',
        ),
        ['addresses'],
      ],
    ],
  },
  Angular: {
    file: 'app.ts',
    start: (folder) => startTypeScript(folder, ['@angular/language-service']),
    places: [
      ['methods', angular(`void request('‸')`), METHODS],
      ['methods after options', angular(`void request({}, '‸')`), METHODS],
      ['params', angular(`void request('stx_transferStx', { ‸ })`), PARAMS],
      [
        'properties of an element',
        angular(`document.createElement('wallet-request-button').‸`),
        ATTRIBUTES,
      ],
      [
        'fields of an event',
        angular('', '<wallet-connect-button (wallet-connect)="$event.‸"></wallet-connect-button>'),
        ['addresses'],
      ],
    ],
  },
};

for (const [language, { file, start, places }] of Object.entries(LANGUAGES)) {
  describe(`an editor for ${language}`, () => {
    const folder = `${built}completions/${language}/`;
    let server;
    before(async () => {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      const compilerOptions = {
        strict: true,
        target: 'es2022',
        lib: ['es2023', 'dom', 'dom.iterable'],
        module: 'esnext',
        moduleResolution: 'bundler',
        experimentalDecorators: true,
        skipLibCheck: true,
        types: [],
        noEmit: true,
      };
      const angularCompilerOptions = { strictTemplates: true };
      writeFileSync(
        `${folder}tsconfig.json`,
        JSON.stringify({ compilerOptions, angularCompilerOptions, include: ['*'] }),
      );
      writeFileSync(`${folder}${file}`, places[0][1].replace('‸', ''));
      server = await start(folder);
    });
    after(() => server?.close());

    for (const [what, code, names, how = 'complete'] of places) {
      it(`completes ${what}`, async () => {
        const offered = await server[how](file, code);
        assert.deepEqual(
          names.filter((name) => !offered.includes(name)),
          [],
          offered.slice(0, 50).join(' '),
        );
      });
    }
  });
}
