import { readFileSync, writeFileSync } from 'node:fs';
import { filesIn } from './files.mjs';

/** What tsc writes at the head of every module with decorators, for scripts that share one helper. */
const SHARED = 'var __decorate = (this && this.__decorate) || function';

/** Takes `this` out of compiled modules: they have none, and Rollup warns every app of it, module by module. */
export function leaveThisAlone(folder) {
  for (const file of filesIn(folder).filter((path) => path.endsWith('.js'))) {
    const code = readFileSync(file, 'utf8');
    if (code.includes(SHARED)) {
      writeFileSync(file, code.replace(SHARED, 'var __decorate = function'));
    }
  }
}
