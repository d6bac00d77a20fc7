import type { MemoryClock } from '../../src/adapters/memory/memory-clock.ts';

const STEP = 25;
const LONGEST = 60_000;

/** Lets the time of a memory clock pass until a condition is true. Fails after a minute of that time. */
export const untilOn =
  (clock: MemoryClock) =>
  async (condition: () => boolean): Promise<void> => {
    for (let passed = 0; passed <= LONGEST; passed += STEP) {
      if (condition()) return;
      await clock.advanceAsync(STEP);
    }
    throw new Error(`the condition did not become true within a minute: ${String(condition)}`);
  };
