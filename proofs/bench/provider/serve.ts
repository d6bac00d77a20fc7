import * as v from 'valibot';
import { openDatabase } from 'audio-streaming-provider/db/open';
import { locationOf } from 'audio-streaming-provider/parts/db';
import type { Tables } from 'audio-streaming-provider/members/tables';
import { startProvider } from 'audio-streaming-provider/provider';
import { tokenOf } from 'audio-streaming-provider/test/support/provider';
import { addListeners, tokensOf } from './listeners.ts';
import { settings, task } from './provider-process.ts';

// A provider in a process of its own, so that its processor time and memory are measured apart from those of the callers.

const MOST_TOKENS = 500;

const options = {
  ...v.parse(settings, JSON.parse(process.argv[2] ?? '')),
  requestsPerSecond: Infinity,
  collectors: false,
};
const provider = await startProvider(options);
const { db, origin, clock } = provider;
/** A pool for work that takes longer than a request may take. */
const work = await openDatabase<Tables>(locationOf(options, 'command'), {});

async function run(message: v.InferOutput<typeof task>): Promise<unknown> {
  switch (message.task) {
    case 'add-listeners':
      return addListeners(work.background, message.from, message.to, clock.now());
    case 'make-tokens':
      return tokensOf(db, await tokenOf(origin, 'monthly@listener.test'), message.listeners, MOST_TOKENS);
    case 'measure': {
      const { user, system } = process.cpuUsage();
      return { processor: (user + system) / 1000, memory: process.resourceUsage().maxRSS / 1024 };
    }
    case 'close':
      await work.close();
      return provider.close();
  }
}

process.on('message', (message) => {
  run(v.parse(task, message)).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.send?.({ result: origin });
