import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CORE,
  ENTRIES,
  ROOT,
  apiReport,
  buildCore,
  buildSimulation,
  filesOf,
  packCore,
} from '../build/build-core.ts';

// Builds the package of the core, and uses it in a project outside the repository.

/** Packages that a project which uses `./testing` installs itself. */
const PEERS = ['vitest', 'fast-check', 'typescript'];

/** In milliseconds. Each test runs a compiler or a test runner, which takes long on a busy machine. */
const MINUTES = 60_000;

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'core-example-')));
const project = join(folder, 'project');

beforeAll(async () => {
  buildCore();
  await buildSimulation();
  cpSync(join(ROOT, 'core/example'), project, { recursive: true });
  const tarball = packCore(folder);
  const offline = ['install', '--offline', '--legacy-peer-deps', '--no-package-lock', '--silent', tarball];
  execFileSync('npm', offline, { cwd: project, shell: process.platform === 'win32' });
  for (const name of PEERS)
    symlinkSync(join(ROOT, 'node_modules', name), join(project, 'node_modules', name), 'junction');
}, 5 * MINUTES);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a script of a package in the project. */
function run(
  script: string,
  ...args: readonly string[]
): { readonly code: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(project, 'node_modules', script), ...args],
    { cwd: project, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1', VITEST: undefined } },
  );
  return { code: status, output: `${stdout}${stderr}` };
}

const reports = new Map<string, string>();

/** The API of an entry, which is read once. */
function reportOf(entry: (typeof ENTRIES)[number]): string {
  const report = reports.get(entry) ?? apiReport(entry);
  reports.set(entry, report);
  return report;
}

const write = (file: string, text: string): void => writeFileSync(join(project, file), text);
const changed = (file: string, before: string, after: string): void => {
  const text = readFileSync(join(project, file), 'utf8');
  expect(text).toContain(before);
  write(file, text.replace(before, after));
};

describe('a project outside the repository', { timeout: 2 * MINUTES }, () => {
  test('type-checks', () => {
    expect(run('typescript/bin/tsc', '--project', '.', '--skipLibCheck')).toEqual({ code: 0, output: '' });
  });

  test('needs neither the DOM nor the types of Node for the types of the package', () => {
    const names = ENTRIES.map((entry) => (entry === 'simulation' ? 'testing/simulation' : entry));
    write(
      'every-entry.ts',
      names
        .map((name) => `export * as ${name.replace('/', '_')} from 'audio-streaming-core/${name}';`)
        .join('\n'),
    );
    const options = [
      '--target',
      'ES2023',
      '--lib',
      'ES2023',
      '--module',
      'NodeNext',
      '--types',
      '',
      '--strict',
      '--noEmit',
    ];
    expect(run('typescript/bin/tsc', '--ignoreConfig', ...options, 'every-entry.ts')).toEqual({
      code: 0,
      output: '',
    });
    rmSync(join(project, 'every-entry.ts'));
  });

  test('runs a law on its own rule, and a contract suite over its own adapter', () => {
    const { code, output } = run('vitest/vitest.mjs', 'run', '--reporter=verbose');
    expect(output).toContain('whoever lends a title may play it');
    expect(output).toContain('PrefixedStore is a KeyValueStore > lists all its keys, and no others');
    expect(code, output).toBe(0);
  });

  test('learns of a wrong rule and of a wrong adapter', () => {
    changed('lending.ts', 'isContentValid(item, now)', 'item.title !== ""');
    changed('prefixed-store.ts', 'key.startsWith(this.prefix)', 'key !== ""');
    const { code, output } = run('vitest/vitest.mjs', 'run', '--reporter=verbose');
    expect(code).toBe(1);
    expect(output).toContain('Counterexample');
    expect(output).toMatch(/× .*lists all its keys, and no others/u);
  });

  test('lives through simulated days', async () => {
    const path = join(project, 'node_modules/audio-streaming-core/core/simulation.js');
    const script = `import { simulate } from ${JSON.stringify(path)};
      const { days, breaches, figures } = await simulate({ days: 2, seed: 3 });
      console.log(JSON.stringify({ days, breaches, heard: figures.get('milliseconds heard') }));`;
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
    });
    const simulated = JSON.parse(output) as { days: number; breaches: unknown; heard: number };
    expect(simulated).toMatchObject({ days: 2, breaches: [] });
    expect(simulated.heard).toBeGreaterThan(0);
  });
});

describe('the package', { timeout: 2 * MINUTES }, () => {
  test('imports nothing but itself, Vitest and fast-check', () => {
    const imported = filesOf('.js').flatMap((file) => {
      const text = readFileSync(join(CORE, file), 'utf8');
      return [...text.matchAll(/^(?:import|export) (?:[^'";]* from )?['"](?<name>[^'"]+)['"]/gmu)].map(
        ({ groups }) => [file, groups?.['name'] ?? ''] as const,
      );
    });
    const foreign = imported.filter(([, name]) => !name.startsWith('.'));
    expect([...new Set(foreign.map(([, name]) => name))].toSorted()).toEqual([
      'fast-check',
      'node:crypto',
      'vitest',
    ]);
    // Only the simulation needs Node. Rules, ports and doubles need no package at all.
    for (const [file, name] of foreign) {
      if (name === 'node:crypto') expect(file).toBe(join('core', 'simulation.js'));
      else expect(file).toMatch(/^(?:laws|test|studio[\\/]test)[\\/]/u);
    }
    expect(imported.length).toBeGreaterThan(300);
  });

  test('is small enough to install at once', () => {
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
    expect(statSync(join(folder, tarball)).size).toBeLessThan(575_000);
  });

  test.each(ENTRIES)('%s documents every exported name', (entry) => {
    const undocumented = [...reportOf(entry).matchAll(/\/\/ @public \(undocumented\)\nexport .*/gu)];
    expect(undocumented.map(([text]) => text)).toEqual([]);
  });

  test('every member of an exported name is documented: by itself, or in the port of its double', () => {
    const ports = reportOf('ports');
    expect(ports).not.toContain('(undocumented)');
    const testing = reportOf('testing');
    expect(testing.length).toBeGreaterThan(50_000);
    const missing = declarationsOf(testing).flatMap(({ name, port, text }) => {
      const promised = declarationsOf(ports).find((each) => each.name === port)?.text ?? '';
      return undocumentedIn(text)
        .filter((member) => !membersIn(promised).includes(member))
        .map((member) => `${name}.${member}`);
    });
    expect(missing).toEqual([]);
  });

  test.each([
    { entry: 'domain', folders: ['src/domain'] },
    { entry: 'ports', folders: ['src/ports'] },
    { entry: 'testing', folders: ['src/adapters/memory', 'test/arbitraries', 'test/contract'] },
  ])('$entry exports every module of its folders', ({ entry, folders }) => {
    const text = readFileSync(join(ROOT, 'core', `${entry}.ts`), 'utf8');
    const modules = folders
      .flatMap((folder) => modulesIn(folder))
      // Of the suites, those that are called from outside: one module for each port.
      .filter((file) => !file.startsWith('test/') || file.startsWith('test/arbitraries') || isSuite(file));
    expect(modules.length).toBeGreaterThan(10);
    for (const file of modules) expect(text).toContain(`'../${file}'`);
  });
});

type Declaration = { readonly name: string; readonly port: string | undefined; readonly text: string };

/** The classes, interfaces and types of an API report. `port` is what a class implements. */
const declarationsOf = (report: string): readonly Declaration[] =>
  report.split(/^(?=export )/mu).map((text) => ({
    name: /^export (?:class|interface|type|const|function) (?<name>\w+)/u.exec(text)?.groups?.['name'] ?? '',
    port: /^export class \w+ implements (?<port>\w+)/u.exec(text)?.groups?.['port'],
    text,
  }));

const MEMBER = '(?:readonly |static |get |set )*(?<member>\\w+)';

const undocumentedIn = (text: string): readonly string[] =>
  [...text.matchAll(new RegExp(`// \\(undocumented\\)\n\\s+${MEMBER}`, 'gu'))].map(
    ({ groups }) => groups?.['member'] ?? '',
  );

const membersIn = (text: string): readonly string[] =>
  [...text.matchAll(new RegExp(`^    ${MEMBER}`, 'gmu'))].map(({ groups }) => groups?.['member'] ?? '');

const modulesIn = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts'));

const isSuite = (file: string): boolean =>
  !file.endsWith('.test.ts') && /^export const describe\w+ = /mu.test(readFileSync(join(ROOT, file), 'utf8'));
