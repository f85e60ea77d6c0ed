/* A static site has no server, so this script answers requests for sample tokens, sign-in and transactions in the page,
   like the server of `npm start`. */
import { answerList } from '../../fixtures/metadata/list.mjs';
import { answerSearch } from '../../fixtures/metadata/search.mjs';
import { answerToken, tokensOf } from '../../fixtures/metadata/token.mjs';
import { answerRoute } from './sample-routes.js';
import file from 'virtual:tokens';

/** The folder of this script, which also has the images. */
const origin = new URL('.', document.currentScript.src).href.replace(/\/$/, '');
const service = { errors: 'spec', version: '2.3.0', firstRequestedAt: new Map(), origin };
/**
 * Examples show only usual tokens, whose images are on this site. The playground also shows tokens that fail or are
 * hostile.
 */
const isShown =
  document.currentScript.dataset.usual === undefined
    ? () => true
    : (record) => !record.answer && !/hostile|not-there|"(?:ipfs|ar):/.test(JSON.stringify(record));
const tokens = tokensOf(file).filter(isShown);
const native = window.fetch.bind(window);

window.fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input, location.href);
  const route = answerRoute(url);
  if (route) return json(200, route);
  if (url.origin !== location.origin) return native(input, init);
  if (url.pathname.endsWith('/fixture/transactions')) return json(200, broadcasts());
  const [, switches = '', path] =
    /^(?:.*?\/faults\/([^/]*))?.*\/metadata\/v1\/(.*)$/.exec(url.pathname) ?? [];
  if (path === undefined) return native(input, init);
  const status = /status=(\d+)/.exec(switches)?.[1];
  if (status) return json(Number(status), { error: 'Sample error' });
  const { status: code, body, faults } = answer(path, url.searchParams);
  if (faults?.delay) await new Promise((done) => setTimeout(done, Number(faults.delay)));
  return json(Number(faults?.status ?? code), body);
};

function answer(path, params) {
  const [type, principal, number = '1'] = path.split('/').map(decodeURIComponent);
  const request = { ...service, type, principal, number, params };
  if (type === 'search') return answerSearch(tokens, request);
  if (principal === undefined) {
    return answerList(
      tokens.filter((token) => token.type === 'ft'),
      request,
    );
  }
  const id = `${principal}/${number}`;
  return answerToken(tokens.find((token) => token.id === id) ?? {}, request);
}

/** Without a chain, the development wallet keeps the transactions that it would have sent. */
function broadcasts() {
  return (window.devWallet?.broadcasts ?? []).map((sent) => ({
    decoded: {},
    chain: 'kept in this page',
    ...sent,
  }));
}

const json = (status, body) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
