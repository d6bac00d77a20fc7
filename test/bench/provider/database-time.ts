import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A tick of the figures in `/proc`, in milliseconds. It is the same on every Linux. */
const TICK_MS = 10;

/**
 * The processor time of a database server since its start, in milliseconds. Only on Linux.
 *
 * @param folder its files
 */
export function databaseTime(folder: string): number {
  const parent = Number.parseInt(readFileSync(join(folder, 'postmaster.pid'), 'utf8'), 10);
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8')
    .trim()
    .split(' ')
    .map(Number);
  // The parent counts the time of the children that have ended.
  const ended = timesOf(parent).slice(2);
  const running = [parent, ...children].flatMap((id) => timesOf(id).slice(0, 2));
  return [...ended, ...running].reduce((sum, ticks) => sum + ticks, 0) * TICK_MS;
}

/** Ticks of a process: its own in user and system mode, and those of its children that have ended. */
function timesOf(id: number): readonly number[] {
  try {
    // The name in brackets may have spaces.
    const [, fields = ''] = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ');
    return fields.split(' ').slice(11, 15).map(Number);
  } catch {
    return [];
  }
}
