import * as v from 'valibot';

/** How a provider of the benchmark starts. */
export const settings = v.object({
  dataDir: v.string(),
  /** The number of titles. */
  scale: v.number(),
  /** Without it, the provider starts a database server of its own. */
  databaseUrl: v.optional(v.string()),
});

/** What its process can do. */
export const task = v.variant('task', [
  v.object({ task: v.literal('add-listeners'), from: v.number(), to: v.number() }),
  v.object({ task: v.literal('make-tokens'), listeners: v.number() }),
  v.object({ task: v.literal('measure') }),
  v.object({ task: v.literal('close') }),
]);

export const reply = v.object({ result: v.optional(v.unknown()), error: v.optional(v.string()) });

/** Since the start of the process. */
export const usage = v.object({
  /** Milliseconds of a core. */
  processor: v.number(),
  /** The most megabytes. */
  memory: v.number(),
});
