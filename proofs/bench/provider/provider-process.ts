import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { ApiClient } from 'audio-streaming-provider/test/support/provider';

/** How a provider of the benchmark starts. */
export const settings = v.object({
  dataDir: v.string(),
  /** The number of titles. */
  scale: v.number(),
  /** Without it, the provider starts a database server of its own. */
  databaseUrl: v.optional(v.string()),
});

/** What its process can do. */
export const task = v.variant('task', [
  v.object({ task: v.literal('add-listeners'), from: v.number(), to: v.number() }),
  v.object({ task: v.literal('make-tokens'), listeners: v.number() }),
  v.object({ task: v.literal('measure') }),
  v.object({ task: v.literal('close') }),
]);

const reply = v.object({ result: v.optional(v.unknown()), error: v.optional(v.string()) });

/** Since the start of the process. */
const usage = v.object({
  /** Milliseconds of a core. */
  processor: v.number(),
  /** The most megabytes. */
  memory: v.number(),
});

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

/** A provider in its own process. It does one task at a time. */
export class ProviderProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly origin: string,
  ) {}

  static async start(given: v.InferOutput<typeof settings>): Promise<ProviderProcess> {
    const child = fork(new URL('serve.ts', import.meta.url), [JSON.stringify(given)], {
      execArgv: ['--import', 'tsx'],
    });
    return new ProviderProcess(child, v.parse(v.string(), await resultOf(child)));
  }

  async addListeners(from: number, to: number): Promise<void> {
    await this.run({ task: 'add-listeners', from, to });
  }

  /** Clients of some of the listeners. */
  async clientsOf(listeners: number): Promise<readonly ApiClient[]> {
    const tokens = v.parse(v.array(v.string()), await this.run({ task: 'make-tokens', listeners }));
    return tokens.map((token) => new ApiClient(this.origin, token));
  }

  async measure(): Promise<v.InferOutput<typeof usage>> {
    return v.parse(usage, await this.run({ task: 'measure' }));
  }

  async close(): Promise<void> {
    await this.run({ task: 'close' });
    const ended = once(this.child, 'exit');
    this.child.disconnect();
    await ended;
  }

  private run(message: v.InferOutput<typeof task>): Promise<unknown> {
    this.child.send(message);
    return resultOf(this.child);
  }
}

async function resultOf(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController();
  const message = once(child, 'message', { signal: ended.signal });
  const end = once(child, 'exit', { signal: ended.signal }).then(() => {
    throw new Error('The provider of the benchmark ended.');
  });
  const received: readonly unknown[] = await Promise.race([message, end]);
  message.catch(() => undefined);
  end.catch(() => undefined);
  ended.abort();
  const { result, error } = v.parse(reply, received[0]);
  if (error !== undefined) throw new Error(error);
  return result;
}
