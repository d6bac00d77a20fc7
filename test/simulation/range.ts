import { addLife, type Figures } from './figures.ts';
import { drawStory, type Story } from './habits.ts';
import { live } from './live.ts';
import type { Client } from './model/page.ts';

/** The days of one world. */
export const WEEK = 7;

export type Breach = {
  readonly seed: number;
  readonly rule: string;
  readonly words: string;
  readonly story: Story;
};

/** What many worlds have shown. */
export type Outcome = {
  readonly days: number;
  readonly figures: Figures;
  readonly breaches: Breach[];
};

/** The seeds of the worlds of a run. Runs with neighbouring seeds share no world. */
const worldSeed = (seed: number, world: number): number => seed * 1_000_003 + world;

/**
 * Lives through the worlds of a run whose number leaves `share` when divided by `shares`.
 *
 * @param found called with each breach
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
