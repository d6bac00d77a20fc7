import * as fc from 'fast-check';

/**
 * How many times each law is tried: 1,000, unless the environment sets another number. `npm run laws` tries
 * 10,000 times (`laws.config.ts`), `npm run mutation` 100 times for every mutant (`mutation.config.ts`).
 */
export const LAW_RUNS = Number(process.env['LAW_RUNS'] ?? 1_000);

const seed = process.env['LAW_SEED'];
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });
