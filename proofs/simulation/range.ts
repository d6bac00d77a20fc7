import { addLife, type Figures } from './figures.ts';
import { drawStory, type Story } from './habits.ts';
import { live } from './live.ts';
import type { Client } from './model/page.ts';
import type { Rule } from './rules.ts';

/** The length of one world's story, in days. */
export const WEEK = 7;

export type Breach = {
  readonly seed: number;
  readonly rule: Rule;
  readonly words: string;
  readonly story: Story;
};

/** The results of many worlds. */
export type Outcome = {
  readonly days: number;
  readonly figures: Figures;
  readonly breaches: Breach[];
};

/** The seed of one world of a run. Two runs with different seeds have no world in common. */
const worldSeed = (seed: number, world: number): number => seed * 1_000_003 + world;

/**
 * Runs every world whose number, divided by `shares`, leaves the remainder `share`.
 *
 * @param found called with each breach of a rule
 */
export async function liveRange(
  client: Client,
  { seed, days, share = 0, shares = 1 }: { seed: number; days: number; share?: number; shares?: number },
  found: (breach: Breach) => void = () => undefined,
): Promise<Outcome> {
  const figures: Figures = new Map();
  const breaches: Breach[] = [];
  let lived = 0;
  for (let world = share; world * WEEK < days; world += shares) {
    const drawn = worldSeed(seed, world);
    const story = drawStory(drawn, Math.min(WEEK, days - world * WEEK));
    const life = await live(story, client);
    addLife(figures, life);
    lived += story.days;
    if (life.problem === null) continue;
    const breach = { seed: drawn, rule: life.problem.rule, words: life.problem.words, story };
    breaches.push(breach);
    found(breach);
  }
  return { days: lived, figures, breaches };
}
