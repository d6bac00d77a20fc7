import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { numberAbove0, readArguments } from '../../scripts/lib/arguments.mjs';
import { bundleClient } from './bundle.ts';
import { add, type Figures, neverSeen, table, total, addLife } from './figures.ts';
import { compileClient, type Client } from './model/page.ts';
import { type Breach, liveRange, WEEK } from './range.ts';
import { type Story, drawStory, tell } from './habits.ts';
import { live } from './live.ts';
import { MUTANTS } from './mutants.ts';
import type { Rule } from './rules.ts';
import type { Step, Happening } from './steps.ts';

const SECOND = 1000;

/**
 * The acts to interrupt. The page of tab A plays. It is killed before each outward act in turn, and tab B can
 * recover.
 */
const ACTS: readonly (readonly Happening[])[] = [
  [{ kind: 'play', tab: 0, title: 'harbour', track: null }],
  [{ kind: 'play', tab: 0, title: 'radio', track: 1 }],
  [{ kind: 'toggle', tab: 0 }],
  [{ kind: 'next', tab: 0 }],
  [{ kind: 'previous', tab: 0 }],
  [{ kind: 'seek', tab: 0, share: 0.5 }],
  [{ kind: 'speed', tab: 0, speed: 2 }],
  [{ kind: 'close player', tab: 0 }],
  [{ kind: 'close tab', tab: 0 }],
  [{ kind: 'reload tab', tab: 0 }],
  [{ kind: 'toggle', tab: 1 }],
  [{ kind: 'favorite', tab: 0, title: 'tide' }],
  [{ kind: 'download', tab: 0, title: 'orchard', tracks: 1 }],
  [
    { kind: 'download', tab: 0, title: 'spark', tracks: null },
    { kind: 'play download', tab: 1, title: 'spark' },
  ],
  [{ kind: 'add to the end', tab: 0, title: 'moss' }],
  [{ kind: 'sign out', tab: 0 }],
  [{ kind: 'sign out everywhere', tab: 0 }],
  [{ kind: 'tokens expire' }, { kind: 'visit', tab: 0 }],
  [
    { kind: 'tokens revoked', listener: 1 },
    { kind: 'visit', tab: 0 },
  ],
];

/** More outward acts than any of these acts has. */
const MOST_ACTS = 60;

const storyOf = (happenings: readonly Happening[], acts: number): Story => {
  const steps: readonly (Happening & { readonly wait: number })[] = [
    { wait: 0, kind: 'subscribe', listener: 1 },
    { wait: 0, kind: 'open tab' },
    { wait: SECOND, kind: 'sign in', tab: 0, listener: 1 },
    { wait: SECOND, kind: 'open tab' },
    { wait: SECOND, kind: 'play', tab: 0, title: 'ember', track: null },
    { wait: 12 * SECOND, kind: 'kill before act', tab: 0, acts },
    ...happenings.map((happening) => ({ wait: 0, ...happening })),
    { wait: 3 * SECOND, kind: 'rest' },
  ];
  return {
    seed: acts,
    clockErrors: [0],
    listeners: 2,
    days: 0,
    steps: steps.map((step): Step => ({ device: 0, ...step })),
  };
};

/** Repeats each act, and kills its page one outward act later each time, until the act completes. */
export async function killInTurn(
  client: Client,
  figures: Figures,
  found: (breach: Breach) => void,
): Promise<void> {
  for (const happenings of ACTS) {
    for (let acts = 1; acts <= MOST_ACTS; acts += 1) {
      const story = storyOf(happenings, acts);
      const life = await live(story, client);
      addLife(figures, life);
      if (life.problem !== null)
        found({ seed: story.seed, rule: life.problem.rule, words: life.problem.words, story });
      if (!life.world.counts.has('kill')) break;
      add(figures, 'kills tried in turn', 1);
      add(figures, `most kills in turn (at most ${String(MOST_ACTS)})`, acts);
    }
  }
}

/** The waits that are tried instead of longer ones, in milliseconds. */
const SHORT_WAITS = [0, 1000, 10_000, 60_000];

/**
 * Finds a shorter story that breaks the same rule. First it leaves out steps: halves, quarters and so on. Then it
 * shortens the waits.
 */
async function shrink(story: Story, rule: Rule, client: Client, mostLives = 1500): Promise<Story> {
  let lives = 0;
  let best = story;
  const isEnough = async (steps: readonly Step[]): Promise<boolean> => {
    lives += 1;
    if (lives > mostLives) return false;
    const { problem, stepsTaken } = await live({ ...best, steps }, client);
    if (problem?.rule !== rule) return false;
    best = { ...best, steps: steps.slice(0, stepsTaken) };
    return true;
  };
  await isEnough(story.steps);
  for (let size = best.steps.length; size >= 1; size = Math.floor(size / 2)) {
    for (let at = best.steps.length - size; at >= 0; at -= size) {
      const rest = best.steps.slice(at + size);
      const left = best.steps.slice(at, at + size).reduce((sum, { wait }) => sum + wait, 0);
      const [next, ...others] = rest;
      const waiting = next === undefined ? [] : [{ ...next, wait: next.wait + left }, ...others];
      if (await isEnough([...best.steps.slice(0, at), ...rest])) continue;
      if (waiting.length > 0) await isEnough([...best.steps.slice(0, at), ...waiting]);
    }
  }
  for (let at = 0; at < best.steps.length; at += 1) {
    for (const wait of SHORT_WAITS) {
      const step = best.steps[at];
      if (step === undefined || step.wait <= wait) break;
      if (await isEnough(best.steps.map((each, other) => (other === at ? { ...each, wait } : each)))) break;
    }
  }
  return best;
}

/** Number of worlds in which a mutant has to be noticed. */
const MOST_WORLDS = 150;

/** Runs the simulation with each mutant. Returns false if a mutant does not break the rule that it belongs to. */
async function proveMutants(): Promise<boolean> {
  let areAllFound = true;
  for (const mutant of MUTANTS) {
    const client = compileClient(await bundleClient(mutant.changes));
    const others = new Map<string, number>();
    let world = 0;
    let isFound = false;
    for (; world < MOST_WORLDS && !isFound; world += 1) {
      const { problem } = await live(drawStory(world + 1, WEEK), client);
      if (problem?.rule === mutant.rule) isFound = true;
      else if (problem !== null) others.set(problem.rule, (others.get(problem.rule) ?? 0) + 1);
    }
    const seen = [...others].map(([rule, times]) => `${rule} (${String(times)})`).join(', ');
    console.log(
      `${isFound ? 'found' : 'NOT FOUND'} in ${String(world)} worlds: ${mutant.rule}${seen === '' ? '' : `; also ${seen}`}`,
    );
    areAllFound &&= isFound;
  }
  return areAllFound;
}

const USAGE = `npm run simulate -- [options]
Simulates many days of the client, under faults, and prints the figures. Prints each breach of a rule with its seed, and with
the shortest story that shows it.
  --days 1000   how many days
  --seed 1      where the draws begin
  --workers 2   the number of processes
  --mutants     instead breaks the code in one way for each rule, and expects that the simulation notices it`;

const { values } = readArguments(USAGE, {
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

const days = numberAbove0('--days', values.days, USAGE);
const seed = numberAbove0('--seed', values.seed, USAGE);
const workers = numberAbove0('--workers', values.workers, USAGE);

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
