import { formatted } from '../scripts/format.mjs';
import { SETTINGS } from './chromium.mjs';
import { REQUESTS } from './measure/road.mjs';
import { reactApps, roadApps } from './subjects.mjs';

/** The subject that the others are compared with. */
const BASELINE = 'stacks-connect';
/** The subject in the README. */
const OURS = 'ours-app';
const MARKS = /(<!-- bench -->)[^]*(<!-- \/bench -->)/;

const MOMENTS = {
  usable: 'until usable',
  idle: '2.5 s later, no press',
  open: 'the picker open, and what loads while the user chooses',
};

const whole = (value) => `${Math.round(value)}`;
const kilobytes = (value) => (value / 1e3).toFixed(1);
const megabytes = (value) => (value / 1e6).toFixed(1);
const mebibytes = (value) => (value / 2 ** 20).toFixed(1);

/**
 * The tables in Markdown. Each cell has the median, and in brackets its ratio to the median of @stacks/connect.
 *
 * @param {object} results by part of the benchmark; a part that is missing was not measured
 * @param {Record<string, { title: string, folder: string }>} subjects the columns
 */
export function report(
  { chromium, runs, times = {}, road = {}, react, cards = [], ...results },
  subjects,
) {
  const settings = Object.entries(times).map(([setting, measured]) =>
    table(`${SETTINGS[setting].title}, ms`, subjects, timeRows(measured)),
  );
  const rows = Object.entries(PAGE_ROWS).flatMap(([part, rowsOf]) =>
    results[part] ? rowsOf(results[part], { subjects, openings: results.openings }) : [],
  );
  return [
    `Chromium ${chromium}, medians of ${runs}.`,
    ...settings,
    ...Object.entries(road).map(([setting, measured]) => roadTable(setting, measured)),
    ...(rows.length > 0 ? [table('page', subjects, rows)] : []),
    ...(react ? [reactTable(react)] : []),
    ...(cards.length > 0 ? [cardTable(cards)] : []),
  ].join('\n\n');
}

const ROAD = {
  usable: ['usable', whole],
  asked: ['press → wallet asked', whole],
  settled: ['answer → settled', whole],
  bytes: ['kB gzip until settled', kilobytes],
  requests: ['files until settled', whole],
};

/** The requests of a user who has connected before. Each cell has the libraries beside each other. */
function roadTable(setting, measured) {
  const names = Object.keys(roadApps);
  const rows = Object.entries(measured).flatMap(([request, waits]) =>
    Object.entries(waits).map(([wait, kept]) => [
      `${REQUESTS[request]}, pressed ${wait / 1000} s later`,
      ...Object.entries(ROAD).map(([key, [, text]]) =>
        names.map((name) => text(median(kept[name].map((visit) => visit[key])))).join(' / '),
      ),
    ]),
  );
  const titles = names.map((name) => roadApps[name].title).join(' / ');
  const head = `a request, ${SETTINGS[setting].title}; ms; ${titles}`;
  return markdown([[head, ...Object.values(ROAD).map(([title]) => title)], ...rows]);
}

/** What a library adds to an app with React. */
function reactTable(bytes) {
  const apps = Object.fromEntries(Object.entries(reactApps).filter(([name]) => name !== 'react'));
  const kbOf = (name, moment) => bytes[name].gzip[moment].bytes;
  const rows = Object.entries(MOMENTS).map(([moment, title]) => [
    `kB gzip, ${title}`,
    ...Object.keys(apps).map((name) => kilobytes(kbOf(name, moment) - kbOf('react', moment))),
  ]);
  return [
    [
      `added to an app with React (${kilobytes(kbOf('react', 'usable'))} kB)`,
      ...Object.values(apps).map(({ title }) => title),
    ],
    ['---', ...Object.keys(apps).map(() => '---:')],
    ...rows,
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** The table of the README: this package beside @stacks/connect, whichever is ahead. Undefined if a part was not measured. */
export function readmeTable({ times, road, react, installed }, subjects) {
  if (!times?.slow || !road?.slow || !react || !installed) return undefined;
  const size = (moment) => (name) =>
    kilobytes(react[`react-${name}`].gzip[moment].bytes - react.react.gzip[moment].bytes);
  const opening = (wait) => (name, app) => whole(median(times.slow[app][wait]));
  const sending = (wait, key, text) => (name) =>
    text(median(road.slow.transfer[wait][`road-${name}`].map((visit) => visit[key])));
  const disk = (name, app) => {
    const { packages, bytes } = installed[subjects[app].folder];
    return `${packages}, ${mebibytes(bytes)}`;
  };
  const rows = [
    ['kB gzip in a React app, until usable', size('usable')],
    ['the same, 2.5 s later, no press', size('idle')],
    ['the same, with the open picker, and what loads while the user chooses', size('open')],
    ['kB gzip until the result of a transfer', sending(50, 'bytes', kilobytes)],
    ['ms until usable', opening('usable')],
    ['ms from the press to the open picker, pressed 2.5 s later', opening(2_500)],
    ['the same, pressed at once', opening(50)],
    ['ms from the press to the request in the wallet, pressed 2.5 s later', sending(2_500, 'asked', whole)],
    ['the same, pressed at once', sending(50, 'asked', whole)],
    ['packages installed, MiB on disk', disk],
  ]; // prettier-ignore
  return markdown([
    [`times: ${SETTINGS.slow.title}`, 'this package', '@stacks/connect 8'],
    ...rows.map(([title, value]) => [title, value('ours', OURS), value(BASELINE, BASELINE)]),
  ]);
}

/** Returns the formatted page, with the tables between the two comments that mark their place. */
export async function withReport(name, page, tables) {
  if (!MARKS.test(page)) throw new Error(`${name} has no marks for the tables.`);
  const text = page.replace(MARKS, (_all, open, close) => [open, tables, close].join('\n\n'));
  return formatted(name, text);
}

/** A row is `{ title, value(name), text, ratio }`: `value` of a subject, undefined if it has none. */
function timeRows(measured) {
  const waits = new Set(Object.values(measured).flatMap((kinds) => Object.keys(kinds)));
  return [...waits]
    .sort((a, b) => (Number(a) || 0) - (Number(b) || 0))
    .map((kind) => ({
      title: kind === 'usable' ? kind : `open, pressed ${kind / 1000} s later`,
      value: (name) => median(measured[name][kind]),
    }));
}

const PAGE_ROWS = {
  bytes: (bytes) => [
    ...['gzip', 'brotli'].flatMap((encoding) =>
      Object.entries(MOMENTS).map(([moment, title]) => ({
        title: `kB ${encoding}, ${title}`,
        value: (name) => bytes[name][encoding][moment].bytes,
        text: kilobytes,
      })),
    ),
    ...Object.entries(MOMENTS).map(([moment, title]) => ({
      title: `requests, ${title}`,
      value: (name) => bytes[name].gzip[moment].requests,
    })),
  ],
  installed: (installed, { subjects }) => [
    { title: 'packages installed', value: (name) => installed[subjects[name].folder].packages },
    {
      title: 'MiB on disk',
      value: (name) => installed[subjects[name].folder].bytes,
      text: mebibytes,
    },
  ],
  requests: (rates) => [
    { title: '`request` calls a second', value: (name) => median(rates[name]) },
  ],
  memory: (memory, { openings }) =>
    [
      ['heap', 'kB of heap', kilobytes],
      ['nodes', 'nodes', whole],
    ].flatMap(([key, title, text]) => [
      {
        title: `${title} after ${openings} openings`,
        value: (name) => memory[name].last[key],
        text,
      },
      {
        title: `${title}, grown since the first openings`,
        value: (name) => memory[name].last[key] - memory[name].first[key],
        text,
        ratio: false,
      },
    ]),
};

function cardTable(cards) {
  const runs = cards.length === 1 ? 'one run' : `median of ${cards.length}`;
  const rows = [
    ['first window filled, ms', 'first'],
    ['longest task until then, ms', 'longestFirst'],
    ['longest task, scrolled at 800 px a second, ms', 'longestSlow'],
    ['longest task, scrolled at 5,000 px a second, ms', 'longestFast'],
    ['longest task, scrolled one window a frame, ms', 'longest'],
    ['all shown, scrolled one window a frame, ms', 'all'],
    ['requests for 200 tokens', 'requests'],
    ['MB of heap', 'heap', megabytes],
    ['nodes', 'nodes'],
  ].map(([title, key, text = whole]) => [title, text(median(cards.map((run) => run[key])))]);
  return markdown([['a thousand cards, CPU/4', runs], ...rows]);
}

function table(title, subjects, rows) {
  const names = Object.keys(subjects);
  return markdown([
    [title, ...names.map((name) => subjects[name].title)],
    ...rows.map((row) => [row.title, ...names.map((name) => cell(row, name, subjects))]),
  ]);
}

function cell({ value, text = whole, ratio = true }, name, subjects) {
  const own = value(name);
  if (own === undefined) return '';
  const baseline = ratio && name !== BASELINE && BASELINE in subjects && value(BASELINE);
  return baseline ? `${text(own)} (${(own / baseline).toFixed(2)})` : text(own);
}

function markdown([head, ...rows]) {
  const rule = head.map((_cell, index) => (index === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function median(values) {
  if (!values) return undefined;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
