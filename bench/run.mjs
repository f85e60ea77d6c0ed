import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { chromePath } from '../scripts/chrome-path.mjs';
import { needChromium } from '../scripts/need.mjs';
import { endWithNpm, root } from '../scripts/run.mjs';
import { visible } from '../scripts/visible.mjs';
import { bundlers } from './bundle.mjs';
import { launch, SETTINGS } from './chromium.mjs';
import { writeDialogAlone } from './dialog-alone.mjs';
import { cards } from './measure/cards.mjs';
import { memory } from './measure/memory.mjs';
import { visit } from './measure/opening.mjs';
import { requestRate } from './measure/requests.mjs';
import { REQUESTS, road } from './measure/road.mjs';
import { trace } from './measure/trace.mjs';
import { transfer } from './measure/transfer.mjs';
import { prepare } from './prepare.mjs';
import { startStaticServer } from './server.mjs';
import { reactApps, roadApps, subjects as all } from './subjects.mjs';
import { readmeTable, report, withReport } from './table.mjs';

endWithNpm();
const USAGE = `
npm run bench                            all tables, in about fifteen minutes
npm run bench -- --only ours,dapp-kit    only the subjects whose names start like this
                 --setting plain,slow    only these settings; default: plain, cpu and slow
                 --part times,bytes      only these tables; default: all: times, road, bytes, react,
                         installed, requests, memory, cards
                 --runs 9                the number of runs, of which the times are medians; default: 5
                 --openings 100          how often the picker is opened to measure memory; default: 500
                 --bundler esbuild       the bundler of the apps; default: vite
                 --no-build              measures the existing dist
                 --json FILE             writes every measurement to a file
                 --write-readme          writes the tables to site/sizes.md, and to README.md if all were measured
                 --trace FILE            only writes a trace of one visit to the first subject. --wait 2500: milliseconds
                                         before the press (default: 50). --from-press: starts the trace at the press`;

const PARTS = ['times', 'road', 'bytes', 'react', 'installed', 'requests', 'memory', 'cards'];
/** Milliseconds between the usable page and the press. */
const WAITS = [50, 2_500];
/** Milliseconds after which no more runs of the cards start. */
const MOST_FOR_CARDS = 90_000;

try {
  const options = readOptions();
  if (options.help) console.log(USAGE);
  else await main(options);
} catch (error) {
  console.error(visible(error.message));
  process.exitCode = 1;
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      setting: { type: 'string', default: Object.keys(SETTINGS).join() },
      part: { type: 'string', default: PARTS.join() },
      runs: { type: 'string', default: '5' },
      openings: { type: 'string', default: '500' },
      bundler: { type: 'string', default: 'vite' },
      'no-build': { type: 'boolean', default: false },
      json: { type: 'string' },
      'write-readme': { type: 'boolean', default: false },
      trace: { type: 'string' },
      wait: { type: 'string', default: '50' },
      'from-press': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const starts = values.only.split(',');
  const names = Object.keys(all).filter((name) => starts.some((start) => name.startsWith(start)));
  const settings = listed(values.setting, Object.keys(SETTINGS));
  const parts = listed(values.part, PARTS);
  const [bundler] = listed(values.bundler, Object.keys(bundlers));
  if (names.length === 0)
    throw new Error(`--only ${values.only} selects no subject. Subjects: ${Object.keys(all)}.`);
  return {
    ...values,
    bundler,
    settings,
    parts,
    subjects: Object.fromEntries(names.map((name) => [name, all[name]])),
    runs: positive('runs', values.runs),
    openings: positive('openings', values.openings),
    wait: positive('wait', values.wait),
  };
}

function listed(text, known) {
  const unknown = text.split(',').find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`${unknown} is not one of ${known}.\n${USAGE}`);
  return text.split(',');
}

function positive(name, text) {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new Error(`--${name} must be a positive integer; it is ${text}.`);
}

async function main(options) {
  const { subjects, parts } = options;
  needChromium();
  const { folders, installed } = await prepare(
    {
      ...subjects,
      ...(parts.includes('react') && reactApps),
      ...(parts.includes('road') && roadApps),
    },
    {
      build: !options['no-build'],
      bundler: options.bundler,
    },
  );
  const server = await startStaticServer(folders);
  const browser = await launch(chromePath({ headlessShell: false }));
  const url = (
    name,
    encoding = 'gzip',
    page = (all[name] ?? reactApps[name] ?? roadApps[name]).page,
  ) => `${server.origin}/${encoding}/${name}/${page}`;
  try {
    for (const [name, { copies }] of Object.entries(subjects)) {
      if (!copies) continue;
      const folder = folders[name];
      await writeDialogAlone(browser, { url: url(copies), subject: all[copies], folder });
    }
    if (options.trace) {
      await traceOne(browser, url, options);
      return;
    }
    const results = { chromium: browser.version(), runs: options.runs, openings: options.openings };
    results.installed = parts.includes('installed') ? installed : undefined;
    for (const [part, measure] of Object.entries({
      bytes: measureBytes,
      react: (...args) => measureBytes(...args.slice(0, 2), { subjects: reactApps }),
      times: measureTimes,
      road: measureRoad,
      requests: measureRequests,
      cards: measureCards,
      memory: measureMemory,
    })) {
      if (!parts.includes(part)) continue;
      console.error(part);
      results[part] = await measure(browser, url, options);
    }
    await show(results, options);
  } finally {
    await browser.close();
    server.close();
  }
}

async function show(results, { subjects, json, 'write-readme': writeReadme }) {
  const tables = report(results, subjects);
  console.log(tables);
  if (json) await writeFile(json, JSON.stringify(results, null, 2));
  if (!writeReadme) return;
  const pages = { 'site/sizes.md': tables, 'README.md': readmeTable(results, subjects) };
  for (const [name, content] of Object.entries(pages)) {
    if (content === undefined) continue;
    const page = await readFile(`${root}${name}`, 'utf8');
    await writeFile(`${root}${name}`, await withReport(name, page, content));
  }
}

async function traceOne(browser, url, { subjects, settings, trace: file, wait, ...options }) {
  const [[name, subject]] = Object.entries(subjects);
  const setting = SETTINGS[settings.at(-1)];
  const fromPress = options['from-press'];
  // As in measureTimes: on a first visit, the browser starts its processes and the server compresses every file.
  await visit(browser, { url: url(name), subject, setting: SETTINGS.plain, wait });
  const times = await trace(browser, { url: url(name), subject, setting, wait, file, fromPress });
  console.log(`${name}, ${setting.title}, a press after ${wait} ms:`, times);
}

/** Visits the pages of one encoding in parallel, since no time is measured. */
async function measureBytes(browser, url, { subjects }) {
  const bytes = Object.fromEntries(Object.keys(subjects).map((name) => [name, {}]));
  for (const [key, encoding] of Object.entries({ gzip: 'gzip', brotli: 'br' })) {
    const measured = Object.entries(subjects).map(async ([name, subject]) => {
      bytes[name][key] = await transfer(browser, { url: url(name, encoding), subject });
    });
    await Promise.all(measured);
  }
  return bytes;
}

/** Measures the subjects alternately, so that other load on the machine affects them equally. */
async function measureTimes(browser, url, { subjects, settings, runs }) {
  const times = {};
  const entries = Object.entries(subjects);
  for (const [name, subject] of entries) {
    await visit(browser, { url: url(name), subject, setting: SETTINGS.plain, wait: 50 });
  }
  for (let run = 0; run < runs; run++) {
    const first = run % entries.length;
    for (const setting of settings) {
      for (const wait of WAITS) {
        for (const [name, subject] of [...entries.slice(first), ...entries.slice(0, first)]) {
          const measured = { url: url(name), subject, setting: SETTINGS[setting], wait };
          const { usable, open } = await visit(browser, measured);
          const kept = ((times[setting] ??= {})[name] ??= { usable: [] });
          kept.usable.push(usable);
          (kept[wait] ??= []).push(open);
        }
      }
    }
    console.error(`  ${run + 1} of ${runs}`);
  }
  return times;
}

/** As {@link measureTimes}, for each request of a user who has connected before. */
async function measureRoad(browser, url, { settings, runs }) {
  const measured = {};
  const names = Object.keys(roadApps);
  for (const name of names) {
    await road(browser, { url: url(name), request: 'transfer', setting: SETTINGS.plain, wait: 50 });
  }
  for (let run = 0; run < runs; run++) {
    for (const setting of settings) {
      for (const request of Object.keys(REQUESTS)) {
        for (const wait of WAITS) {
          for (const name of run % 2 ? names : names.toReversed()) {
            const visited = { url: url(name), request, setting: SETTINGS[setting], wait };
            const kept = (((measured[setting] ??= {})[request] ??= {})[wait] ??= {});
            (kept[name] ??= []).push(await road(browser, visited));
          }
        }
      }
    }
    console.error(`  ${run + 1} of ${runs}`);
  }
  return measured;
}

async function measureRequests(browser, url, { subjects, runs }) {
  const rates = {};
  const withRequest = Object.entries(subjects).filter(([, { hasRequest }]) => hasRequest);
  for (let run = 0; run < runs; run++) {
    for (const [name, subject] of withRequest) {
      (rates[name] ??= []).push(await requestRate(browser, { url: url(name), subject }));
    }
  }
  return rates;
}

/** Runs all subjects in parallel, since no time is measured. */
async function measureMemory(browser, url, { subjects, openings }) {
  const measured = Object.entries(subjects).map(async ([name, subject]) => [
    name,
    await memory(browser, { url: url(name), subject, openings }),
  ]);
  return Object.fromEntries(await Promise.all(measured));
}

async function measureCards(browser, url, { subjects, runs }) {
  const name = 'ours-script-tag';
  const subject = subjects[name];
  if (!subject) return [];
  const measured = [];
  const start = performance.now();
  while (measured.length < runs && performance.now() - start < MOST_FOR_CARDS) {
    measured.push(await cards(browser, { url: url(name, 'gzip', 'cards.html'), subject }));
  }
  return measured;
}
