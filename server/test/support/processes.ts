import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, afterEach } from 'vitest';

const children: ChildProcess[] = [];
const kept: ChildProcess[] = [];

async function kill(processes: ChildProcess[]): Promise<void> {
  for (const child of processes.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}

afterEach(() => kill(children));
afterAll(() => kill(kept));

/** Keeps a process for all tests of the file. Otherwise it is killed at the end of the first one. */
export function keepForFile({ child }: RunningProvider): void {
  kept.push(...children.splice(children.indexOf(child), 1));
}

/** Runs a script of the server in its own process, as users do. The process is killed at the end of the test. */
export function runScript(
  script: 'admin' | 'main',
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) {
  const child = spawn(process.execPath, ['--import', 'tsx', `server/${script}.ts`, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATABASE_URL: '',
      DATABASE_DIRECT_URL: '',
      DATABASE_CONNECTIONS: '',
      DATA_DIR: '',
      MEDIA_STORE: '',
      HOST: '',
      PUBLIC_URL: '',
      PORT: '',
      ...environment,
    },
  });
  children.push(child);
  return child;
}

export interface RunningProvider {
  readonly child: ChildProcess;
  readonly origin: string;
}

/** Runs the provider on a free port, and waits until it listens. */
export async function runProvider(
  dataDir: string,
  flags: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningProvider> {
  const args = ['--port', '0', '--data-dir', dataDir, '--ready-json', ...flags];
  const child = runScript('main', args, environment);
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  for await (const line of createInterface(child.stdout)) {
    const origin = /^\{"origin":"(?<origin>[^"]+)"\}$/.exec(line)?.groups?.['origin'];
    if (origin !== undefined) {
      child.stdout.resume();
      return { child, origin };
    }
  }
  throw new Error(`The provider ended before it was ready. ${complaint}`);
}
