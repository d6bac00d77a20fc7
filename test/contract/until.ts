import type { MemoryClock } from '../../src/adapters/memory/memory-clock.ts';

const STEP = 25;
const LONGEST = 60_000;

/** Lets the time of a memory clock pass until something is so; fails after a minute of it. */
export const untilOn =
  (clock: MemoryClock) =>
  async (isSo: () => boolean): Promise<void> => {
    for (let passed = 0; passed <= LONGEST; passed += STEP) {
      if (isSo()) return;
      await clock.run(STEP);
    }
    throw new Error(`what was waited for did not happen within a minute: ${String(isSo)}`);
  };
