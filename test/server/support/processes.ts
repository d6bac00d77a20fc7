import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach } from 'vitest';

const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
});

/** Runs a script of the server in its own process, as users do. The process is killed at the end of the test. */
export function runScript(script: 'admin' | 'main', args: readonly string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', `server/${script}.ts`, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: '', PORT: '' },
  });
  children.push(child);
  return child;
}

export interface RunningProvider {
  readonly child: ChildProcess;
  readonly origin: string;
}

/** Runs the provider on a free port, and waits until it listens. */
export async function runProvider(dataDir: string, flags: readonly string[] = []): Promise<RunningProvider> {
  const child = runScript('main', ['--port', '0', '--data-dir', dataDir, '--ready-json', ...flags]);
  child.stderr.resume();
  for await (const line of createInterface(child.stdout)) {
    const origin = /^\{"origin":"(?<origin>[^"]+)"\}$/.exec(line)?.groups?.['origin'];
    if (origin !== undefined) {
      child.stdout.resume();
      return { child, origin };
    }
  }
  throw new Error('The provider ended before it was ready.');
}
