/** The globals of a worker, as parameters. */
export const WORKER_NAMES = [
  'globalThis',
  'navigator',
  'fetch',
  'performance',
  'setTimeout',
  'clearTimeout',
  'crypto',
] as const;
