import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAtLeast, OLDEST } from '../../scripts/lib/newer-node.mjs';

const LONG = 600_000;
/** The newest of the oldest line that can start the commands. */
const OLD_NODE = '20.20.2';

const folder = mkdtempSync(join(tmpdir(), 'newer-node-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['20.19.0', '20.19', true],
  ['20.18.3', '20.19', false],
  ['22.18.0', '22.19', false],
  ['22.19.0', '22.19', true],
  ['24.0.0', '22.19', true],
  ['9.99.9', '22.19', false],
])('%s is at least %s: %s', (version, oldest, is) => {
  expect(isAtLeast(version, oldest)).toBe(is);
});

test('the oldest Node is that of package.json, and of the core', () => {
  for (const path of ['package.json', 'core/package.json']) {
    const { engines } = JSON.parse(readFileSync(path, 'utf8')) as { engines: { node: string } };
    expect(engines.node, path).toBe(`>=${OLDEST}`);
  }
});

/** An old Node from the registry, or the reason why there is none. */
function oldNode(): string | { readonly missing: string } {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch))
    return { missing: 'this system' };
  const name = `node-linux-${process.arch}`;
  const prefix = join(folder, 'old');
  const args = ['install', '--prefix', prefix, '--no-save', '--ignore-scripts', `${name}@${OLD_NODE}`];
  const { status } = spawnSync('npm', [...args, '--prefer-offline', '--fetch-retries=0'], {
    stdio: 'ignore',
  });
  return status === 0
    ? join(prefix, 'node_modules', name, 'bin', 'node')
    : { missing: 'the package registry' };
}

const old = oldNode();
const [program, missing] = typeof old === 'string' ? [old, null] : ['', old.missing];

describe.skipIf(missing !== null)(
  `on Node ${OLD_NODE}${missing === null ? '' : ` (not run without ${missing})`}`,
  { timeout: LONG },
  () => {
    /** A clone that has nothing but the scripts, and a command that says which Node runs it and what it starts. */
    function cloneAt(name: string): string {
      const clone = join(folder, name);
      mkdirSync(clone);
      cpSync('scripts', join(clone, 'scripts'), { recursive: true });
      writeFileSync(
        join(clone, 'scripts', 'probe.mjs'),
        `import './lib/node-version.mjs';
import { execSync } from 'node:child_process';
console.log(process.version, execSync('node --version').toString().trim(), process.argv.slice(2).join(' '));
process.exitCode = 7;`,
      );
      return clone;
    }

    function run(clone: string, script: string, env: Record<string, string> = {}) {
      return spawnSync(program, [join(clone, 'scripts', script), 'a', 'b'], {
        encoding: 'utf8',
        cwd: folder,
        env: {
          ...process.env,
          PATH: `${dirname(program)}:${process.env['PATH'] ?? ''}`,
          npm_execpath: '',
          ...env,
        },
      });
    }

    const pins = JSON.parse(readFileSync('scripts/lib/node-packages.json', 'utf8')) as {
      systems: Record<string, { version: string }>;
    };
    const version = pins.systems[`linux-${process.arch}`]?.version ?? '';
    let clone = '';
    beforeAll(() => {
      clone = cloneAt('clone');
    });

    test('a command fetches a newer Node into the clone, says so in one line, and runs on it', () => {
      const first = run(clone, 'probe.mjs');
      expect(first.stderr).toMatch(/^Node 20\.\d+\.\d+ is older than 22\.19\. Installing Node .+\n$/u);
      expect(first.stdout).toBe(`v${version} v${version} a b\n`);
      expect(first.status).toBe(7);
      expect(existsSync(join(clone, '.node', version))).toBe(true);
      expect(run(clone, 'probe.mjs')).toMatchObject({ stderr: '', stdout: first.stdout, status: 7 });
      expect(run(clone, 'node.mjs').stdout.trim()).toBe(
        join(clone, '.node', version, 'node_modules', `node-linux-${process.arch}`, 'bin'),
      );
    });

    test('without a network, it says what is missing and what to do, in one line', () => {
      const other = cloneAt('offline');
      const { status, stdout, stderr } = run(other, 'probe.mjs', {
        npm_config_registry: 'http://127.0.0.1:9/',
        npm_config_cache: join(folder, 'empty-cache'),
      });
      expect(stderr.split('\n')[1]).toMatch(/could not be fetched from the registry .*install one/u);
      expect(stderr.trimEnd().split('\n')).toHaveLength(2);
      expect(stdout).toBe('');
      expect(status).toBe(1);
      expect(existsSync(join(other, '.node', version))).toBe(false);
    });

    test('a package with other content than the pinned one is not used', () => {
      const other = cloneAt('other-content');
      const path = join(other, 'scripts', 'lib', 'node-packages.json');
      writeFileSync(
        path,
        readFileSync(path, 'utf8').replaceAll(/sha512-[^"]+/gu, `sha512-${'A'.repeat(86)}==`),
      );
      const { status, stderr } = run(other, 'probe.mjs');
      expect(stderr).toContain('EINTEGRITY');
      expect(status).toBe(1);
    });
  },
);
