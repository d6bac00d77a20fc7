import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { afterAll, describe, expect, test } from 'vitest';
import { CommandError } from 'audio-streaming-provider/admin/command';
import { adminUsage, COMMANDS, readCommand } from 'audio-streaming-provider/admin/commands';
import { runTool } from '../../scripts/lib/run.mjs';
import { TOOL_COMMANDS } from '../../scripts/lib/tools.mjs';

const { scripts, workspaces } = v.parse(
  v.object({ scripts: v.record(v.string(), v.string()), workspaces: v.array(v.string()) }),
  JSON.parse(readFileSync('package.json', 'utf8')),
);
const names = Object.keys(scripts);
const packageFile = v.object({ scripts: v.optional(v.record(v.string(), v.string()), {}) });
/** The commands of the workspaces. */
const packageCommands = workspaces.flatMap((folder) =>
  Object.entries(
    v.parse(packageFile, JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).scripts,
  ).map(([name, command]) => [folder, name, command] as const),
);
const LONG = 300_000;

const folder = mkdtempSync(join(tmpdir(), 'commands-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a command of package.json with the Node of the tests, as npm does, and waits for its end. */
const run = (name: string, ...args: readonly string[]) => start('.', scripts[name] ?? '', args);

/** Starts a command in the folder of its package. */
async function start(cwd: string, command: string, args: readonly string[]) {
  const [program, ...rest] = command.split(' ');
  expect(program, `${command} is started by Node`).toBe('node');
  const child = spawn(process.execPath, [...rest, ...args], {
    cwd,
    env: { ...process.env, DATA_DIR: join(folder, 'data') },
  });
  child.stdin.end();
  const [output, complaint, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code, output, complaint };
}

describe('each command of package.json', { timeout: LONG }, () => {
  test.each(names)('%s has --help', async (name) => {
    const { code, output, complaint } = await run(name, '--help');
    expect(complaint).toBe('');
    expect(output).toMatch(/^npm (?:run|start|test)\b.*\n\S/u);
    expect(code).toBe(0);
  });

  test.each(names)('%s refuses an unknown option in one line', async (name) => {
    const { code, output, complaint } = await run(name, '--no-such-option');
    expect(complaint).toMatch(/^.*no-such-option.*\n$/u);
    // Nothing is built for it, and no stack is printed.
    expect(output).not.toMatch(/^Building|^ +at /mu);
    expect(code).toBeGreaterThan(0);
  });
});

describe('each command of a package', { timeout: LONG }, () => {
  test('stands in every package', () => {
    expect(packageCommands.map(([folder]) => folder)).toEqual(expect.arrayContaining([...workspaces]));
  });

  test.each(packageCommands)(
    '%s: %s has --help, and refuses an unknown option',
    async (folder, _, command) => {
      const help = await start(folder, command, ['--help']);
      expect(help.complaint).toBe('');
      expect(help.output).toMatch(/^npm run\b.*\n\S/u);
      expect(help.code).toBe(0);
      const refused = await start(folder, command, ['--no-such-option']);
      expect(refused.complaint).toMatch(/^.*no-such-option.*\n$/u);
      expect(refused.code).toBeGreaterThan(0);
    },
  );

  test.each(packageCommands)('%s: %s has tests to run', (_folder, _name, command) => {
    const tests = command.split(' ').at(-1) ?? '';
    const files = readdirSync(tests, { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => file.endsWith('.test.ts')).length).toBeGreaterThan(0);
  });
});

/** The tools that commands start: each step of each command. */
const TOOL_STEPS = Object.entries(TOOL_COMMANDS).flatMap(([name, { steps }]) =>
  steps.map((step) => [name, step] as const),
);

describe('each tool of a command', { timeout: LONG }, () => {
  test.each(TOOL_STEPS)('%s starts, with the files that it names', async (_, step) => {
    const { code, output } = await runTool(step.package, step.command, ['--version'], { quiet: true });
    expect(output).toMatch(/\d+\.\d+/u);
    expect(code).toBe(0);
    for (const file of step.args.filter((each) => each.includes('/')))
      expect(existsSync(file), file).toBe(true);
  });
});

/** The smallest run of commands that no other test runs, and something that it prints. */
const SMALL_RUNS: readonly (readonly [name: string, args: readonly string[], says: RegExp])[] = [
  ['unit', ['studio/test/domain/preview.test.ts'], /passed/u],
  ['laws', ['studio/test/domain/preview.test.ts'], /passed/u],
  ['lint', ['scripts/tool.mjs'], /0 errors/u],
  ['rules', ['PLAY-3'], /proven by/u],
  ['map', [], /^Level 1$/mu],
  ['docs', [], /docs\/reference\/ports\.md/u],
  ['bench:import', ['--files', '20'], /first import/u],
  [
    'bench:provider',
    ['--titles', '20', '--listeners', '3', '--calls', '5', '--seconds', '0', '--only', '/user'],
    /20 titles/u,
  ],
  [
    'bench:provider',
    [
      '--titles',
      '20',
      '--listeners',
      '3',
      '--calls',
      '2',
      '--seconds',
      '0',
      '--sorted',
      '--only',
      '/trending?limit=15&sort=title',
    ],
    /20 titles/u,
  ],
];

describe('the smallest run', { timeout: LONG }, () => {
  test.each(SMALL_RUNS)('of %s does its work', async (name, args, says) => {
    const { code, output, complaint } = await run(name, ...args);
    expect(output + complaint).toMatch(says);
    expect(code, complaint).toBe(0);
  });
});

describe('each command of npm run admin', { timeout: LONG }, () => {
  const commands = Object.keys(COMMANDS);

  test('is in the list of all', async () => {
    const { output } = await run('admin', '--help');
    for (const name of commands) expect(output).toMatch(new RegExp(`^  ${name}\\b`, 'mu'));
  });

  test.each(commands)('%s has its own lines of help', (name) => {
    expect(adminUsage([...name.split(' '), '--help'])).toMatch(
      new RegExp(`^npm run admin -- ${name}\\b`, 'u'),
    );
  });

  test.each(commands)('%s refuses options of nobody and of other commands in one line', (name) => {
    const { count, options = [] } = COMMANDS[name] ?? { count: 0 };
    const words = [...name.split(' '), ...Array.from({ length: count }, () => 'x')];
    const foreign = options.includes('dry-run') ? '--csv' : '--dry-run';
    for (const option of ['--no-such-option', foreign]) {
      expect(() => readCommand([...words, option])).toThrow(CommandError);
      expect(() => readCommand([...words, option])).toThrow(new RegExp(`^.*${option}.*$`, 'u'));
    }
    expect(readCommand(words).rest).toHaveLength(count);
  });

  test('is refused before a database is opened', async () => {
    for (const args of [
      ['member', 'list', '--dry-run'],
      ['frobnicate'],
      ['grant', 'one'],
      ['member', 'list', '--data-dir'],
    ]) {
      const { code, output, complaint } = await run('admin', ...args);
      expect(complaint).toMatch(/^.+\n$/u);
      expect(output).toBe('');
      expect(code).toBe(1);
    }
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });
});
