import { formatted } from '../../scripts/format.mjs';

/** The text of a docstring as Markdown for a Vue page: `<` and `{{` outside of code are escaped. */
export function prose(text = '') {
  return text
    .replaceAll(/\{@link\s+([^}|\s]+)[^}]*\}/g, '`$1`')
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '{ {')))
    .join('');
}

/** A text for a cell of a table. */
export const cell = (text = '') =>
  prose(text)
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|');

/** Code for a cell of a table. */
export const code = (text) =>
  text ? `\`${text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|')}\`` : '';

/** A table without its empty columns; an empty string if there are no rows. */
export function table(head, rows) {
  if (rows.length === 0) return '';
  const kept = head.map((_name, column) => rows.some((row) => row[column]));
  const line = (cells) => `| ${cells.filter((_cell, column) => kept[column]).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A section, or nothing if it has no text. */
export const section = (title, text) => (text ? `${title}\n\n${text}` : '');

export const page = (...parts) => `${parts.filter(Boolean).join('\n\n')}\n`;

/** A code block of types, which the tests do not compile as a sample. */
export const declaration = (text) => `\`\`\`ts declaration\n${text}\n\`\`\``;

/** The page with formatted code. */
export async function withFormattedCode(text) {
  const parts = text.split(/(^```ts\b.*\n[^]*?^```$)/m);
  const written = parts.map(async (part, index) => {
    if (index % 2 === 0) return part;
    const [, open, code] = /^(.*\n)([^]*)```$/.exec(part);
    return `${open}${await formatted('code.ts', code, { printWidth: 72 })}\`\`\``;
  });
  return (await Promise.all(written)).join('');
}
