import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../src/elements/styles/themes/', import.meta.url));

/** The style sheets of the package that need nothing of the page, with their names and declarations. */
export default {
  watch: [`${FOLDER}*.css`],
  load: () =>
    readdirSync(FOLDER)
      .filter((file) => file !== 'shadcn.css')
      .map((file) => {
        const css = readFileSync(`${FOLDER}${file}`, 'utf8');
        const style = /\{([^}]*)\}/.exec(css)[1].trim();
        return { name: file.replace('.css', ''), css, style };
      }),
};
