import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { numberAbove0, readArguments, refuse } from '../../scripts/lib/arguments.mjs';
import { IS_ROOT, programsOfDatabase, signalIn, loopback, type Network, namespaces } from './machine.ts';
import { asText, failuresOf } from './report.ts';
import { runTrial } from './trial.ts';

const USAGE = `npm run failover -- [options]
Three database servers with Patroni, two providers and 40 writers on this machine. It kills the primary again and again, freezes
it and cuts it off. Then it compares what was acknowledged with what is stored (docs/hosting.md, Three machines).
  --kills 10   how often it kills the primary
  --etcd 2     the version of the protocol of etcd; with 3, a frozen primary may lose what the next one acknowledged
  --json       prints the outcome as JSON
  --keep       keeps the folder with the logs of all programs`;

const { values } = readArguments(USAGE, {
  options: {
    kills: { type: 'string', default: '10' },
    etcd: { type: 'string', default: '2' },
    json: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    // The folder, for the process that this one starts in namespaces of its own.
    inside: { type: 'string' },
  },
});

const kills = numberAbove0('--kills', values.kills, USAGE);
if (values.etcd !== '2' && values.etcd !== '3') refuse('--etcd is 2 or 3.', USAGE);
const protocol = values.etcd === '3' ? 3 : 2;

const LONGEST_MS = 20 * 60_000;
/** Namespaces for networks, mounts and processes. When this command ends, so does everything in them. */
const NAMESPACES = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];

/** What this machine lacks, in one sentence. */
function whatIsMissing(): string | null {
  const has = (program: string): boolean => spawnSync('which', [program]).status === 0;
  const missing = ['patroni', 'etcd', 'haproxy'].filter((program) => !has(program));
  if (programsOfDatabase() === undefined) missing.push('postgresql');
  if (missing.length === 0) return null;
  return `Missing: ${missing.join(', ')}. On Debian: apt-get install patroni etcd-server haproxy postgresql.`;
}

async function run(folder: string, network: Network): Promise<number> {
  const start = performance.now();
  const note = (sentence: string): void => {
    if (!values.json)
      console.log(`${((performance.now() - start) / 1000).toFixed(0).padStart(5)} s  ${sentence}`);
  };
  const outcome = await runTrial(folder, network, { kills, protocol }, note);
  const failures = failuresOf(outcome);
  console.log(values.json ? JSON.stringify({ ...outcome, failures }, null, 2) : asText(outcome, failures));
  return failures.length === 0 ? 0 : 1;
}

/** Runs this command again, as root of namespaces that nothing else uses. */
async function runInside(folder: string): Promise<number> {
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1), '--inside', folder];
  // The shell takes leave of processes without a parent. The folder of the namespaces is ours alone.
  const script = 'mount -t tmpfs tmpfs /run && "$@"; exit $?';
  const child = spawn('unshare', [...NAMESPACES, 'sh', '-c', script, 'sh', ...command], { stdio: 'inherit' });
  process.once('exit', () => child.kill('SIGKILL'));
  await once(child, 'exit');
  return child.exitCode ?? 1;
}

async function main(): Promise<number> {
  if (values.inside !== undefined) return run(values.inside, namespaces([1, 2, 3]));
  const missing = whatIsMissing();
  if (missing !== null) {
    console.error(missing);
    return 2;
  }
  const folder = mkdtempSync(join(tmpdir(), 'failover-'));
  chmodSync(folder, 0o711);
  process.once('exit', () => {
    signalIn(folder, 'SIGKILL');
    if (values.keep) console.error(`The logs are in ${folder}.`);
    else rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => process.exit(130));
  setTimeout(() => {
    console.error('It took longer than 20 minutes.');
    process.exit(1);
  }, LONGEST_MS).unref();
  const hasNamespaces = IS_ROOT && spawnSync('unshare', [...NAMESPACES, 'ip', 'link']).status === 0;
  return hasNamespaces ? runInside(folder) : run(folder, await loopback([2379, 2380, 5432, 8008]));
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
