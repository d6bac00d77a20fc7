import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Starts a program in a folder, which gets its output, too. */
export function startIn(
  folder: string,
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
): ChildProcess {
  const [program = '', ...args] = command;
  const log = openSync(join(folder, 'log'), 'a');
  return spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', log, log],
  });
}

/**
 * The processes that work in a folder or below. A database server and its children work in the folder of their data, so
 * this finds them although they have another parent.
 */
function processesIn(folder: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return `${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${folder}/`);
      } catch {
        // It has ended, or belongs to somebody else.
        return false;
      }
    });
}

/** Sends a signal to all processes of a folder, also to those that are started meanwhile. */
export function signalIn(folder: string, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  const reached = new Set<number>();
  for (;;) {
    const others = processesIn(folder).filter((pid) => !reached.has(pid));
    if (others.length === 0) return;
    for (const pid of others) {
      reached.add(pid);
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended.
      }
    }
  }
}
