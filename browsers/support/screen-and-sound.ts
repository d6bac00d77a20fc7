import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { existsSync } from 'node:fs';

const START_LIMIT_MS = 20_000;

/**
 * Starts a screen that is only in memory, and a sound device that plays into nothing. WebKit needs both, Firefox the
 * sound. The browsers find them by `DISPLAY` and `PULSE_SERVER`.
 *
 * @returns ends both
 */
export default async function startScreenAndSound(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'screen-and-sound-'));
  const started: ChildProcess[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(started.map(end));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const { XVFB_PATH: screen, PULSEAUDIO_PATH: sound } = process.env;
    if (screen !== undefined) process.env['DISPLAY'] = await startScreen(screen, started);
    if (sound !== undefined) process.env['PULSE_SERVER'] = await startSound(sound, folder, started);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @returns the name of the screen */
async function startScreen(program: string, started: ChildProcess[]): Promise<string> {
  const child = spawn(program, ['-displayfd', '3', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  started.push(child);
  const [, , , numbers] = child.stdio;
  if (!(numbers instanceof Readable)) throw new Error(`${program} has no output to read.`);
  for await (const line of createInterface({ input: numbers, signal: AbortSignal.timeout(START_LIMIT_MS) }))
    return `:${line}`;
  throw new Error(`${program} did not start.`);
}

/** @returns the address of the sound server */
async function startSound(program: string, folder: string, started: ChildProcess[]): Promise<string> {
  const socket = join(folder, 'sound');
  started.push(
    spawn(
      program,
      [
        '-n',
        '--daemonize=no',
        '--use-pid-file=no',
        '--exit-idle-time=-1',
        '--load=module-null-sink',
        `--load=module-native-protocol-unix socket=${socket} auth-anonymous=1`,
      ],
      // Its state is in a folder of its own, so that it does not meet the sound server of the user.
      { stdio: 'ignore', env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder } },
    ),
  );
  const limit = performance.now() + START_LIMIT_MS;
  while (!existsSync(socket)) {
    if (performance.now() > limit) throw new Error(`${program} did not start.`);
    await sleep(50);
  }
  return `unix:${socket}`;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
