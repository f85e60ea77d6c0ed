/** For workerd: `workerd test` calls `test`, and fails if it throws. */
import cases from './cases.json';
import { compare } from './program.js';
import * as verifier from './verify.js';

export default {
  async test() {
    console.log(JSON.stringify(await compare(verifier, cases)));
  },
};
