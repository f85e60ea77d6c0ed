/** Prints the bytes that a browser loads of each app, with @stacks/connect 8.2.7 and with the drop-in. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { filesIn } from '../../scripts/build/files.mjs';
import { visible } from '../../scripts/visible.mjs';
import { launchBrowser } from '../../test/support/browser.mjs';
import { openApp } from './support/app.mjs';
import { APPS, built, SUBJECTS } from './support/folders.mjs';
import { startServer } from './support/server.mjs';

const CODE = /\.(js|css)$/;
/** The drop-in loads its picker while the page is idle, 8.2.7 after the first click. */
const COLUMNS = ['to start', 'before the first click', 'until connected', 'all files'];
const TITLES = { real: '@stacks/connect 8.2.7', 'drop-in': 'the drop-in' };

const server = await startServer();
const browser = await launchBrowser();
try {
  const rows = [];
  for (const app of APPS) {
    for (const subject of Object.keys(SUBJECTS)) {
      rows.push([app, TITLES[subject], ...(await measure(subject, app))]);
    }
  }
  console.log(
    'kB of JavaScript and CSS, each file compressed with gzip, React and the app included',
  );
  print([['app', 'built with', ...COLUMNS], ...rows]);
  for (const app of APPS) {
    const [[, , real], [, , ours]] = rows.filter(([name]) => name === app);
    if (ours >= real) throw new Error(`${app} needs ${ours - real} bytes more to start.`);
  }
} catch (error) {
  console.error(visible(error.message));
  process.exitCode = 1;
} finally {
  await browser.close();
  server.close();
}

async function measure(subject, app) {
  const opened = await openApp(browser, { url: server.url, subject, app });
  try {
    const { page } = opened;
    await page.waitForLoadState('networkidle');
    const before = await loaded(page);
    await opened.connect();
    await opened.shown();
    await page.waitForLoadState('networkidle');
    const connected = await loaded(page);
    const folder = `${built}${subject}/${app}/`;
    const all = filesIn(folder).filter((file) => CODE.test(file));
    return [startOf(folder), before, connected, all].map(bytesOf);
  } finally {
    await opened.close();
  }
}

/** The files that the HTML of the page names: its script, the imports of the script, and its styles. */
function startOf(folder) {
  const page = readFileSync(`${folder}index.html`, 'utf8');
  return [...page.matchAll(/ (?:src|href)="\.\/(.*?)"/g)].map(([, path]) => `${folder}${path}`);
}

/** The files of the build that the page loaded. */
async function loaded(page) {
  const paths = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  return [...new Set(paths)]
    .filter((path) => CODE.test(path) && !path.startsWith('/dist/'))
    .map((path) => `${built}${path.slice(1)}`);
}

function bytesOf(files) {
  const sizes = files.map((file) => gzipSync(readFileSync(file), { level: 9 }).length);
  return sizes.reduce((sum, size) => sum + size, 0);
}

function print(table) {
  const inKilobytes = (cell) => (typeof cell === 'number' ? (cell / 1000).toFixed(1) : cell);
  const rows = table.map((row) => row.map(inKilobytes));
  const widths = rows[0].map((_, at) => Math.max(...rows.map((row) => row[at].length)));
  for (const row of rows) {
    console.log(row.map((cell, at) => cell[at < 2 ? 'padEnd' : 'padStart'](widths[at])).join('  '));
  }
}
