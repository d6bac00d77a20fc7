import type { LoadTimes } from '../../src/adapters/shared/lazy-client.ts';

/** Loads the library of a vendor in the next task. */
export const LOAD_SOON: LoadTimes = {
  whenIdle: (work) => setTimeout(work, 0),
  whenQuiet: (work) => setTimeout(work, 0),
};
