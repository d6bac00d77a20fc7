import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleClient } from './bundle.ts';
import { add, type Figures, neverSeen, table, total } from './figures.ts';
import { killInTurn } from './kills.ts';
import { compileClient } from './model/page.ts';
import { proveMutants } from './prove-mutants.ts';
import { type Breach, liveRange } from './range.ts';
import { shrink } from './shrink.ts';
import { tell } from './story.ts';

/*
 * `npm run simulate -- --days 10000 --seed 7`: simulates many days of the client, under faults, and prints the
 * figures. Prints each breach of a rule with its seed, and with the shortest story that shows it.
 *
 *   --workers 2   the number of processes
 *   --mutants     instead breaks the code in one way for each rule, and expects that the simulation notices it
 */
const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
    share: { type: 'string' },
    mutants: { type: 'boolean', default: false },
  },
});

/** A larger space for new objects saves a tenth of the time. A limit for old ones keeps the garbage small. */
const MEMORY = ['--max-semi-space-size=32', '--max-old-space-size=400'];

/** Number of breaches that are shrunk and printed. */
const MOST_TOLD = 3;

const days = Number(values.days);
const seed = Number(values.seed);
const workers = Number(values.workers);

type Part = {
  readonly days: number;
  readonly figures: readonly (readonly [string, number])[];
  readonly breaches: readonly Breach[];
  readonly memory: number;
};

if (values.mutants) process.exitCode = (await proveMutants()) ? 0 : 1;
else if (values.share !== undefined) await liveShare(Number(values.share));
else await liveAll();

/** The peak memory of this process so far, in bytes. */
function mostMemory(): number {
  return process.resourceUsage().maxRSS * 1024;
}

/** Runs the share of the worlds that belongs to this process. */
async function liveShare(share: number): Promise<void> {
  const client = compileClient(await bundleClient());
  const tellNow = ({ seed: drawn, rule, words }: Breach): void =>
    console.log(`seed ${String(drawn)}: ${rule}: ${words}`);
  const { figures, breaches, ...outcome } = await liveRange(
    client,
    { seed, days, share, shares: workers },
    tellNow,
  );
  if (share === 0) {
    await killInTurn(client, figures, (breach) => {
      breaches.push(breach);
      tellNow(breach);
    });
  }
  const part: Part = { ...outcome, breaches, figures: [...figures], memory: mostMemory() };
  process.send?.(part);
}

async function liveAll(): Promise<void> {
  const start = Date.now();
  const parts = await Promise.all(Array.from({ length: workers }, async (_, share) => inProcess(share)));
  const figures: Figures = new Map();
  for (const part of parts) for (const [name, value] of part.figures) add(figures, name, value);
  const lived = parts.reduce((sum, part) => sum + part.days, 0);
  const memory = parts.reduce((sum, part) => sum + part.memory, mostMemory());
  console.log(
    `${String(lived)} days of seed ${String(seed)} in ${String(Math.round((Date.now() - start) / 1000))} s,`,
  );
  console.log(`at most ${String(Math.round(memory / 1e6))} MB in ${String(workers + 1)} processes\n`);
  console.log(`  calls: ${total(figures, 'call ').toLocaleString('en')}`);
  console.log(`  faults of calls: ${total(figures, 'fault ').toLocaleString('en')}`);
  console.log(table(figures));
  const missing = neverSeen(figures);
  console.log(`\nnever happened: ${missing.length === 0 ? 'nothing' : missing.join(', ')}`);
  const breaches = parts.flatMap((part) => part.breaches);
  console.log(`\n${String(breaches.length)} breaches of a rule`);
  await tellBreaches(breaches);
  process.exitCode = breaches.length === 0 ? 0 : 1;
}

async function inProcess(share: number): Promise<Part> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [...process.argv.slice(2), '--share', String(share)], {
      execArgv: [...process.execArgv, ...MEMORY],
    });
    let part: Part | null = null;
    child.on('message', (message) => (part = message as Part));
    child.on('exit', () => {
      if (part === null) reject(new Error(`The process of share ${String(share)} ended without a result`));
      else resolve(part);
    });
  });
}

async function tellBreaches(breaches: readonly Breach[]): Promise<void> {
  const client = compileClient(await bundleClient());
  const rules = new Map(breaches.map((breach) => [breach.rule, breach]));
  for (const { rule, words, story } of [...rules.values()].slice(0, MOST_TOLD)) {
    const short = await shrink(story, rule, client);
    console.log(`\n${rule}\n${words}\n\n${tell(short)}\n\n${JSON.stringify(short)}`);
  }
}
