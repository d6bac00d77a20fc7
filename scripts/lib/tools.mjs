/**
 * The commands of package.json that run an installed tool. `takes` names what follows the options, `options` those that pass to
 * the tool. Others pass after a second `--`.
 *
 * @typedef {Record<string, { readonly type: 'string' | 'boolean', readonly short?: string, readonly multiple?: true }>} Options
 * @typedef {{ readonly package: string, readonly command: string, readonly args: readonly string[] }} Step
 * @typedef {{ readonly about: string, readonly takes?: string, readonly options: Options, readonly steps: readonly Step[] }} ToolCommand
 */

const TEXT = /** @type {const} */ ({ type: 'string' });
const TEXTS = /** @type {const} */ ({ type: 'string', multiple: true });
const SWITCH = /** @type {const} */ ({ type: 'boolean' });

/** @satisfies {Options} */
export const VITEST_OPTIONS = {
  testNamePattern: { type: 'string', short: 't' },
  update: { type: 'boolean', short: 'u' },
  reporter: TEXTS,
  project: TEXTS,
  bail: TEXT,
  retry: TEXT,
  maxWorkers: TEXT,
  testTimeout: TEXT,
  shard: TEXT,
  changed: SWITCH,
  coverage: SWITCH,
  logHeapUsage: SWITCH,
};

/** @satisfies {Options} */
export const PLAYWRIGHT_OPTIONS = {
  grep: { type: 'string', short: 'g' },
  'grep-invert': TEXT,
  project: TEXTS,
  trace: TEXT,
  reporter: TEXT,
  retries: TEXT,
  'repeat-each': TEXT,
  timeout: TEXT,
  workers: { type: 'string', short: 'j' },
  shard: TEXT,
  'max-failures': TEXT,
  'update-snapshots': { type: 'boolean', short: 'u' },
  headed: SWITCH,
  debug: SWITCH,
  ui: SWITCH,
  list: SWITCH,
  'last-failed': SWITCH,
  x: { type: 'boolean', short: 'x' },
};

/** @satisfies {Options} */
const STRYKER_OPTIONS = {
  mutate: { type: 'string', short: 'm' },
  concurrency: { type: 'string', short: 'c' },
  incremental: SWITCH,
  force: SWITCH,
  dryRunOnly: SWITCH,
  logLevel: TEXT,
};

const stryker = (/** @type {readonly string[]} */ ...args) => ({
  package: '@stryker-mutator/core',
  command: 'stryker',
  args: ['run', ...args],
});

const vite = (/** @type {readonly string[]} */ ...args) => ({ package: 'vite', command: 'vite', args });

/** @satisfies {Record<string, ToolCommand>} */
const COMMANDS = {
  build: {
    about: 'Builds the app and the studio into dist/.',
    options: { mode: TEXT, logLevel: TEXT, sourcemap: SWITCH },
    steps: [vite('build'), vite('build', '--config', 'studio/vite.config.ts')],
  },
  unit: {
    about: 'Runs the tests in test/ with Vitest.',
    takes: '[FILE …]',
    options: VITEST_OPTIONS,
    steps: [{ package: 'vitest', command: 'vitest', args: ['run'] }],
  },
  laws: {
    about: 'Runs every law with 10,000 cases. LAW_SEED=N repeats a run.',
    takes: '[FILE …]',
    options: VITEST_OPTIONS,
    steps: [
      { package: 'vitest', command: 'vitest', args: ['run', '--config', 'test/domain/laws.config.ts'] },
    ],
  },
  lint: {
    about: 'Checks the code with oxlint.',
    takes: '[FILE …]',
    options: { fix: SWITCH, quiet: SWITCH, format: { type: 'string', short: 'f' } },
    steps: [{ package: 'oxlint', command: 'oxlint', args: [] }],
  },
  format: {
    about: 'Formats all files with Prettier.',
    options: {},
    steps: [{ package: 'prettier', command: 'prettier', args: ['--write', '--log-level', 'warn', '.'] }],
  },
  'format:check': {
    about: 'Names the files that Prettier would change.',
    options: {},
    steps: [{ package: 'prettier', command: 'prettier', args: ['--check', '--log-level', 'warn', '.'] }],
  },
  unused: {
    about: 'Names unused exports, files and packages, with Knip.',
    options: { fix: SWITCH, production: SWITCH, trace: SWITCH, reporter: TEXT, include: TEXT, exclude: TEXT },
    steps: [{ package: 'knip', command: 'knip', args: ['--no-config-hints'] }],
  },
  mutation: {
    about: 'Changes src/domain line by line, and names the changes that no test notices.',
    options: STRYKER_OPTIONS,
    steps: [
      stryker('proofs/mutation/domain.stryker.json'),
      { package: 'tsx', command: 'tsx', args: ['proofs/mutation/check-survivors.ts'] },
    ],
  },
  'mutation:adapters': {
    about: 'The same for the HTTP adapter.',
    options: STRYKER_OPTIONS,
    steps: [stryker('proofs/mutation/adapters.stryker.json')],
  },
};

/** @type {Readonly<Record<string, ToolCommand>>} */
export const TOOL_COMMANDS = COMMANDS;

/**
 * The options as lines of a usage.
 *
 * @param {Options} options
 */
export const optionLines = (options) =>
  Object.entries(options).map(([name, { type, short }]) => {
    const value = type === 'string' ? ' VALUE' : '';
    return name.length === 1
      ? `  -${name}`
      : `  --${name}${value}${short === undefined ? '' : `, -${short}${value}`}`;
  });
