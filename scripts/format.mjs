import { readFileSync } from 'node:fs';
import { format } from 'oxfmt';
import { root } from './run.mjs';

const OPTIONS = JSON.parse(readFileSync(`${root}.oxfmtrc.json`, 'utf8'));

/**
 * Formats a text as `npm run format` does.
 *
 * @param {string} file the name of the file, whose extension determines the language
 * @param {string} text
 * @param {import('oxfmt').FormatOptions} [options]
 */
export async function formatted(file, text, options) {
  const { code, errors } = await format(file, text, { ...OPTIONS, ...options });
  if (errors.length > 0) throw new Error(`${file} cannot be formatted: ${errors[0].message}`);
  return code;
}
