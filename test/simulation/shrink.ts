import type { Story } from './habits.ts';
import { live } from './live.ts';
import type { Client } from './model/page.ts';
import type { Rule } from './rules.ts';
import type { Step } from './steps.ts';

/** The waits that are tried in place of longer ones, in milliseconds. */
const SHORT_WAITS = [0, 1000, 10_000, 60_000];

/**
 * Finds a shorter story that breaks the same rule. First it leaves out steps: halves, quarters and so on. Then it
 * shortens the waits.
 */
export async function shrink(story: Story, rule: Rule, client: Client, mostLives = 1500): Promise<Story> {
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
