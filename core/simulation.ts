// The whole client in a simulated world, in virtual time. It runs in Node only: the client gets a simulated browser.

import code from 'virtual:client';
import { compileClient } from '../proofs/simulation/model/page.ts';
import { liveRange } from '../proofs/simulation/range.ts';
import { tell } from '../proofs/simulation/habits.ts';

/** A broken rule. */
export type SimulatedBreach = {
  /** The seed of the world in which the rule was broken. */
  readonly seed: number;
  /** The rule, with its id. */
  readonly rule: string;
  /** What the rule expects, and what happened. */
  readonly words: string;
  /** What happened in that world, step by step. */
  readonly story: string;
};

/** The result of simulated days. */
export type Simulated = {
  readonly days: number;
  /** How often each thing happened: calls, faults, seconds heard. */
  readonly figures: ReadonlyMap<string, number>;
  readonly breaches: readonly SimulatedBreach[];
};

/**
 * Simulates days of listening under faults, with the client of this version, and checks its rules. A day takes about a
 * sixth of a second. The same seed gives the same days.
 *
 * @param options how many days, and the seed; the default is a week of seed 1
 */
export async function simulate({
  days = 7,
  seed = 1,
}: { readonly days?: number; readonly seed?: number } = {}): Promise<Simulated> {
  const outcome = await liveRange(compileClient(code), { seed, days });
  return {
    days: outcome.days,
    figures: outcome.figures,
    breaches: outcome.breaches.map(({ story, ...breach }) => ({ ...breach, story: tell(story) })),
  };
}
