import { rest } from './rest.ts';
import { settled } from './model/timeline.ts';
import type { Client } from './model/page.ts';
import type { Story } from './habits.ts';
import { takeStep } from './steps.ts';
import { type Problem, World } from './world.ts';

export type Life = { readonly world: World; readonly problem: Problem | null; readonly stepsTaken: number };

/** The world that is running. Unhandled rejections are counted as its problems. */
let current: World | null = null;

process.on('unhandledRejection', (reason: unknown) => {
  current?.breaks(
    'PROG-68 no unhandled rejection',
    reason instanceof Error ? (reason.stack ?? String(reason)) : String(reason),
  );
});

/** Runs a story until it ends or a rule is broken. */
export async function live(story: Story, client: Client): Promise<Life> {
  const world = new World({ ...story, client });
  current = world;
  let stepsTaken = 0;
  for (const step of story.steps) {
    stepsTaken += 1;
    await world.pass(step.wait);
    for (const device of world.devices) device.followSleepTimers();
    world.note(() => `-- ${JSON.stringify(step)}`);
    world.count(`step: ${step.kind}`);
    if (step.kind === 'rest') await rest(world);
    else await takeStep(world, step);
    for (const device of world.devices) {
      // A timer that was just set may end before the next step.
      device.followSleepTimers();
      device.check();
    }
    if (world.problems.length > 0) break;
  }
  for (const device of world.devices) for (const tab of device.tabs) tab.page?.end();
  await settled();
  current = null;
  return { world, problem: world.problems[0] ?? null, stepsTaken };
}
