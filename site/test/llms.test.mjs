/** A search for words in llms.txt finds the page that answers a question, at the first hit. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { indexOf, plainPages } from '../generate/plain.mjs';

const QUESTIONS = {
  'show error message to user in plain language': 'errors',
  'hook for pending transaction toast': 'transactions',
  'convert what the user typed to micro-STX': 'tokens',
  'list past transactions with description': 'transactions',
  'refetch a read after a transaction': 'contracts',
  'token balance React hook': 'balances',
  'set balances of the development wallet': 'testing',
  'use the tags in React TypeScript': 'frameworks',
  'optional return value in abi': 'contracts',
  'vite proxy and origin 403': 'servers',
  'sign out all tabs': 'sign-in',
  'session store redis': 'sign-in',
  'stop polling': 'contracts',
  'bigint in query key': 'contracts',
  'loading skeleton of a balance': 'balances',
  'network of a client in React context': 'frameworks',
  'parseUnits decimals': 'tokens',
  toUserText: 'errors',
};

describe('llms.txt', () => {
  let lines;
  before(async () => {
    const index = indexOf(await plainPages((page) => page), (page) => page);
    lines = index.split('\n').filter((line) => line.startsWith('- ['));
  });

  /** A word counts more the fewer lines have it. */
  const rank = (question) => {
    const words = question.toLowerCase().split(/[^\w-]+/);
    const has = (line, word) => new RegExp(`\\b${word}\\b`, 'i').test(line);
    const weights = new Map(
      words.map((word) => {
        const count = lines.filter((line) => has(line, word)).length;
        return [word, Math.log(lines.length / Math.max(1, count))];
      }),
    );
    const score = (line) =>
      [...weights].reduce((sum, [word, weight]) => sum + (has(line, word) ? weight : 0), 0);
    return lines
      .map((line) => [/\(guide\/([\w-]+)\.md\)/.exec(line)?.[1] ?? line.slice(0, 60), score(line)])
      .sort(([, one], [, other]) => other - one);
  };

  for (const [question, page] of Object.entries(QUESTIONS)) {
    it(`has the page about: ${question}`, () => {
      const [first, second] = rank(question);
      assert.equal(first[0], page, `${String(first)} before ${String(second)}`);
    });
  }

  it('has lines that can be read', () => {
    for (const line of lines) assert.ok(line.length < 900, `${line.length}: ${line}`);
  });
});
