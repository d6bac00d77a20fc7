import { bundleClient } from './bundle.ts';
import { drawStory } from './habits.ts';
import { live } from './live.ts';
import { compileClient } from './model/page.ts';
import { MUTANTS } from './mutants.ts';
import { WEEK } from './range.ts';

/** Number of worlds in which a mutant has to be noticed. */
const MOST_WORLDS = 150;

/** Runs the simulation with each mutant. Returns false if a mutant does not break the rule that it belongs to. */
export async function proveMutants(): Promise<boolean> {
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
