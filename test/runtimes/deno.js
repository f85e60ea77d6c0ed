/** For Deno, without any permission: reads the cases from stdin, and writes the faults to stdout. */
import * as verifier from 'stacks-wallet-elements/verify';
import { compare } from './program.js';

const cases = await new Response(Deno.stdin.readable).json();
console.log(JSON.stringify(await compare(verifier, cases)));
