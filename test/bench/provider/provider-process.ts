import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import * as v from 'valibot';
import { ApiClient } from '../../server/support/provider.ts';
import { reply, type settings, type task, usage } from './messages.ts';

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
