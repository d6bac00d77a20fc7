import './lib/node-version.mjs';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { findBrowser, NoBrowserError } from './browser.mjs';
import { findWalkBrowsers, installBrowsers, missingMessage } from './browsers.mjs';
import { readArguments, refuse } from './lib/arguments.mjs';
import { BuildError, ensureTestDist } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inRoot, root } from './lib/paths.mjs';
import { runTool } from './lib/run.mjs';
import {
  BY_HAND_BROWSER,
  MIRRORED_BROWSER,
  SLOW_BROWSER,
  SLOW_UNIT,
  expressionOf,
} from './lib/slow-tests.mjs';
import {
  afterSecondRun,
  failuresOfPlaywright,
  failuresOfVitest,
  flakyOf,
  oneCheck,
  oneFailure,
  sumOf,
  summaryOf,
  tallyOfPlaywright,
  tallyOfVitest,
} from './lib/tally.mjs';
import { optionLines, PLAYWRIGHT_OPTIONS, VITEST_OPTIONS } from './lib/tools.mjs';

/** @typedef {import('./lib/tally.mjs').Tally} Tally */

/** Playwright does not have this option. */
const LANGUAGE_OPTION = /** @type {const} */ ({ language: { type: 'string' } });

const USAGE = [
  'npm test -- [options] [-- [arguments of Vitest and Playwright]]',
  'The checks before a commit, one after the other, and a summary at the end. All steps run, even if one fails. With CI set, a',
  'test that fails runs a second time, and the summary names it if it passes then.',
  '  --only types,lint   some steps: types, lint, format, unused, unit, build, browser; slow-unit, slow-browser, mirrored, browsers',
  '  --all               also what is slow and rarely breaks; the same as npm run test:all',
  '  --install-browsers  first installs Firefox and WebKitGTK, as npm run browsers does',
  'npm run e2e, npm run browsers and npm run typecheck are some of the steps.',
  '',
  'Files of tests, and options of Vitest for unit:',
  ...optionLines(VITEST_OPTIONS),
  'Files of tests, and options of Playwright for browser and browsers, as npm run e2e and npm run browsers take them:',
  ...optionLines(PLAYWRIGHT_OPTIONS),
  'For browser also a language, as de or ar, in which the journeys run; without files, all of them run:',
  ...optionLines(LANGUAGE_OPTION),
].join('\n');

// After `--`, some commands have the options of a tool.
const given = process.argv.slice(2);
const end = given.includes('--') ? given.indexOf('--') : given.length;
const positionals = given.slice(end + 1);
const { values } = readArguments(USAGE, {
  args: given.slice(0, end),
  options: {
    only: { type: 'string' },
    all: { type: 'boolean' },
    'install-browsers': { type: 'boolean' },
  },
});
const { language } = readArguments(USAGE, {
  args: positionals,
  options: {
    ...(toVitest() ? VITEST_OPTIONS : {}),
    ...(toPlaywright() ? { ...PLAYWRIGHT_OPTIONS, ...LANGUAGE_OPTION } : {}),
  },
  allowPositionals: true,
}).values;
if (typeof language === 'string' && !existsSync(inRoot(`translations/${language}.po`))) {
  refuse(`There is no translations/${language}.po.`, USAGE);
}

const reports = mkdtempSync(join(tmpdir(), 'test-reports-'));
/** @type {string | undefined} */
let dist;
/** @type {string[]} */
const flaky = [];
/** @type {string[]} */
const failures = [];
/** @type {string[]} */
const notWalked = [];

/** More files than these do not fail by chance. */
const MOST_RUN_AGAIN = 4;

/** @type {Record<string, () => Promise<Tally>>} */
const steps = {
  types: async () => {
    const { code, output } = await runTool('typescript', 'tsc', ['-b', '--pretty', 'false'], { quiet: true });
    // The compiler repeats an error in every project that imports the file.
    for (const line of new Set(output.split('\n'))) if (line !== '') console.log(line);
    return oneCheck(code);
  },
  lint: () => check('oxlint', 'oxlint', []),
  format: () => check('prettier', 'prettier', ['--check', '--cache', '--log-level', 'warn', '.']),
  unused: () => check('knip', 'knip', ['--no-progress', '--no-config-hints']),
  // Arguments name the tests to run, whether they are slow or not.
  unit: () => unit(positionals, positionals.length > 0 ? {} : { WITHOUT_SLOW_TESTS: 'true' }),
  build: async () => {
    try {
      dist = await ensureTestDist();
      return oneCheck(0);
    } catch (error) {
      if (error instanceof BuildError) return oneFailure;
      throw error;
    }
  },
  browser: () => {
    if (typeof language === 'string') return journeysIn(language, withoutLanguage(positionals));
    return chromium(
      positionals.length > 0
        ? positionals
        : ['--grep-invert', expressionOf([...BY_HAND_BROWSER, ...SLOW_BROWSER])],
    );
  },
  'slow-unit': () => unit(SLOW_UNIT),
  'slow-browser': () => chromium(['--grep', expressionOf(SLOW_BROWSER)]),
  mirrored: () => journeysIn('ar', ['--grep', expressionOf(MIRRORED_BROWSER)]),
  browsers: async () => {
    const { found, missing, env } = findWalkBrowsers();
    notWalked.push(...missing.map(missingMessage));
    for (const message of notWalked) console.log(message);
    const skipped = { passed: 0, failed: 0, skipped: notWalked.length };
    if (found.length === 0) return skipped;
    // `npm run browsers -- --project=webkit` chooses the browsers itself.
    const isChosen = positionals.some((each) => each.startsWith('--project'));
    const projects = isChosen ? [] : found.map((name) => `--project=${name}`);
    return sumOf([
      skipped,
      await playwright(['--config', 'browsers/playwright.config.ts', ...projects, ...positionals], env),
    ]);
  },
};

/**
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 */
async function unit(args, env = {}) {
  const { tally, failed } = await runVitest('unit.json', args, env);
  const files = new Set(failed.map(({ file }) => file));
  if (process.env['CI'] === undefined || files.size === 0 || files.size > MOST_RUN_AGAIN) {
    failures.push(...failed.map(nameOf));
    return tally;
  }
  const again = await runVitest('unit-again.json', [...files], env);
  const result = afterSecondRun(tally, failed, again.isReported ? again.failed : null);
  flaky.push(...result.passedLater.map(nameOf));
  failures.push(...failed.filter((failure) => !result.passedLater.includes(failure)).map(nameOf));
  return result.tally;
}

/**
 * @param {string} inLanguage
 * @param {readonly string[]} args
 */
const journeysIn = (inLanguage, args) => chromium(args, { JOURNEY_LANGUAGE: inLanguage });

/** @param {readonly string[]} args */
const withoutLanguage = (args) =>
  args.filter((each, at) => !/^--language(?:=|$)/.test(each) && args[at - 1] !== '--language');

/**
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Promise<Tally>}
 */
async function chromium(args, env = {}) {
  try {
    return await playwright(args, { ...env, CHROMIUM_PATH: await findBrowser() });
  } catch (error) {
    if (!(error instanceof NoBrowserError)) throw error;
    console.error(error.message);
    return oneFailure;
  }
}

const everyone = Object.keys(steps).slice(0, Object.keys(steps).indexOf('slow-unit'));
const chosen = values.only?.split(',') ?? (values.all ? Object.keys(steps) : everyone);
const unknown = chosen.filter((name) => !(name in steps));
if (unknown.length > 0) {
  refuse(`No step is called ${unknown.join(', ')}. The steps: ${Object.keys(steps).join(', ')}.`, USAGE);
}
// The browser tests need a build.
if (chosen.some((name) => name.includes('browser') || name === 'mirrored') && !chosen.includes('build'))
  chosen.unshift('build');

await ensureInstalled('everything');
if (values['install-browsers'] === true && !(await installBrowsers())) process.exit(1);

/** @type {{ name: string, tally: Tally, seconds: number }[]} */
const results = [];
for (const [name, step] of Object.entries(steps).filter(([each]) => chosen.includes(each))) {
  console.log(`\n— ${name}`);
  const start = performance.now();
  const tally = await step();
  results.push({ name, tally, seconds: (performance.now() - start) / 1000 });
}
rmSync(reports, { recursive: true, force: true });

console.log('');
for (const { name, tally, seconds } of results) {
  console.log(`${name.padEnd(12)} ${seconds.toFixed(1).padStart(6)} s   ${summaryOf(tally)}`);
}
for (const message of notWalked) console.log(`\n${message}`);
for (const name of flaky) console.log(`\nPassed only in a second run: ${name}`);
for (const name of failures) console.log(`\nFailed: ${name}`);
const total = sumOf(results.map(({ tally }) => tally));
console.log(`\n${summaryOf(total)}`);
process.exitCode = total.failed > 0 ? 1 : 0;

function toVitest() {
  return values.only?.includes('unit') ?? true;
}

function toPlaywright() {
  return values.only?.includes('browser') ?? true;
}

/**
 * @param {string} reportName
 * @param {readonly string[]} args
 * @param {Record<string, string>} env
 */
async function runVitest(reportName, args, env) {
  const path = join(reports, reportName);
  const { code } = await runTool(
    'vitest',
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${path}`, ...args],
    { env },
  );
  const report = read(path);
  return {
    tally: tallyOfVitest(report, code),
    failed: failuresOfVitest(report),
    isReported: report !== undefined,
  };
}

/** @param {import('./lib/tally.mjs').Failure} failure */
function nameOf({ file, test }) {
  return test === '' ? relative(root, file) : `${relative(root, file)} › ${test}`;
}

/**
 * Runs Playwright's runner on the build.
 *
 * @param {readonly string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<Tally>}
 */
async function playwright(args, env) {
  if (dist === undefined) {
    console.error(
      'The app could not be built, so the browser tests could not run. This counts as one failure.',
    );
    return oneFailure;
  }
  const report = join(reports, 'playwright.json');
  rmSync(report, { force: true });
  const { code } = await runTool('@playwright/test', 'playwright', ['test', ...args], {
    env: { ...env, TEST_DIST: dist, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  const results = read(report);
  flaky.push(...flakyOf(results));
  failures.push(...failuresOfPlaywright(results));
  return tallyOfPlaywright(results, code);
}

/**
 * @param {string} packageName
 * @param {string} command
 * @param {readonly string[]} args
 */
async function check(packageName, command, args) {
  const { code } = await runTool(packageName, command, args);
  return oneCheck(code);
}

/**
 * @param {string} path
 * @returns {unknown} the report of a runner, or undefined if it wrote none
 */
function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
